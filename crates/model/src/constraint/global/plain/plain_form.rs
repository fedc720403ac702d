//! The plain form that a global kind gives.

use super::error::PlainError;
use super::writer::PlainWriter;
use crate::constraint::Kind;

/// A constraint that core constraints can express.
pub(crate) trait PlainForm: Kind {
    /// Writes core constraints that mean the same. Every assignment of the scope that satisfies
    /// the constraint extends to exactly one assignment of the hidden variables that the writer
    /// creates, and no other assignment extends to any.
    ///
    /// # Errors
    /// Returns an error if a number is beyond the limits of models, the form would be too large,
    /// or the caller's time is over.
    fn write_plain(&self, writer: &mut PlainWriter<'_>) -> Result<(), PlainError>;
}
