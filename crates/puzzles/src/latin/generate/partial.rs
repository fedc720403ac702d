//! Partial Latin squares to complete, perhaps without a solution.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::super::errors::RequestError;
use super::super::super::generated::{CellAmount, GeneratedPuzzle, count_clues};
use super::super::super::line_fields::count_noun;
use super::super::LatinPuzzle;

/// Requirements of partial squares.
#[derive(Clone, Debug, PartialEq)]
pub struct PartialSquareOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of cells with a value, or their share. Half of the squares have a solution with
    /// 42 % at order 10, with 57 % at order 30.
    pub filled: CellAmount,
    /// Whether a value is taken only if it leaves each empty cell of its row and column a value,
    /// and each value a place.
    pub ahead: bool,
    /// Number of squares to begin before the fullest is taken, at least 1.
    pub tries: u32,
}

impl PartialSquareOptions {
    /// Returns the number of cells with a value.
    ///
    /// # Errors
    /// Returns an error if the order is out of range, or there are not that many cells.
    pub fn filled_count(&self) -> Result<usize, RequestError> {
        let order = self.order;
        LatinPuzzle::without_clues(order)?;
        let error = RequestError::Amount { amount: self.filled, parts: "filled", order };
        self.filled.cell_count(order * order).ok_or(error)
    }
}

/// Generates a random partial Latin square (quasigroup completion, Gomes and Selman 1997). It takes
/// the cells in random order and gives each a random value that no cell in its row or column has; a
/// cell without such a value stays empty. There may be no solution. After
/// [`PartialSquareOptions::tries`] squares, returns the fullest.
///
/// # Errors
/// Returns the errors of [`PartialSquareOptions::filled_count`].
pub fn generate_partial(
    wanted: &PartialSquareOptions,
    rng: &mut impl Rng,
) -> Result<GeneratedPuzzle<LatinPuzzle>, RequestError> {
    let filled = wanted.filled_count()?;
    let tries = wanted.tries.max(1);
    let mut fullest = LatinPuzzle::without_clues(wanted.order)?;
    for _ in 0..tries {
        let clues = attempt_square(wanted, filled, rng);
        if count_clues(&clues) > count_clues(fullest.clues()) {
            fullest = LatinPuzzle::new(wanted.order, clues)?;
        }
        if count_clues(fullest.clues()) == filled {
            return Ok(GeneratedPuzzle::exact_match(fullest));
        }
    }
    let (found, tries) = (count_clues(fullest.clues()), count_noun(tries as usize, "try", "tries"));
    let missed = format!("{found} instead of {filled} cells filled, the most of {tries}");
    Ok(GeneratedPuzzle { puzzle: fullest, missed: Some(missed) })
}

fn attempt_square(
    wanted: &PartialSquareOptions,
    filled: usize,
    rng: &mut impl Rng,
) -> Vec<Option<Value>> {
    let order = wanted.order;
    let mut square = PartialSquare::new_empty(order);
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
            square.set_cell(cell, Some(value));
            if !wanted.ahead || square.is_viable_around(cell) {
                left -= 1;
                break;
            }
            // The value closes a cell or a line around it, so the next one is tried.
            square.set_cell(cell, None);
        }
    }
    square.cells.into_iter().map(|value| value.map(|value| value as Value + 1)).collect()
}

/// A partial square; values from 0.
struct PartialSquare {
    order: usize,
    cells: Vec<Option<usize>>,
    /// Whether a row, or a column, has a value.
    used: [Vec<bool>; 2],
}

impl PartialSquare {
    fn new_empty(order: usize) -> Self {
        let used = || vec![false; order * order];
        PartialSquare { order, cells: vec![None; order * order], used: [used(), used()] }
    }

    fn cell_lines(&self, cell: usize) -> [usize; 2] {
        [cell / self.order, cell % self.order]
    }

    fn has_value(&self, line: [usize; 2], value: usize) -> bool {
        let [kind, at] = line;
        self.used[kind][at * self.order + value]
    }

    fn is_open(&self, cell: usize, value: usize) -> bool {
        let [row, column] = self.cell_lines(cell);
        self.cells[cell].is_none()
            && !self.has_value([0, row], value)
            && !self.has_value([1, column], value)
    }

    fn set_cell(&mut self, cell: usize, value: Option<usize>) {
        let old = std::mem::replace(&mut self.cells[cell], value);
        for (kind, line) in self.cell_lines(cell).into_iter().enumerate() {
            // The old value is cleared first, so that a value set twice stays marked.
            for (value, is_used) in [(old, false), (value, true)] {
                if let Some(value) = value {
                    self.used[kind][line * self.order + value] = is_used;
                }
            }
        }
    }

    /// Returns the cells of a row (0) or a column (1).
    fn cells_of(&self, [kind, at]: [usize; 2]) -> impl Iterator<Item = usize> + use<> {
        let (first, step) = if kind == 0 { (at * self.order, 1) } else { (at, self.order) };
        (0..self.order).map(move |place| first + place * step)
    }

    /// Whether the last value, in this cell, leaves each empty cell of its row and its column a
    /// value, each value a place in these two, and itself a place in the lines that cross them.
    fn is_viable_around(&self, cell: usize) -> bool {
        let Some(last) = self.cells[cell] else { return true };
        self.cell_lines(cell).into_iter().enumerate().all(|(kind, at)| {
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
        self.has_value(line, value) || self.cells_of(line).any(|cell| self.is_open(cell, value))
    }
}
