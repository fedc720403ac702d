//! Solutions that break a rule.

use parallax_model::Value;

use crate::shape::{CellPlace, CellPlaces};

/// How the digits of a filled grid break a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RuleBreach {
    #[error("{value} is in {first} and {second}")]
    Repeat { value: i64, first: CellPlace, second: CellPlace },
    #[error("the digits are {digits:?}")]
    Digits { digits: Vec<i64> },
    #[error("the digits are {left:?} and {right:?}")]
    Groups { left: Vec<i64>, right: Vec<i64> },
    #[error("the digits are {left} and {right}")]
    Pair { left: i64, right: i64 },
    #[error("the sum is {found}, expected {expected}")]
    Sum { found: i64, expected: i64 },
    #[error("the sum is {found}")]
    ClueSum { found: i64 },
    #[error("the sums are {sums:?}")]
    Sums { sums: Vec<i64> },
    #[error("the number in the bulb begins with 0")]
    BulbZero,
    #[error("the bulb is {bulb}, the shaft {shaft}")]
    Arrow { bulb: i64, shaft: i64 },
    #[error("the ends sum to {ends}, the digits between them to {inside}")]
    Ends { ends: i64, inside: i64 },
    #[error("{line} {} has {ones} ones in {cells} cells", .place + 1)]
    Ones { line: &'static str, place: usize, ones: usize, cells: usize },
    #[error("{line} {} has three equal digits in a row", .place + 1)]
    Triple { line: &'static str, place: usize },
    #[error("{lines} {} and {} are equal", .first + 1, .second + 1)]
    EqualLines { lines: &'static str, first: usize, second: usize },
    #[error("a cage without cells")]
    EmptyCage,
    #[error("{cell} is {value}")]
    Candidate { cell: CellPlace, value: i64 },
    #[error("{cell} is {value}, expected an {parity} digit")]
    Parity { cell: CellPlace, value: i64, parity: &'static str },
    #[error("{cell} is {value}, {beside} beside it {other}")]
    Extreme { cell: CellPlace, value: i64, beside: CellPlace, other: Value },
    #[error("{cell} is {value}, but {number} is not there")]
    Index { cell: CellPlace, value: i64, number: i64 },
    #[error("{cells} are {value}")]
    EqualCells { cells: CellPlaces, value: i64 },
    #[error("{cells} are {left} and {right}")]
    Neighbours { cells: CellPlaces, left: Value, right: Value },
    #[error("{cells} are {left} and {right} without a dot")]
    DotAbsence { cells: CellPlaces, left: Value, right: Value },
    #[error("{cells} sum to {sum} without x or v")]
    XvAbsence { cells: CellPlaces, sum: Value },
    #[error("the ends are {first} and {last}, which differ by too little")]
    CloseEnds { first: i64, last: i64 },
    #[error("{value} is not outside of {first} and {last}")]
    Inside { value: i64, first: i64, last: i64 },
    #[error("{left} and {right} are on the line")]
    CloseDigits { left: i64, right: i64 },
    #[error("{left} and {right} differ by less than {least}")]
    Difference { left: i64, right: i64, least: i64 },
    #[error("the runs are {lengths:?}")]
    Runs { lengths: Vec<usize> },
    #[error("the digit at place {place} is {found}")]
    Room { place: i64, found: i64 },
    #[error("there is no place {place}")]
    NoRoom { place: i64 },
    #[error("{value} and {} do not touch", .value + 1)]
    Path { value: i64 },
    #[error("{digit} does not occur often enough")]
    Quadruple { digit: Value },
    #[error("{low} or {high} does not occur")]
    NoCrust { low: i64, high: i64 },
    #[error("{seen} are seen")]
    Skyline { seen: usize },
    #[error("the line begins with {digit}")]
    XSumStart { digit: i64 },
}
