//! The reasons why a constraint could not be encoded.

use crate::HaltReason;

/// The reason why an encoding call failed.
///
/// `Stopped` and a `TooLarge` in bytes are final for the formula. The other errors leave it
/// unchanged, except perhaps for some harmless definitions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The budget's `stop` returned `true`.
    #[error("encoding was stopped")]
    Stopped,
    /// A structure would exceed its limit; its size is computed before it is built.
    #[error("too large: {size} {what}, at most {limit} allowed")]
    TooLarge {
        /// The structure that would be too large, as a plural: `bytes`, `pairs of a product`.
        what: &'static str,
        /// Its size, or a lower bound of it.
        size: u64,
        /// The limit that it exceeds.
        limit: u64,
    },
    /// The constraint, or this combination of options, has no encoding here.
    #[error("{0}")]
    Unsupported(String),
    /// A number does not fit the range in which the arithmetic is exact.
    #[error("arithmetic overflow while encoding")]
    Overflow,
}

impl From<HaltReason> for EncodeError {
    fn from(halt: HaltReason) -> Self {
        match halt {
            HaltReason::Stopped => EncodeError::Stopped,
            HaltReason::TooLarge { bytes, limit } => {
                EncodeError::TooLarge { what: "bytes", size: bytes as u64, limit: limit as u64 }
            }
        }
    }
}
