//! Kakuro: black cells with clues, then the clues outside of the grid.
//!
//! The grid has no row and no column of clues; this reader adds them.

use super::{Code, finish, numbers};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::{AddressError, CodeError, Fault, FormError};
use crate::plain::kakuro::{Sums, runs, sums};
use crate::rules::AnyRule;
use crate::shape::{MAX_SIDE, Shape};
use crate::symbols::Symbols;

/// Reads a kakuro.
pub(super) fn read(code: Code) -> Result<GridPuzzle, Fault> {
    let Code { shape: inner, mut symbols } = code;
    if inner.rows >= MAX_SIDE || inner.columns >= MAX_SIDE {
        return Err(AddressError::KakuroSides.into());
    }
    let shape = Shape { rows: inner.rows + 1, columns: inner.columns + 1 };
    let mut puzzle = GridPuzzle::new(Base::Kakuro, shape)?;
    let mut clues: Vec<Sums> = vec![(None, None); shape.cells()];
    let outer = |cell: usize| shape.cell(inner.row(cell) + 1, inner.column(cell) + 1);
    for cell in (0..shape.cells()).filter(|&c| shape.row(c) == 0 || shape.column(c) == 0) {
        puzzle.black[cell] = true;
    }
    let mut at = 0;
    while at < inner.cells() {
        if let Some(symbol @ 'k'..='z') = symbols.peek() {
            at += symbol as usize - 'k' as usize + 1;
            if at > inner.cells() {
                let (count, parts) = (inner.cells(), "cells");
                return Err(symbols.fault(CodeError::Length { count, parts }));
            }
            symbols.next();
            continue;
        }
        let cell = outer(at);
        puzzle.black[cell] = true;
        if !symbols.eat('.') {
            clues[cell] = (clue(&mut symbols)?, clue(&mut symbols)?);
        }
        at += 1;
    }
    for column in 1..shape.columns {
        if !puzzle.black[shape.cell(1, column)] {
            clues[shape.cell(0, column)].0 = clue(&mut symbols)?;
        }
    }
    for row in 1..shape.rows {
        if !puzzle.black[shape.cell(row, 1)] {
            clues[shape.cell(row, 0)].1 = clue(&mut symbols)?;
        }
    }
    symbols.end()?;
    let rules = runs(&puzzle, &clues)?;
    finish(puzzle, rules)
}

/// Takes a clue: `1` to `9`, `a` to `j` for 10 to 19, `A` to `Z` for 20 to 45, `0` or `-` for none.
fn clue(symbols: &mut Symbols) -> Result<Option<i64>, Fault> {
    let clue = match symbols.peek() {
        Some('0' | '-') => None,
        Some(c @ '1'..='9') => Some(c as i64 - '0' as i64),
        Some(c @ 'a'..='j') => Some(c as i64 - 'a' as i64 + 10),
        Some(c @ 'A'..='Z') => Some(c as i64 - 'A' as i64 + 20),
        _ => return Err(symbols.unexpected("a clue 1-9, a-j or A-Z, or 0 for none")),
    };
    symbols.next();
    Ok(clue)
}

/// Writes a kakuro, whose first row and first column are black. Returns the code with the size of
/// the grid inside of them.
pub(super) fn write(puzzle: &GridPuzzle) -> Result<(Shape, String), FormError> {
    let shape = puzzle.shape;
    if let Some(rule) = puzzle.rules.iter().find(|rule| !matches!(rule, AnyRule::Run(_))) {
        return Err(FormError::no_place("kakuro at puzz.link", rule, puzzle));
    }
    let is_edge = |cell: usize| shape.row(cell) == 0 || shape.column(cell) == 0;
    let has_digits = puzzle.digits == (1, 9) && puzzle.givens.iter().all(Option::is_none);
    let is_closed = (0..shape.cells()).all(|cell| !is_edge(cell) || puzzle.black[cell]);
    if !has_digits || !is_closed || shape.rows < 2 || shape.columns < 2 {
        return Err(FormError::KakuroBoard);
    }
    let clues = sums(puzzle);
    let mut text = String::new();
    let mut white = 0;
    for cell in (0..shape.cells()).filter(|&cell| !is_edge(cell)) {
        if !puzzle.black[cell] {
            white += 1;
            continue;
        }
        numbers::write_skip(&mut text, white, 'k');
        white = 0;
        match clues[cell] {
            (None, None) => text.push('.'),
            (down, across) => text.extend([symbol(down)?, symbol(across)?]),
        }
    }
    numbers::write_skip(&mut text, white, 'k');
    for column in (1..shape.columns).filter(|&column| !puzzle.black[shape.cell(1, column)]) {
        text.push(symbol(clues[column].0)?);
    }
    for row in (1..shape.rows).filter(|&row| !puzzle.black[shape.cell(row, 1)]) {
        text.push(symbol(clues[shape.cell(row, 0)].1)?);
    }
    Ok((Shape { rows: shape.rows - 1, columns: shape.columns - 1 }, text))
}

fn symbol(clue: Option<i64>) -> Result<char, FormError> {
    let (first, number) = match clue {
        None => return Ok('0'),
        Some(number @ 1..=9) => (b'1', number - 1),
        Some(number @ 10..=19) => (b'a', number - 10),
        Some(number @ 20..=45) => (b'A', number - 20),
        Some(sum) => return Err(FormError::KakuroSum { sum }),
    };
    Ok(char::from(first + number as u8))
}
