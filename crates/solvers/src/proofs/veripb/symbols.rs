//! The variables of a pseudo-Boolean definition, and their names.

use std::fmt;
use std::ops::Not;

/// A variable of the definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum DefinitionSymbol {
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
pub(super) struct DefinitionLiteral {
    pub(super) symbol: DefinitionSymbol,
    pub(super) positive: bool,
}

impl Not for DefinitionLiteral {
    type Output = DefinitionLiteral;

    fn not(self) -> DefinitionLiteral {
        DefinitionLiteral { positive: !self.positive, ..self }
    }
}

impl From<DefinitionSymbol> for DefinitionLiteral {
    fn from(symbol: DefinitionSymbol) -> Self {
        DefinitionLiteral { symbol, positive: true }
    }
}

impl fmt::Display for DefinitionLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.positive {
            f.write_str("~")?;
        }
        match self.symbol {
            DefinitionSymbol::Is(variable, value) => write!(f, "e{variable}_{value}"),
            DefinitionSymbol::Least(variable, value) => write!(f, "g{variable}_{value}"),
            DefinitionSymbol::Hidden(number) => write!(f, "h{number}"),
            DefinitionSymbol::Auxiliary(number) => write!(f, "a{number}"),
        }
    }
}

/// A literal, or a truth value that is known without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionTruth {
    Known(bool),
    Open(DefinitionLiteral),
}

impl From<DefinitionLiteral> for DefinitionTruth {
    fn from(lit: DefinitionLiteral) -> Self {
        DefinitionTruth::Open(lit)
    }
}

impl Not for DefinitionTruth {
    type Output = DefinitionTruth;

    fn not(self) -> DefinitionTruth {
        match self {
            DefinitionTruth::Known(known) => DefinitionTruth::Known(!known),
            DefinitionTruth::Open(lit) => DefinitionTruth::Open(!lit),
        }
    }
}
