//! What is asked of an engine and what it answers: plain data and two traits.
//!
//! An [`Engine`] is `Send` data. Inside the thread that does the work it
//! [`prepare`](Engine::prepare)s a [`Session`] for the shape of a model; the
//! session is then asked any number of times, each time with other givens.
//! Candidates leave a session only through the callback of
//! [`Session::ask`]; whoever called checks them
//! ([`Model::check`](crate::model::Model::check)), so that no engine is judge
//! in its own cause.

mod answer;
mod caught;
mod clock;
mod consistent;
mod control;
mod core;
mod counters;
mod engine;
mod family;
mod task;
mod trace;
mod workers;

pub use self::core::{Core, minimize, no_cores};
pub use answer::{Answer, Ended, Outcome, Proof};
pub use caught::{caught, silence_panics};
pub use clock::Clock;
pub use control::{Control, Stop};
pub use counters::Counters;
pub use engine::{Engine, OnCandidate, Refusal, Session};
pub use family::{Family, Solver};
pub use task::Task;
pub use trace::{Absent, Chosen, Domains, End, Step, StepTable, Trace};
pub use workers::{InOrder, in_order};
