//! Addresses of puzz.link.

use crate::shape::MAX_SIDE;

/// An address that is not as expected, besides the symbols of its code. Texts that were found are
/// shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AddressError {
    #[error("'{found}'; expected https://puzz.link/p?KIND/COLUMNS/ROWS/CODE")]
    Form { found: String },
    #[error("too short; expected https://puzz.link/p?KIND/COLUMNS/ROWS/CODE")]
    Length,
    #[error("'{found}' has no puzzle in it, and needs a network")]
    NoPuzzle { found: String },
    #[error("'{found}', a variant, is not read here")]
    Variant { found: String },
    #[error("'{found}'; expected {sides}, 1 to {}", MAX_SIDE)]
    Side { found: String, sides: &'static str },
    #[error("expected sides below {}", MAX_SIDE)]
    KakuroSides,
    #[error("a hitori needs connected regions, for which there is no rule here")]
    Hitori,
    #[error("'{found}' is not read here; expected {}", .kinds.join(", "))]
    UnknownKind { found: String, kinds: Vec<&'static str> },
}
