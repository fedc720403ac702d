//! Questions to an engine and its answers: plain data and two traits.
//!
//! An [`Engine`] is `Send` data. Inside the thread that does the work it
//! [`prepare`](Engine::prepare)s a [`Session`] for the shape of a model; the session then
//! answers any number of questions, each with its own givens. Candidates leave a session only
//! through the callback of [`Session::ask`]; the caller checks them
//! ([`Model::check`](crate::Model::check)), so that no engine judges itself.

mod abilities;
mod answer;
mod answering_engine;
mod caught_panic;
mod checked_solution;
mod clock;
mod consequences;
mod contradiction;
mod control;
mod core;
mod count;
mod counters;
mod counting;
mod did_you_mean;
mod end_reason;
mod engine;
mod family;
mod memory;
mod plain;
mod race_slot;
mod task;
mod trace;
mod workers;

pub use self::core::{UnsatCore, delete_unneeded, minimize_core, no_cores};
pub use abilities::EngineAbilities;
pub use answer::{
    Answer, CertificateSubject, CertifiedResult, EnumerationEnd, ProofOutcome, QuestionOutcome,
};
pub use answering_engine::{AgreeingEngine, AnsweringEngine};
pub use caught_panic::{CaughtPanic, catch_panic, silence_panics};
pub use checked_solution::checked_solution;
pub use clock::QuestionClock;
pub use consequences::{ModelConsequences, VariableConsequences, find_consequences};
pub use control::{Control, StopReason};
pub use count::{CountError, SolutionCount};
pub use counters::EffortCounters;
pub use counting::CountingMethod;
pub use did_you_mean::{UnknownNameError, did_you_mean, nearest_name};
pub use end_reason::EndReason;
pub use engine::{CandidateCallback, Engine, PreparationError, Session};
pub use family::{EngineFamily, SolverLabel, SolverLineage};
pub use race_slot::{BestCost, RaceSlot};
pub use task::Task;
pub use trace::{
    OmittedBranch, SolverTrace, StepEnd, StepTable, TraceChoice, TraceDomain, TraceStep,
};
pub use workers::{ReorderBuffer, in_order};
