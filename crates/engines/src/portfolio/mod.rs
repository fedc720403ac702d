//! A race of engines: the first answer counts.
//!
//! [`Portfolio`] is the list as the user writes it, [`RacingEngine`] the engine. Each member works
//! in a separate thread (`runner`), which checks the solutions of its engine by the model before
//! they count. The thread that asks (`session`) first gives the most promising member a short run
//! alone, and then lets all of them run in turns on the available cores (`turns`); `race` decides
//! which answer stands.
//!
//! A `RaceSlot` (`model/engine_api/race_slot.rs`) is part of an engine's `Control`: an engine that
//! waits for its turn does not return from `Control::stop_reason`, one that has lost is cancelled
//! there, and `Control::rival_cost` returns the best cost of all. Thus every engine that asks its
//! control can be paused. `RacingEngine::new` takes a function that places each engine;
//! `jobs/engine_placement.rs` places engines that may not stop in children, whose process groups
//! are stopped, continued and killed.

mod claim_agreement;
mod question;
mod race;
mod racing_engine;
mod runner;
mod session;
mod spec;
#[cfg(test)]
mod tests;
mod turns;

use racing_engine::race_abilities;
pub use racing_engine::{RacingEngine, at_hand};

pub use spec::Portfolio;
pub(super) use spec::spec_length;
