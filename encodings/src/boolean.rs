//! A truth value that may already be known.

use std::ops::Not;

use rustsat::types::Lit;

/// A literal, or a truth value known while encoding.
///
/// Integers of one or two values, and values outside a domain, give constants or shared literals,
/// so constraints meet `EncodedBool` where they would otherwise need a literal for each case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EncodedBool {
    /// A truth value that is constant in every model.
    Const(bool),
    /// True exactly if the literal is true.
    Lit(Lit),
}

impl EncodedBool {
    /// Returns the literal, or `None` if the truth value is known.
    #[must_use]
    pub fn as_literal(self) -> Option<Lit> {
        match self {
            EncodedBool::Const(_) => None,
            EncodedBool::Lit(lit) => Some(lit),
        }
    }
}

impl Not for EncodedBool {
    type Output = EncodedBool;

    fn not(self) -> EncodedBool {
        match self {
            EncodedBool::Const(value) => EncodedBool::Const(!value),
            EncodedBool::Lit(lit) => EncodedBool::Lit(!lit),
        }
    }
}

impl From<Lit> for EncodedBool {
    fn from(lit: Lit) -> EncodedBool {
        EncodedBool::Lit(lit)
    }
}

impl From<bool> for EncodedBool {
    fn from(value: bool) -> EncodedBool {
        EncodedBool::Const(value)
    }
}
