//! Why the least change of a case is not looked for.

use parallax_dmn::columns::UncheckedReason;

use super::class_columns::ClassModelError;

/// Why the least change of a case is not looked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// A decision has no single table.
    #[error("'{0}' is not one decision table")]
    NoTable(String),
    /// The table of a decision is not understood.
    #[error("'{0}': {1}")]
    Unchecked(String, UncheckedReason),
    /// A table computes its result from several rules.
    #[error("'{0}' collects with {1}")]
    Aggregation(String, String),
    /// A table takes the list of another.
    #[error("'{0}' gives a list")]
    List(String),
    /// The outputs of a table are no constants.
    #[error("'{0}' computes its outputs")]
    Computed(String),
    /// A column is neither an input nor the output of a table.
    #[error("'{0}' takes '{1}', which is neither an input nor an output of a table")]
    Column(String, String),
    /// The value of an input has another type than its columns.
    #[error("the value of '{0}' is not of its type")]
    Kind(String),
    /// The decision has several outputs, and none is named.
    #[error("'{0}' has several outputs; expected OUTPUT=VALUE")]
    SeveralOutputs(String),
    /// The decision has no such output.
    #[error("'{0}' has no output '{1}'")]
    NoOutput(String, String),
    /// There is no model.
    #[error(transparent)]
    Model(#[from] ClassModelError),
}
