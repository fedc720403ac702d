//! Rules whose numbers or cells do not fit their board, in every form.

use parallax_model::Value;

use crate::shape::{CellPlace, CellPlaces};

/// A rule that does not fit its board, or whose numbers make no such rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GridRuleError {
    /// A digit that the puzzle does not have.
    #[error("{digit} is no digit here; expected {low} to {high}")]
    Digit { digit: i64, low: i64, high: i64 },
    /// More cells with different digits than there are digits.
    #[error("{rule} has {cells} cells; expected at most {digits}, one per digit")]
    Length { rule: String, cells: usize, digits: usize },
    #[error("a bulb of {cells} cells; expected one to three")]
    BulbLength { cells: usize },
    #[error("{cell} is in the bulb and on the shaft")]
    BulbOnShaft { cell: CellPlace },
    #[error(
        "programs read a bulb of {cells} in different orders; expected from left to right, and \
         from top to bottom"
    )]
    BulbOrder { cells: CellPlaces },
    #[error("{rule} has one cell; expected two")]
    OneCell { rule: String },
    #[error("a quotient of 0; expected 1 or more")]
    ZeroQuotient,
    #[error("an operation on digits below 1; expected digits from 1")]
    OperationDigits,
    #[error("diagonals of a grid of {rows}x{columns}; expected a square")]
    OblongDiagonal { rows: usize, columns: usize },
    #[error("disjoint groups without boxes; expected boxes of one size")]
    NoBoxes,
    #[error("an entropic line with {digits} digits; expected a multiple of 3")]
    EntropicDigits { digits: usize },
    #[error("a {key} in a grid with black cells")]
    BlackCells { key: &'static str },
    #[error("a nabner line of {cells} cells; {digits} digits allow {most}")]
    NabnerLength { cells: usize, digits: usize, most: usize },
    #[error("{line} does not fit into {cells} cells")]
    RunLength { line: String, cells: usize },
    #[error("a path has the numbers from 1 to {cells}, one for each cell")]
    PathDigits { cells: usize },
    #[error("{digits} digits for four cells; expected 1 to 4")]
    QuadrupleDigits { digits: usize },
    #[error("a region sum line leaves the regions; expected a puzzle with regions")]
    NoRegion,
    #[error("a {key} needs rows and columns of different digits, two or more")]
    SandwichLines { key: &'static str },
    #[error("{clue}; expected 1 to {cells}")]
    SkyscraperClue { clue: String, cells: usize },
    #[error("an x-sum with digits below 0; expected digits from 0")]
    XSumDigits,
}

impl GridRuleError {
    /// Requires that a digit is one of a puzzle.
    pub(crate) fn check_digit(
        digit: i64,
        (low, high): (Value, Value),
    ) -> Result<(), GridRuleError> {
        let (low, high) = (i64::from(low), i64::from(high));
        if (low..=high).contains(&digit) {
            Ok(())
        } else {
            Err(GridRuleError::Digit { digit, low, high })
        }
    }
}
