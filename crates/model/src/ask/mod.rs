//! Questions to an engine and its answers: plain data and two traits.
//!
//! An [`Engine`] is `Send` data. Inside the thread that does the work it
//! [`prepare`](Engine::prepare)s a [`Session`] for the shape of a model; the session then
//! answers any number of questions, each with its own givens. Candidates leave a session only
//! through the callback of [`Session::ask`]; the caller checks them
//! ([`Model::check`](crate::Model::check)), so that no engine judges itself.

mod abilities;
mod answer;
mod answered;
mod caught;
mod checked;
mod clock;
mod consequences;
mod consistent;
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

pub use self::core::{Core, delete, minimize, no_cores};
pub use abilities::Abilities;
pub use answer::{Answer, Certified, Ended, Outcome, Proof, Shown};
pub use answered::{Agrees, AnsweredBy};
pub use caught::{CaughtPanic, caught, silence_panics};
pub use checked::checked_solution;
pub use clock::Clock;
pub use consequences::{Consequences, Possible, consequences};
pub use control::{Control, Stop};
pub use count::{Count, CountError};
pub use counters::Counters;
pub use counting::Counting;
pub use did_you_mean::{UnknownName, did_you_mean, nearest};
pub use end_reason::EndReason;
pub use engine::{Engine, OnCandidate, Refusal, Session};
pub use family::{Family, Label, Solver};
pub use race_slot::{BestCost, RaceSlot};
pub use task::Task;
pub use trace::{Absent, Chosen, Domains, Step, StepEnd, StepTable, Trace};
pub use workers::{InOrder, in_order};
