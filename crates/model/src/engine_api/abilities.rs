//! The abilities and needs of an engine, as data.

/// The abilities and needs of an engine. The default has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineAbilities {
    /// Its sessions return cores ([`Session::core`](super::Session::core)).
    pub cores: bool,
    /// It can write proofs of unsatisfiability.
    pub proofs: bool,
    /// A session answers one question only, with the givens inside its model.
    pub asks_once: bool,
    /// When it optimises, it uses the best cost found by others
    /// ([`Control::rival_cost`](super::Control::rival_cost)).
    pub uses_rivals: bool,
    /// It passes the work to other engines. Its family is unknown until one has answered, which
    /// [`QuestionOutcome::by`](super::QuestionOutcome::by) names.
    pub chooses: bool,
    /// It runs an external program.
    pub external: bool,
    /// Its solver is not part of this program and may check the clock rarely.
    pub foreign: bool,
    /// Address space that its threads reserve for stacks and do not fill, in bytes.
    pub stack_bytes: u64,
}
