//! Partial Latin squares to complete, perhaps without a solution.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::super::errors::RequestError;
use super::super::super::generated::{Amount, Made, number};
use super::super::super::token::counted;
use super::super::Latin;

/// Requirements of partial squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Partial {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of cells with a value, or their share. Half of the squares have a solution with
    /// 42 % at order 10, with 57 % at order 30.
    pub filled: Amount,
    /// Whether a value is taken only if it leaves each empty cell of its row and column a value,
    /// and each value a place.
    pub ahead: bool,
    /// Number of squares to begin before the fullest is taken, at least 1.
    pub tries: u32,
}

impl Partial {
    /// Returns the number of cells with a value.
    ///
    /// # Errors
    /// Returns an error if the order is out of range, or there are not that many cells.
    pub fn number(&self) -> Result<usize, RequestError> {
        let order = self.order;
        Latin::empty(order)?;
        let error = RequestError::Amount { amount: self.filled, parts: "filled", order };
        self.filled.of(order * order).ok_or(error)
    }
}

/// Generates a random partial Latin square (quasigroup completion, Gomes and Selman 1997). It takes
/// the cells in random order and gives each a random value that no cell in its row or column has; a
/// cell without such a value stays empty. There may be no solution. After [`Partial::tries`]
/// squares, returns the fullest.
///
/// # Errors
/// Returns the errors of [`Partial::number`].
pub fn partial(wanted: &Partial, rng: &mut impl Rng) -> Result<Made<Latin>, RequestError> {
    let filled = wanted.number()?;
    let tries = wanted.tries.max(1);
    let mut fullest = Latin::empty(wanted.order)?;
    for _ in 0..tries {
        let clues = attempt(wanted, filled, rng);
        if number(&clues) > number(fullest.clues()) {
            fullest = Latin::new(wanted.order, clues)?;
        }
        if number(fullest.clues()) == filled {
            return Ok(Made::exact(fullest));
        }
    }
    let (found, tries) = (number(fullest.clues()), counted(tries as usize, "try", "tries"));
    let missed = format!("{found} instead of {filled} cells filled, the most of {tries}");
    Ok(Made { puzzle: fullest, missed: Some(missed) })
}

fn attempt(wanted: &Partial, filled: usize, rng: &mut impl Rng) -> Vec<Option<Value>> {
    let order = wanted.order;
    let mut square = Square::empty(order);
    let mut cells: Vec<usize> = (0..order * order).collect();
    cells.shuffle(rng);
    let mut left = filled;
    for cell in cells {
        if left == 0 {
            break;
        }
        let mut values: Vec<usize> = (0..order).filter(|&v| square.is_open(cell, v)).collect();
        values.shuffle(rng);
        for value in values {
            square.set(cell, Some(value));
            if !wanted.ahead || square.is_viable_around(cell) {
                left -= 1;
                break;
            }
            square.set(cell, None);
        }
    }
    square.cells.into_iter().map(|value| value.map(|value| value as Value + 1)).collect()
}

/// A partial square; values from 0.
struct Square {
    order: usize,
    cells: Vec<Option<usize>>,
    /// Whether a row, or a column, has a value.
    used: [Vec<bool>; 2],
}

impl Square {
    fn empty(order: usize) -> Self {
        let used = || vec![false; order * order];
        Square { order, cells: vec![None; order * order], used: [used(), used()] }
    }

    fn lines(&self, cell: usize) -> [usize; 2] {
        [cell / self.order, cell % self.order]
    }

    fn has(&self, line: [usize; 2], value: usize) -> bool {
        let [kind, at] = line;
        self.used[kind][at * self.order + value]
    }

    fn is_open(&self, cell: usize, value: usize) -> bool {
        let [row, column] = self.lines(cell);
        self.cells[cell].is_none() && !self.has([0, row], value) && !self.has([1, column], value)
    }

    fn set(&mut self, cell: usize, value: Option<usize>) {
        let old = std::mem::replace(&mut self.cells[cell], value);
        for (kind, line) in self.lines(cell).into_iter().enumerate() {
            for (value, is_used) in [(old, false), (value, true)] {
                if let Some(value) = value {
                    self.used[kind][line * self.order + value] = is_used;
                }
            }
        }
    }

    /// The cells of a row (0) or a column (1).
    fn cells_of(&self, [kind, at]: [usize; 2]) -> impl Iterator<Item = usize> + use<> {
        let (first, step) = if kind == 0 { (at * self.order, 1) } else { (at, self.order) };
        (0..self.order).map(move |place| first + place * step)
    }

    /// Whether the last value, in this cell, leaves each empty cell of its row and its column a
    /// value, each value a place in these two, and itself a place in the lines that cross them.
    fn is_viable_around(&self, cell: usize) -> bool {
        let Some(last) = self.cells[cell] else { return true };
        self.lines(cell).into_iter().enumerate().all(|(kind, at)| {
            let line = [kind, at];
            let has_value = |cell: usize| {
                self.cells[cell].is_some() || (0..self.order).any(|v| self.is_open(cell, v))
            };
            let cells_stay = self.cells_of(line).all(has_value);
            let values_stay = (0..self.order).all(|value| self.has_place(line, value));
            // The value can no longer take the cells of this line, which the crossing lines need.
            let crossing = (0..self.order).all(|other| self.has_place([1 - kind, other], last));
            cells_stay && values_stay && crossing
        })
    }

    fn has_place(&self, line: [usize; 2], value: usize) -> bool {
        self.has(line, value) || self.cells_of(line).any(|cell| self.is_open(cell, value))
    }
}
