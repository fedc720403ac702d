//! Codes that are read symbol by symbol: game IDs, addresses, killers and jigsaws.

use std::fmt;

use super::GridRuleError;
use crate::shape::CellPlace;
use crate::symbols::MAX_DIGITS;

/// A code that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CodeError {
    #[error("'{found}'; expected {expected}")]
    Mismatch { found: char, expected: CodePart },
    #[error("the code is too short; expected {expected}")]
    End { expected: CodePart },
    #[error("'{found}' after the end; the code is too long")]
    AfterEnd { found: char },
    #[error("too long; expected {count} {parts}")]
    Length { count: usize, parts: &'static str },
    #[error("a number of more than {} digits", MAX_DIGITS)]
    NumberLength,
    #[error("too many cells; expected {expected}")]
    ExtraCells { expected: usize },
    #[error("{found} cells; expected {expected}")]
    Cells { found: usize, expected: usize },
    #[error("{found} cells, too short; expected {expected} and an end")]
    CellsAndEnd { found: usize, expected: usize },
    #[error("a run of 0 cells; expected 1 or more")]
    ZeroRun,

    // Borders of cells.
    #[error("a dot after the last border")]
    ExtraDot,
    #[error("a line after the last border")]
    ExtraLine,
    #[error("a difference of 0; expected 1 or more")]
    ZeroDifference,
    #[error("'.' is an unknown number, for which there is no rule here")]
    UnknownNumber,
    #[error("a symbol that occurs 0 times")]
    ZeroTimes,
    #[error("the lines between blocks are too many")]
    ExtraLines,
    #[error("the lines between blocks end without a line")]
    NoLastLine,
    #[error("the lines between blocks are too short: {found} of {expected}")]
    Lines { found: usize, expected: usize },

    // A symbol for each cell.
    #[error("{found} symbols; expected a killer of 81 or a jigsaw of 162")]
    Symbols { found: usize },
    #[error("the pointer in {cell} leaves the grid")]
    OutwardPointer { cell: CellPlace },
    #[error("the pointers from {cell} go round")]
    PointerCircle { cell: CellPlace },
    #[error("a cage of {cells} cells at {first}; expected at most {most}")]
    CageLength { cells: usize, first: CellPlace, most: usize },
    #[error("a region of {cells} cells; expected 9")]
    RegionLength { cells: usize },
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}

/// A part of a code that is expected at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodePart {
    /// A kind of symbol, in words.
    Kind(&'static str),
    Symbol(char),
    /// One of `count` parts, after `done` others.
    Part {
        count: usize,
        parts: &'static str,
        done: usize,
    },
    /// A `/` and one of `count` parts, after `done` others.
    SlashedPart {
        count: usize,
        parts: &'static str,
        done: usize,
    },
    /// The letter of an operation, one for each block.
    Operation {
        blocks: usize,
        done: usize,
    },
    Digit {
        cell: CellPlace,
    },
}

impl fmt::Display for CodePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodePart::Kind(words) => f.write_str(words),
            CodePart::Symbol(symbol) => write!(f, "'{symbol}'"),
            CodePart::Part { count, parts, done } => write!(f, "{count} {parts}, after {done}"),
            CodePart::SlashedPart { count, parts, done } => {
                write!(f, "'/' and the other of {count} {parts}, after {done}")
            }
            CodePart::Operation { blocks, done } => {
                write!(f, "a, m, s or d: {blocks} blocks, {done} clues before this")
            }
            CodePart::Digit { cell } => write!(f, "the digit of {cell}, 0 for none"),
        }
    }
}

impl From<&'static str> for CodePart {
    fn from(words: &'static str) -> Self {
        CodePart::Kind(words)
    }
}
