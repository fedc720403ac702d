//! A truth value that may already be known.

use std::ops::Not;

use rustsat::types::Lit;

/// A literal, or a truth value known while encoding.
///
/// Integers of one or two values, and values outside a domain, give constants or shared literals,
/// so constraints meet `Bool` where they would otherwise need a literal for each case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bool {
    /// A truth value that is constant in every model.
    Const(bool),
    /// True exactly if the literal is true.
    Lit(Lit),
}

impl Bool {
    /// Returns the literal, or `None` if the truth value is known.
    #[must_use]
    pub fn lit(self) -> Option<Lit> {
        match self {
            Bool::Const(_) => None,
            Bool::Lit(lit) => Some(lit),
        }
    }
}

impl Not for Bool {
    type Output = Bool;

    fn not(self) -> Bool {
        match self {
            Bool::Const(value) => Bool::Const(!value),
            Bool::Lit(lit) => Bool::Lit(!lit),
        }
    }
}

impl From<Lit> for Bool {
    fn from(lit: Lit) -> Bool {
        Bool::Lit(lit)
    }
}

impl From<bool> for Bool {
    fn from(value: bool) -> Bool {
        Bool::Const(value)
    }
}
