//! Native search: backtracking with propagation over bit-set domains.
//!
//! One idea per file: [`store`] holds the domains and the trail that undoes changes to them,
//! [`queue`] schedules propagators, [`propagators`] has the reasoning of each constraint kind,
//! [`levels`] the strength of that reasoning, [`heuristics`] the choice of variable and value,
//! `tree` the search tree, [`restarts`] the restart schedules, [`settings`] all settings
//! together, and [`explain`] the explanations of removals. Nothing is copied on the way down;
//! everything is undone on the way up.
//!
//! To add a propagator: write its file in `propagators/`, with its paper and the consistency
//! that it reaches; post it at its level in `propagators/mod.rs` and name the level in
//! [`levels`]. The tests there compare it with the plain meaning of the constraint over all
//! assignments. To add a heuristic: write its file in `heuristics/` and name it there;
//! everything else follows.
//!
//! [`local`] is another search: it repairs whole assignments. [`count`] counts solutions without
//! finding each one.

mod by_task;
mod certify;
pub mod count;
pub mod cubes;
mod effort;
pub mod explain;
pub mod heuristics;
pub mod levels;
pub mod local;
mod probe;
pub mod propagators;
pub mod queue;
pub mod restarts;
mod session;
pub mod settings;
pub mod store;
#[cfg(test)]
mod tests;
mod trace;
mod tree;
mod walk;

pub use by_task::ByTask;
pub use certify::{Log, Logged};
pub use session::Search;
pub use settings::Settings;
pub use walk::Walk;
