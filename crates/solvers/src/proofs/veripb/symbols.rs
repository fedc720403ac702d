//! The variables of a pseudo-Boolean definition, and their names.

use std::fmt;
use std::ops::Not;

/// A variable of the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Symbol {
    /// `e<x>_<v>`: a variable has a value.
    Is(usize, i64),
    /// `g<x>_<v>`: a variable has at least a value of its domain other than the least.
    Least(usize, i64),
    /// `h<n>`: a variable of the definition only.
    Hidden(usize),
    /// `a<n>`: a variable of a formula, which a proof introduces.
    Auxiliary(usize),
}

/// A symbol or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Lit {
    pub(super) symbol: Symbol,
    pub(super) positive: bool,
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit { positive: !self.positive, ..self }
    }
}

impl From<Symbol> for Lit {
    fn from(symbol: Symbol) -> Self {
        Lit { symbol, positive: true }
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.positive {
            f.write_str("~")?;
        }
        match self.symbol {
            Symbol::Is(variable, value) => write!(f, "e{variable}_{value}"),
            Symbol::Least(variable, value) => write!(f, "g{variable}_{value}"),
            Symbol::Hidden(number) => write!(f, "h{number}"),
            Symbol::Auxiliary(number) => write!(f, "a{number}"),
        }
    }
}

/// A literal, or a truth value that is known without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Known(bool),
    Open(Lit),
}

impl From<Lit> for Truth {
    fn from(lit: Lit) -> Self {
        Truth::Open(lit)
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::Known(known) => Truth::Known(!known),
            Truth::Open(lit) => Truth::Open(!lit),
        }
    }
}
