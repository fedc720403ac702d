//! An address: its kind, its size and its body.

use parallax_model::instance::shorten;

use super::address;
use super::borders;
use super::factors;
use super::kakuro;
use super::nonogram;
use super::sudoku;
use crate::GridPuzzle;
use crate::errors::{AddressError, Fault};
use crate::rules::AnyRule;
use crate::shape::Shape;
use crate::symbols::Symbols;

/// The shape of a puzzle and the code after it.
pub(super) struct Code {
    pub(super) shape: Shape,
    pub(super) symbols: Symbols,
}

/// Reads the code of a kind of puzzle.
type Read = fn(Code) -> Result<GridPuzzle, Fault>;

/// The kinds that have a place here.
const KINDS: [(&str, Read); 7] = [
    ("sudoku", sudoku::read),
    ("skyscrapers", sudoku::read_skyscrapers),
    ("kakuro", kakuro::read),
    ("kropki", borders::read_kropki),
    ("minarism", borders::read_minarism),
    ("factors", factors::read),
    ("nonogram", nonogram::read),
];

/// Returns whether a line looks like an address of puzz.link, or of one of its copies.
#[must_use]
pub(crate) fn is_puzz_link(line: &str) -> bool {
    address::place(line.trim()).is_some()
}

/// Reads an address.
///
/// # Errors
/// Returns a fault if it is no address of a kind of puzzle that is read here, or if its code is not
/// exactly as long as the grid needs. Its column counts from the start of the text.
pub(crate) fn read_puzz_link(text: &str) -> Result<GridPuzzle, Fault> {
    let (kind, code) = address::split(text)?;
    if kind.text == "hitori" {
        return Err(Fault::at(kind.column, AddressError::Hitori));
    }
    let Some((_, read)) = KINDS.iter().find(|(name, _)| *name == kind.text) else {
        let kinds = KINDS.iter().map(|(name, _)| *name).collect();
        let error = AddressError::UnknownKind { found: shorten(kind.text), kinds };
        return Err(Fault::at(kind.column, error));
    };
    read(code)
}

/// Requires that the rules fit the board.
pub(super) fn finish(mut puzzle: GridPuzzle, rules: Vec<AnyRule>) -> Result<GridPuzzle, Fault> {
    puzzle.rules = rules;
    puzzle.validate()?;
    Ok(puzzle)
}
