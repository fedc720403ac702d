//! Why a JSON value is no case.

use serde_json::{Number, Value};

/// Why a JSON value is no case.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CaseError {
    /// This member is no list.
    #[error("'{0}' is no list")]
    NoList(&'static str),
    /// A variable has no name.
    #[error("a variable has no name")]
    NoName,
    /// A variable has something else than a value.
    #[error("'{name}' has the value {value}")]
    VariableValue {
        /// The variable.
        name: String,
        /// The sort that it has.
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
    /// A number is beyond 64 bits, or no integer.
    #[error("{0} is too large")]
    Number(Number),
    /// A name is none of a variable.
    #[error("there is no variable '{0}'")]
    Variable(String),
    /// A list does not begin with an operator.
    #[error("a list has no head")]
    NoHead,
    /// A name is none of an operator.
    #[error("no operator '{0}'")]
    Operator(String),
    /// A value is no expression.
    #[error("{0} is no expression")]
    Expression(Value),
}
