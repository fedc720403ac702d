//! Reasons why a text is not a solution of a model.

use super::name_error::ValueNameError;

/// A fault of a solution that names variables of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NamedSolutionError {
    /// The text is not a name and a value.
    #[error("'{text}'; expected 'name = value'")]
    NoPair { text: String },
    /// The model lacks the variable; `near` may suggest one.
    #[error("there is no variable '{name}'{near}")]
    NoVariable { name: String, near: String },
    #[error("'{name}' is hidden; a solution has values of shown variables")]
    HiddenVariable { name: String },
    #[error("'{name}' has two values")]
    TwoValues { name: String },
    #[error("no value for '{name}'")]
    NoValue { name: String },
    #[error(transparent)]
    Value(#[from] ValueNameError),
}
