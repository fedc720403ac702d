//! Errors of choices of reformulation.

use parallax_model::engine_api::UnknownNameError;

/// The reason why a choice of reformulation is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// A name is unknown.
    #[error(transparent)]
    Name(#[from] UnknownNameError),
    /// The text after `steps=` is not a number.
    #[error("steps={number}; expected a number")]
    Steps {
        /// The text.
        number: String,
    },
    /// A reformulation is named twice, or next to one that excludes it.
    #[error("use={list}: '{name}' is one too many")]
    Repetition {
        /// All names.
        list: String,
        /// The name.
        name: String,
    },
    /// A name is not that of a reformulation.
    #[error(
        "unknown reformulation '{name}'; known: auto, dimensions, none, or some of \
         values, abstract, parts, determined, duals, sums, counts with '+' between"
    )]
    Reformulation {
        /// The name.
        name: String,
    },
}
