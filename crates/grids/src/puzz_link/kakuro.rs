//! Kakuro: black cells with clues, then the clues outside of the grid.
//!
//! The grid has no row and no column of clues; this reader adds them.

use super::{PuzzLinkCode, finish_puzzle, numbers};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::{AddressError, CodeError, GridFormError, LocatedTextError};
use crate::plain::kakuro::{Sums, cell_sums, run_rules};
use crate::rules::AnyRule;
use crate::shape::{GridShape, MAX_SIDE};
use crate::symbols::SymbolCursor;

/// Reads a kakuro.
pub(super) fn read_kakuro(code: PuzzLinkCode) -> Result<GridPuzzle, LocatedTextError> {
    let PuzzLinkCode { shape: inner, mut symbols } = code;
    if inner.rows >= MAX_SIDE || inner.columns >= MAX_SIDE {
        return Err(AddressError::KakuroSides.into());
    }
    let shape = GridShape { rows: inner.rows + 1, columns: inner.columns + 1 };
    let mut puzzle = GridPuzzle::new(GridBase::Kakuro, shape)?;
    let mut clues: Vec<Sums> = vec![(None, None); shape.cell_count()];
    // The cell of the larger grid, which has a row and a column of clues before the others.
    let outer = |cell: usize| shape.cell_at(inner.row(cell) + 1, inner.column(cell) + 1);
    for cell in (0..shape.cell_count()).filter(|&c| shape.row(c) == 0 || shape.column(c) == 0) {
        puzzle.black[cell] = true;
    }
    let mut at = 0;
    while at < inner.cell_count() {
        if let Some(symbol @ 'k'..='z') = symbols.peek_symbol() {
            at += symbol as usize - 'k' as usize + 1;
            if at > inner.cell_count() {
                let (count, parts) = (inner.cell_count(), "cells");
                return Err(symbols.symbol_error(CodeError::Length { count, parts }));
            }
            symbols.next();
            continue;
        }
        let cell = outer(at);
        puzzle.black[cell] = true;
        if !symbols.take_if('.') {
            // The code has the sum down first.
            clues[cell] = (take_clue(&mut symbols)?, take_clue(&mut symbols)?);
        }
        at += 1;
    }
    // Only a line that begins with a white cell has a clue outside of the grid.
    for column in 1..shape.columns {
        if !puzzle.black[shape.cell_at(1, column)] {
            clues[shape.cell_at(0, column)].0 = take_clue(&mut symbols)?;
        }
    }
    for row in 1..shape.rows {
        if !puzzle.black[shape.cell_at(row, 1)] {
            clues[shape.cell_at(row, 0)].1 = take_clue(&mut symbols)?;
        }
    }
    symbols.expect_end()?;
    let rules = run_rules(&puzzle, &clues)?;
    finish_puzzle(puzzle, rules)
}

/// Takes a clue: `1` to `9`, `a` to `j` for 10 to 19, `A` to `Z` for 20 to 45, `0` or `-` for none.
fn take_clue(symbols: &mut SymbolCursor) -> Result<Option<i64>, LocatedTextError> {
    let clue = match symbols.peek_symbol() {
        Some('0' | '-') => None,
        Some(c @ '1'..='9') => Some(c as i64 - '0' as i64),
        Some(c @ 'a'..='j') => Some(c as i64 - 'a' as i64 + 10),
        Some(c @ 'A'..='Z') => Some(c as i64 - 'A' as i64 + 20),
        _ => return Err(symbols.unexpected_symbol("a clue 1-9, a-j or A-Z, or 0 for none")),
    };
    symbols.next();
    Ok(clue)
}

/// Writes a kakuro, whose first row and first column are black. Returns the code with the size of
/// the grid inside of them.
pub(super) fn write_kakuro(puzzle: &GridPuzzle) -> Result<(GridShape, String), GridFormError> {
    let shape = puzzle.shape;
    if let Some(rule) = puzzle.rules.iter().find(|rule| !matches!(rule, AnyRule::Run(_))) {
        return Err(GridFormError::no_place("kakuro at puzz.link", rule, puzzle));
    }
    let is_edge = |cell: usize| shape.row(cell) == 0 || shape.column(cell) == 0;
    let has_digits = puzzle.digits == (1, 9) && puzzle.givens.iter().all(Option::is_none);
    let is_closed = (0..shape.cell_count()).all(|cell| !is_edge(cell) || puzzle.black[cell]);
    if !has_digits || !is_closed || shape.rows < 2 || shape.columns < 2 {
        return Err(GridFormError::KakuroBoard);
    }
    let clues = cell_sums(puzzle);
    let mut text = String::new();
    let mut white = 0;
    for cell in (0..shape.cell_count()).filter(|&cell| !is_edge(cell)) {
        if !puzzle.black[cell] {
            white += 1;
            continue;
        }
        numbers::write_skip(&mut text, white, 'k');
        white = 0;
        match clues[cell] {
            (None, None) => text.push('.'),
            (down, across) => text.extend([clue_symbol(down)?, clue_symbol(across)?]),
        }
    }
    numbers::write_skip(&mut text, white, 'k');
    for column in (1..shape.columns).filter(|&column| !puzzle.black[shape.cell_at(1, column)]) {
        text.push(clue_symbol(clues[column].0)?);
    }
    for row in (1..shape.rows).filter(|&row| !puzzle.black[shape.cell_at(row, 1)]) {
        text.push(clue_symbol(clues[shape.cell_at(row, 0)].1)?);
    }
    Ok((GridShape { rows: shape.rows - 1, columns: shape.columns - 1 }, text))
}

fn clue_symbol(clue: Option<i64>) -> Result<char, GridFormError> {
    let (first, number) = match clue {
        None => return Ok('0'),
        Some(number @ 1..=9) => (b'1', number - 1),
        Some(number @ 10..=19) => (b'a', number - 10),
        Some(number @ 20..=45) => (b'A', number - 20),
        Some(sum) => return Err(GridFormError::KakuroSum { sum }),
    };
    Ok(char::from(first + number as u8))
}
