//! Why a choice of reformulation is refused.

use parallax_model::ask::UnknownNameError;

/// Why a choice of reformulation is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChoiceError {
    /// A name is unknown.
    #[error(transparent)]
    Name(#[from] UnknownNameError),
    /// The text after `steps=` is no number.
    #[error("steps={number}; expected a number")]
    Steps {
        /// The text.
        number: String,
    },
    /// A reformulation is named twice, or beside another of which there is one.
    #[error("use={list}: '{name}' is one too many")]
    Repetition {
        /// All names.
        list: String,
        /// The name.
        name: String,
    },
    /// A name is none of a reformulation.
    #[error(
        "unknown reformulation '{name}'; known: auto, dimensions, none, or some of \
         values, abstract, parts, determined, duals, sums, counts with '+' between"
    )]
    Reformulation {
        /// The name.
        name: String,
    },
}
