//! An address: its kind, its size and its body.

use parallax_instance::shorten_text;

use super::address;
use super::borders;
use super::factors;
use super::kakuro;
use super::nonogram;
use super::sudoku;
use crate::GridPuzzle;
use crate::errors::{AddressError, LocatedTextError};
use crate::rules::AnyRule;
use crate::shape::GridShape;
use crate::symbols::SymbolCursor;

/// The shape of a puzzle and the code after it.
pub(super) struct PuzzLinkCode {
    pub(super) shape: GridShape,
    pub(super) symbols: SymbolCursor,
}

/// Reads the code of a kind of puzzle.
type PuzzLinkReader = fn(PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError>;

/// The supported kinds.
const PUZZLE_KIND_READERS: [(&str, PuzzLinkReader); 7] = [
    ("sudoku", sudoku::read_sudoku),
    ("skyscrapers", sudoku::read_skyscrapers),
    ("kakuro", kakuro::read_kakuro),
    ("kropki", borders::read_kropki),
    ("minarism", borders::read_minarism),
    ("factors", factors::read_factors),
    ("nonogram", nonogram::read_nonogram),
];

/// Returns whether a line looks like an address of puzz.link, or of one of its copies.
#[must_use]
pub(crate) fn is_puzz_link(line: &str) -> bool {
    address::find_site(line.trim()).is_some()
}

/// Reads an address.
///
/// # Errors
/// Returns a fault if it is no address of a kind of puzzle that is read here, or if its code is not
/// exactly as long as the grid needs. Its column counts from the start of the text.
pub(crate) fn read_puzz_link(text: &str) -> Result<GridPuzzle, LocatedTextError> {
    let (kind, code) = address::split_address(text)?;
    if kind.text == "hitori" {
        return Err(LocatedTextError::at_column(kind.column, AddressError::Hitori));
    }
    let Some((_, read)) = PUZZLE_KIND_READERS.iter().find(|(name, _)| *name == kind.text) else {
        let kinds = PUZZLE_KIND_READERS.iter().map(|(name, _)| *name).collect();
        let error = AddressError::UnknownKind { found: shorten_text(kind.text), kinds };
        return Err(LocatedTextError::at_column(kind.column, error));
    };
    read(code)
}

/// Requires that the rules fit the board.
pub(super) fn finish_puzzle(
    mut puzzle: GridPuzzle,
    rules: Vec<AnyRule>,
) -> Result<GridPuzzle, LocatedTextError> {
    puzzle.rules = rules;
    puzzle.validate_puzzle()?;
    Ok(puzzle)
}
