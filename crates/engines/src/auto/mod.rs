//! An engine for each model: a short slice of native search, then an engine chosen by features.
//!
//! `features` computes what is cheap to know about a model, `rule` chooses by it, `session` asks
//! the engines, `filter` passes no candidate twice. `studies/figures.md` explains how the rule was
//! learned.
//!
//! An outcome names the engine that answers (`QuestionOutcome::by`) with its family, which counts
//! for agreement (`Row::deciding_spec`). `ParallelSession::ask_slice` ends native search after its
//! first slice, and `jobs/limited_engine.rs` puts foreign engines into children.

mod auto_engine;
mod features;
mod filter;
mod kind;
mod rule;
mod session;

pub use auto_engine::{EngineChooser, EngineWrapper};

#[cfg(test)]
mod tests;

pub use features::ModelFeatures;
pub use kind::AutoEngine;
pub use rule::{EngineChoice, SearchTask, choose_engine, first_settings};
