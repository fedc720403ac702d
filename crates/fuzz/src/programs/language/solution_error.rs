//! Why a text is not a solution of a case.

/// Why a text is not a solution of a case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CaseSolutionError {
    /// A word is not a literal of the case.
    #[error("the literal '{0}'")]
    Word(String),
    /// A number is not a literal of the case.
    #[error("the literal {0}")]
    Literal(i64),
    /// A variable has no literal.
    #[error("a missing literal")]
    MissingLiteral,
    /// A value is not a number.
    #[error("the value '{0}'")]
    Value(String),
    /// A variable has no value.
    #[error("no value for '{0}'")]
    MissingValue(String),
}
