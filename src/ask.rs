//! Questions to an engine, and its answers.
//!
//! An [`Engine`] prepares a [`Session`] for a model, and the session answers any number of
//! questions about it. Candidates leave a session through a callback; the caller checks them, so
//! that no engine judges itself. An engine of one's own implements the two traits.

#[doc(inline)]
pub use parallax_model::ask::{
    Abilities, Agrees, Answer, AnsweredBy, Certified, Clock, Consequences, Control, Core, Count,
    Counters, Counting, EndReason, Ended, Engine, Family, Label, OnCandidate, Outcome, Possible,
    Proof, Refusal, Session, Shown, Solver, Stop, Task, consequences, minimize,
};
