//! Texts by lines: the plain form, grids of candidates, and solutions.

use parallax_model::Value;

use super::{GridRuleError, NearKey};
use crate::board::{GridBase, MAX_NUMBER};
use crate::plain::{APART_WORD, MAX_DIGIT, MAX_LINES};
use crate::shape::{CellPlace, CellPlaces};

/// A line of the plain form that is not as expected. Texts that were found are shortened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PlainLineError {
    /// A part is not there.
    #[error("expected {expected}")]
    Absence { expected: &'static str },
    /// A part is another one.
    #[error("'{found}'; expected {expected}")]
    Mismatch { found: String, expected: &'static str },
    #[error("'{found}'; expected a number to {}", MAX_NUMBER)]
    Number { found: String },
    #[error("'{found}' is outside of the grid; expected r1c1 to r{rows}c{columns}")]
    OutsideGrid { found: String, rows: usize, columns: usize },

    // The first line.
    #[error("there is no puzzle '{found}'; expected one of {}", GridBase::base_names())]
    UnknownBase { found: String },

    // Lines without a known word.
    #[error("more than {} lines in a puzzle", MAX_LINES)]
    Lines,
    #[error("'{found}' is no known rule; {near}")]
    UnknownRule { found: String, near: NearKey },
    #[error("'{found}': a comment begins with %, not with #")]
    HashComment { found: String },
    #[error("'{found}' is no row of the grid; expected small letters: '{expected}'")]
    LargeLetters { found: String, expected: String },
    #[error(
        "'{found}' names cells without a rule; expected its name first, as in 'thermo: r1c1 r1c2', \
         or a sign, as in 'r1c1 < r1c2'"
    )]
    NoRule { found: String },

    // Settings and sections.
    #[error("a second line '{setting}'")]
    SettingRepeat { setting: &'static str },
    #[error("'{found}' after '{setting}'")]
    AfterSetting { found: String, setting: &'static str },
    #[error("'{setting}' is for {}, this is a {}", .expected.plain_word(), .base.plain_word())]
    SettingBase { setting: &'static str, expected: GridBase, base: GridBase },
    #[error("no line '{setting}'")]
    NoSetting { setting: &'static str },
    #[error("boxes of {height}x{width} do not tile a grid of {rows}x{columns}")]
    Boxes { height: usize, width: usize, rows: usize, columns: usize },
    #[error("the digits of a {} are fixed", .base.plain_word())]
    FixedDigits { base: GridBase },
    #[error("'{found}'; expected a range to {}: 'digits: 0-8'", MAX_DIGIT)]
    Digits { found: String },
    #[error("'{found}' has {count} letters; expected {expected}")]
    Letters { found: String, count: usize, expected: usize },
    #[error("{found} rows of letters; expected {expected}")]
    LetterRows { found: usize, expected: usize },
    #[error("{found} lines; expected {expected}, separated by commas")]
    RunLines { found: usize, expected: usize },
    #[error("an empty line of runs; expected 0 for none")]
    EmptyRuns,
    #[error("'{found}' has a run of 0")]
    ZeroRun { found: String },
    #[error("clues without a section 'cages:'")]
    NoCages,
    #[error("a second clue for cage {letter}")]
    ClueRepeat { letter: char },
    #[error("there is no cage {letter}")]
    UnknownCage { letter: char },

    // Rows of the grid.
    #[error("more rows than the grid has")]
    ExtraRows,
    #[error("{found} rows; expected {expected}")]
    Rows { found: usize, expected: usize },
    #[error("'{found}' has {count} cells; expected {expected}")]
    RowCells { found: String, count: usize, expected: usize },
    #[error("'{sign}' is not between two cells, one below the other")]
    LooseSign { sign: char },
    #[error("sums in {cell}; only a kakuro has them")]
    SumCell { cell: CellPlace },
    #[error("{cell} is black with a digit; only straights have such")]
    BlackDigit { cell: CellPlace },
    #[error("{cell} is black; a {} has no black cells", .base.plain_word())]
    BlackCell { cell: CellPlace, base: GridBase },

    // Lines of rules.
    #[error("no known rule")]
    UnknownKey,
    #[error("'{found}' after '{key}'; expected ':'")]
    AfterKey { found: String, key: &'static str },
    #[error("'{key}' names no cells; expected no ':'")]
    KeyBody { key: &'static str },
    #[error("'{found}'; expected one word after '{key}'")]
    SecondWord { found: String, key: &'static str },
    #[error("'{found}' is not a row, a column or a diagonal")]
    CrookedRange { found: String },
    #[error("{cell} occurs twice")]
    CellRepeat { cell: CellPlace },
    #[error("a line of one cell; expected two or more")]
    OneCell,
    #[error("a line of {cells} cells; expected {least} or more")]
    TrackLength { cells: usize, least: usize },
    #[error("{cells} are not neighbours; expected '{key} {}:'", APART_WORD)]
    ApartPair { cells: CellPlaces, key: &'static str },
    #[error("{cells} cells; expected two")]
    PairLength { cells: usize },
    #[error("{left} cells and {right} cells; expected as many")]
    Groups { left: usize, right: usize },
    #[error("a cell compared with itself")]
    SelfComparison,
    #[error("{found} clues; expected {expected}, '.' for none")]
    Clues { found: usize, expected: usize },
    #[error("no four cells there: it is at the right or lower edge")]
    NoQuadruple,
    #[error("'{found}' is not at the border where it starts")]
    InnerStart { found: String },
    #[error(transparent)]
    Rule(#[from] GridRuleError),
}

/// A grid of candidates that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum MarkError {
    #[error("{rows} rows, the first with {groups} groups of digits; expected as many")]
    Rows { rows: usize, groups: usize },
    #[error("{found} groups of digits; expected {side}")]
    Groups { found: usize, side: usize },
    #[error("'{found}'; expected digits from 1 to {side}")]
    Digit { found: String, side: usize },
    #[error("'{found}'; expected each digit once")]
    DigitRepeat { found: String },
}

/// A text of a solution that is not as expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GridSolutionError {
    #[error("'{found}'; expected a digit from {low} to {high}, or '#'")]
    Digit { found: String, low: Value, high: Value },
    #[error("{found} cells; expected {expected} for a solution")]
    Cells { found: usize, expected: usize },
    #[error("expected a digit in {cell}")]
    NoDigit { cell: CellPlace },
    #[error("expected '#' in {cell}")]
    BlackDigit { cell: CellPlace },
}
