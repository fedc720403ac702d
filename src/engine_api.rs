//! Questions to an engine, and its answers.
//!
//! An [`Engine`] prepares a [`Session`] for a model, and the session answers any number of
//! questions about it. Candidates leave a session through a callback; the caller checks them, so
//! that no engine judges itself. An engine of one's own implements the two traits.

#[doc(inline)]
pub use parallax_model::engine_api::{
    AgreeingEngine, Answer, AnsweringEngine, CandidateCallback, CertificateSubject,
    CertifiedResult, Control, CountingMethod, EffortCounters, EndReason, Engine, EngineAbilities,
    EngineFamily, EnumerationEnd, ModelConsequences, PreparationError, ProofOutcome, QuestionClock,
    QuestionOutcome, Session, SolutionCount, SolverLabel, SolverLineage, StopReason, Task,
    UnsatCore, VariableConsequences, find_consequences, minimize_core,
};
