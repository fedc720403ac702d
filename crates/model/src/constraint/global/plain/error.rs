//! Why a global constraint has no plain form.

use super::writer::MAX_PARTS;
use crate::ModelError;
use crate::flatten::FlattenError;

/// The reason why a plain form is not written, or not completely.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlainError {
    /// The caller's time is over, or the bytes are used up.
    #[error("stopped")]
    Stopped,
    /// The form would have too many parts.
    #[error(
        "a global constraint needs {number} {what} in its plain form; at most {MAX_PARTS} are \
         supported"
    )]
    TooManyParts { number: u64, what: &'static str },
    /// The layers of an automaton would have too many arcs.
    #[error("an automaton needs more than {MAX_PARTS} arcs")]
    TooManyArcs,
    /// A cycle has more nodes than there are values.
    #[error("too many nodes")]
    TooManyNodes,
    /// An expression of the form cannot be flattened.
    #[error(transparent)]
    Flattening(#[from] FlattenError),
    /// The model refuses a part of the form.
    #[error(transparent)]
    Model(#[from] ModelError),
}
