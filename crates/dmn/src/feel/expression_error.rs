//! Why an expression cannot be read.

/// A fault of an expression, and the byte at which it stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct ExpressionError {
    /// The position in the text.
    pub at: usize,
    /// The fault.
    pub fault: ExpressionFault,
}

/// A fault of an expression.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionFault {
    /// A string without an end.
    #[error("a string without an end")]
    OpenString,
    /// A comment without an end.
    #[error("a comment without an end")]
    OpenComment,
    /// A string with an unknown escape.
    #[error("{0} has an unknown escape")]
    String(String),
    /// A number that is none, or has more than 34 digits.
    #[error("'{0}' is no number of at most 34 digits")]
    Number(String),
    /// Something else stands here than expected.
    #[error("{found}; expected {expected}")]
    Unexpected {
        /// The text here.
        found: String,
        /// The tokens that may be here.
        expected: &'static str,
    },
    /// A name that is not known here.
    #[error("'{0}' is no input, decision or function that is known here")]
    UnknownName(String),
    /// A name that two things have.
    #[error("'{0}' is the name of two decisions or inputs")]
    AmbiguousName(String),
    /// A part of FEEL that is not supported.
    #[error("{0}, not supported")]
    Unsupported(&'static str),
    /// A function that is not supported.
    #[error("function '{0}', not supported")]
    UnsupportedFunction(String),
    /// A function that does not take a parameter of this name.
    #[error("'{function}' has no parameter '{parameter}'")]
    UnknownParameter {
        /// The function.
        function: String,
        /// The name.
        parameter: String,
    },
    /// A call with a wrong number of arguments.
    #[error("'{function}' takes {expected} arguments, not {found}")]
    ArgumentCount {
        /// The function.
        function: String,
        /// The number of its parameters.
        expected: usize,
        /// The number of arguments.
        found: usize,
    },
    /// Brackets within brackets.
    #[error("nested more than {0} deep")]
    TooDeep(usize),
    /// Too many tokens.
    #[error("too long")]
    TooLong,
}
