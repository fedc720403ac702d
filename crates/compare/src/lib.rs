//! Cross-checking: instances x models x engines, in parallel, in order.
//!
//! A [`ComparisonPlan`] (engines, models, a task, limits) and a stream of instances go in; rows and
//! verdicts come out. [`run_plan`] solves each instance with every engine on worker threads, and
//! returns the results in the order of the stream. [`compare_instance`] does the same for a single
//! instance in the calling thread. A [`Row`] is the result of one engine on one model of one
//! instance; a [`Verdict`] is how the rows of an instance relate. `docs/explanation/answers.md`
//! explains both to users.
//!
//! No engine is trusted: `judge.rs` checks each solution, `settle.rs` and `refute.rs` find the
//! engine that is wrong. This crate sees `dyn Engine` and `dyn Instance` only, so a new engine
//! or puzzle changes nothing here. A new comparison of rows goes to `verdict.rs`, a new kind of
//! evidence to `claim_evidence.rs`.
//!
//! A warm session serves a block of up to 64 consecutive small instances of one shape (9x9
//! Sudokus): the base formula stays, and givens become assumptions. Each larger instance gets its
//! own session, with the givens inside the model.
//!
//! An unsatisfiable answer is proved, cross-agreed (two independent families of solvers,
//! `claim_evidence.rs`) or claimed. A refused proof makes it unknown.

mod block;
mod claim_evidence;
mod collect;
mod collector_message;
mod core;
mod instance_comparison;
mod judge;
mod orbits;
mod outbox;
mod plan;
mod refute;
mod repeats;
mod row;
mod run;
mod runner;
mod settle;
mod shared_viewpoint;
mod verdict;
mod window;
mod wrong_solution;

pub use plan::{ComparisonPlan, CoreDetail, ModelDigestFunction, ModelSelection};

pub use self::core::CoreRow;
pub use claim_evidence::{ClaimEvidence, EngineClaim};
pub use collect::ComparisonEvent;
pub use instance_comparison::{InstanceComparison, compare_instance, relate_rows, solve_viewpoint};
pub use row::{Row, RowTimes, SolutionCoverage};
pub use run::{run_live, run_plan};
pub use settle::settle_disagreement;
pub use verdict::Verdict;
