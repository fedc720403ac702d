//! Unruly: a takuzu.
//!
//! A lower case letter is a 0, an upper case letter a 1, after as many blank cells as its place in
//! the alphabet, from 0. `z` and `Z` are 25 blank cells and no digit. The text ends one cell past
//! the grid.

use super::finish;
use super::id::Id;
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{CodeError, Fault, FormError};

/// Reads an ID of unruly.
pub(super) fn read(id: &Id<'_>) -> Result<GridPuzzle, Fault> {
    id.letters_of("u")?;
    let mut puzzle = id.grid(Base::Takuzu)?;
    puzzle.unique_lines = id.has('u');
    let cells = puzzle.shape.cells();
    let mut symbols = id.symbols();
    let mut at = 0;
    while let Some(symbol) = symbols.peek() {
        if !symbol.is_ascii_alphabetic() {
            return Err(symbols.unexpected("a letter"));
        }
        let skip = symbol.to_ascii_lowercase() as usize - 'a' as usize;
        at += skip;
        if at > cells {
            return Err(symbols.fault(CodeError::ExtraCells { expected: cells }));
        }
        if skip < 25 {
            if at < cells {
                puzzle.givens[at] = Some(i32::from(symbol.is_ascii_uppercase()));
            }
            at += 1;
        }
        symbols.next();
    }
    if at != cells + 1 {
        return Err(symbols.fault(CodeError::CellsAndEnd { found: at, expected: cells }));
    }
    finish(puzzle, Vec::new())
}

/// Writes an ID of unruly.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<String, FormError> {
    let shape = puzzle.shape;
    if let Some(rule) = puzzle.rules.first() {
        return Err(FormError::no_place("unruly", rule, puzzle));
    }
    let unique = if puzzle.unique_lines { "u" } else { "" };
    let mut text = format!("{}x{}{unique}:", shape.columns, shape.rows);
    let mut blanks = 0u32;
    for given in puzzle.givens.iter().copied().chain([Some(0)]) {
        let Some(digit) = given else {
            blanks += 1;
            continue;
        };
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
