//! Why a text is no solution of a case.

/// Why a text is no solution of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CaseSolutionError {
    /// A word is no literal of the case.
    #[error("the literal '{0}'")]
    Word(String),
    /// A number is no literal of the case.
    #[error("the literal {0}")]
    Literal(i64),
    /// A variable has no literal.
    #[error("a missing literal")]
    MissingLiteral,
    /// A value is no number.
    #[error("the value '{0}'")]
    Value(String),
    /// A variable has no value.
    #[error("no value for '{0}'")]
    MissingValue(String),
}
