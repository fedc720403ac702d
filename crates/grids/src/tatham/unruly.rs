//! Unruly: a takuzu.
//!
//! A lower case letter is a 0, an upper case letter a 1, after as many blank cells as its place in
//! the alphabet, from 0. `z` and `Z` are 25 blank cells and no digit. The text ends one cell past
//! the grid.

use super::finish_puzzle;
use super::id::TathamGameId;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{CodeError, GridFormError, LocatedTextError};

/// Reads an ID of unruly.
pub(super) fn read_unruly(id: &TathamGameId<'_>) -> Result<GridPuzzle, LocatedTextError> {
    id.letters_of("u")?;
    let mut puzzle = id.empty_grid(GridBase::Takuzu)?;
    puzzle.unique_lines = id.has_letter('u');
    let cells = puzzle.shape.cell_count();
    let mut symbols = id.description_symbols();
    let mut at = 0;
    while let Some(symbol) = symbols.peek_symbol() {
        if !symbol.is_ascii_alphabetic() {
            return Err(symbols.unexpected_symbol("a letter"));
        }
        let skip = symbol.to_ascii_lowercase() as usize - 'a' as usize;
        at += skip;
        if at > cells {
            return Err(symbols.symbol_error(CodeError::ExtraCells { expected: cells }));
        }
        // `z` only skips. Every other letter ends with a digit, of which the last is past the grid.
        if skip < 25 {
            if at < cells {
                puzzle.givens[at] = Some(i32::from(symbol.is_ascii_uppercase()));
            }
            at += 1;
        }
        symbols.next();
    }
    if at != cells + 1 {
        return Err(symbols.symbol_error(CodeError::CellsAndEnd { found: at, expected: cells }));
    }
    finish_puzzle(puzzle, Vec::new())
}

/// Writes an ID of unruly.
pub(super) fn write_unruly(puzzle: &GridPuzzle) -> Result<String, GridFormError> {
    let shape = puzzle.shape;
    if let Some(rule) = puzzle.rules.first() {
        return Err(GridFormError::no_place("unruly", rule, puzzle));
    }
    let unique = if puzzle.unique_lines { "u" } else { "" };
    let mut text = format!("{}x{}{unique}:", shape.columns, shape.rows);
    let mut blanks = 0u32;
    // The text ends with a digit one cell past the grid.
    for given in puzzle.givens.iter().copied().chain([Some(0)]) {
        let Some(digit) = given else {
            blanks += 1;
            continue;
        };
        // `z` skips 25 cells without a digit; up to 24 are part of the letter with the digit.
        while blanks > 24 {
            text.push('z');
            blanks -= 25;
        }
        let first = if digit == 1 { 'A' } else { 'a' };
        text.extend(char::from_u32(first as u32 + blanks));
        blanks = 0;
    }
    Ok(text)
}
