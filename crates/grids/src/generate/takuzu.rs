//! Takuzu: as many 0 as 1, no three in a row, and no two equal rows or columns.

use parallax_model::Value;
use rand::{Rng, RngCore};

use super::{GridDraft, square};
use crate::board::GridBase;
use crate::errors::DraftError;

/// Maximum numbers of digits that a filling places, and of fillings.
const MAX_PLACED_DIGITS: usize = 20_000;
const MAX_FILLINGS: usize = 1000;

/// Draws a full grid.
pub(super) fn draw_takuzu(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut puzzle = square::empty_square(GridBase::Takuzu, size)?;
    puzzle.unique_lines = true;
    match (0..MAX_FILLINGS).find_map(|_| fill_takuzu(size, rng)) {
        Some(solution) => Ok(GridDraft { puzzle, solution }),
        None => Err(DraftError::NoGrid { searches: MAX_FILLINGS }),
    }
}

/// Fills a grid cell by cell, with the digits of each in random order. `None` after too many
/// digits.
fn fill_takuzu(size: usize, rng: &mut dyn RngCore) -> Option<Vec<Value>> {
    let cells = size * size;
    let mut values: Vec<Value> = Vec::with_capacity(cells);
    // The digits that each filled cell has not tried, as bits.
    let mut untried: Vec<u8> = Vec::with_capacity(cells);
    // The digits that the next cell has not tried.
    let mut open = 0b11;
    for _ in 0..MAX_PLACED_DIGITS {
        if values.len() == cells {
            return Some(values);
        }
        while open == 0 {
            values.pop();
            open = untried.pop()?;
        }
        let value = match open {
            0b11 => rng.random_range(0..=1),
            // The mask 0b01 leaves the digit 0, and 0b10 the digit 1.
            only => Value::from(only >> 1),
        };
        open &= !(1 << value);
        values.push(value);
        if fits_rules(size, &values) {
            untried.push(open);
            open = 0b11;
        } else {
            values.pop();
        }
    }
    None
}

/// Whether the last digit keeps the rules with those before it.
fn fits_rules(size: usize, values: &[Value]) -> bool {
    let Some(last) = values.len().checked_sub(1) else { return true };
    let (row, column) = (last / size, last % size);
    let digit = values[last];
    let line = |from: usize, step: usize| values[from..].iter().step_by(step);
    // The last value is in this row, so the row so far is all that follows its start.
    let in_row = &values[row * size..];
    let half = size / 2;
    let in_row_equal = in_row.iter().filter(|&&other| other == digit).count();
    let in_column_equal = line(column, size).filter(|&&other| other == digit).count();
    if in_row_equal > half || in_column_equal > half {
        return false;
    }
    let third = |step: usize| values[last - step] == digit && values[last - 2 * step] == digit;
    if column >= 2 && third(1) || row >= 2 && third(size) {
        return false;
    }
    let ends_row = column + 1 == size;
    if ends_row && values.chunks(size).take(row).any(|other| other == in_row) {
        return false;
    }
    let ends_column = row + 1 == size;
    !ends_column || (0..column).all(|other| !line(other, size).eq(line(column, size)))
}
