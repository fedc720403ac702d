//! Why a JSON value is not a case.

use serde_json::{Number, Value};

/// Why a JSON value is not a case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaseError {
    /// This member is not a list.
    #[error("'{0}' is not a list")]
    NoList(&'static str),
    /// A variable has no name.
    #[error("a variable has no name")]
    NoName,
    /// A variable has a value that is not an integer.
    #[error("'{name}' has the value {value}")]
    VariableValue {
        /// The variable.
        name: String,
        /// The value.
        value: Value,
    },
    /// A variable has no values.
    #[error("'{0}' has no values")]
    NoValues(String),
    /// A Boolean variable has other values than 0 and 1.
    #[error("the Boolean variable '{0}' has other values than 0 and 1")]
    Boolean(String),
    /// An expression nests deeper than this.
    #[error("an expression is deeper than {0}")]
    Depth(usize),
    /// A number is beyond 64 bits, or not an integer.
    #[error("{0} is too large")]
    Number(Number),
    /// No variable has this name.
    #[error("there is no variable '{0}'")]
    Variable(String),
    /// A list does not begin with an operator.
    #[error("a list has no head")]
    NoHead,
    /// No operator has this name.
    #[error("no operator '{0}'")]
    Operator(String),
    /// The value is not an expression.
    #[error("{0} is not an expression")]
    Expression(Value),
}
