//! Draws full grids.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::SudokuPuzzle;

/// Maximum order at which only cells are chosen. The boards of the published tables are made this
/// way.
const CELLS_ONLY: usize = 9;

/// Number of tries of values before the filling starts again, up to order [`CELLS_ONLY`]: more than
/// any filling needs.
const MAX_VALUE_TRIES: u64 = 100_000;

/// Draws a full grid. Fills the cell with the fewest possible values first; beyond order
/// [`CELLS_ONLY`] also a value's place in a row, column or box if that has fewer. Tries the choices
/// in random order. Starts again, with twice the tries, after too many. Not all grids are equally
/// likely.
pub(super) fn full_grid(empty: &SudokuPuzzle, rng: &mut impl Rng) -> Vec<Value> {
    let mut tries = match empty.order() {
        ..=CELLS_ONLY => MAX_VALUE_TRIES,
        order => 2 * (order * order) as u64,
    };
    loop {
        let mut filling = SudokuFiller::new(empty, tries);
        if filling.fill_grid(rng) {
            return filling.values;
        }
        tries = tries.saturating_mul(2);
    }
}

/// A grid that is being filled.
struct SudokuFiller {
    order: usize,
    height: usize,
    width: usize,
    /// 0 where a cell is empty.
    values: Vec<Value>,
    /// The values used in each row, column and box, as bits.
    used: [Vec<u128>; 3],
    /// The number of remaining tries.
    tries: u64,
}

/// A cell and a value, from 0, that it may take.
type Choice = (usize, usize);

impl SudokuFiller {
    fn new(empty: &SudokuPuzzle, tries: u64) -> Self {
        let order = empty.order();
        SudokuFiller {
            order,
            height: empty.box_height(),
            width: empty.box_width(),
            values: vec![0; order * order],
            used: [vec![0; order], vec![0; order], vec![0; order]],
            tries,
        }
    }

    /// Returns the row, the column and the box of a cell.
    fn cell_units(&self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.order, cell % self.order);
        // A band has as many boxes as a box has rows.
        [row, column, row / self.height * self.height + column / self.width]
    }

    /// Returns the values that a cell may still take, as bits.
    fn open_values(&self, cell: usize) -> u128 {
        let units = self.cell_units(cell);
        let used = units.iter().zip(&self.used).fold(0, |all, (&unit, used)| all | used[unit]);
        !used & (u128::MAX >> (u128::BITS as usize - self.order))
    }

    fn empty_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.values.len()).filter(|&cell| self.values[cell] == 0)
    }

    /// Fills the empty cells and returns whether that is possible within the tries.
    fn fill_grid(&mut self, rng: &mut impl Rng) -> bool {
        let Some(mut choices) = self.fewest_choices() else { return true };
        // One of the choices holds in every completion, so if all fail, the grid has none.
        choices.shuffle(rng);
        for (cell, bit) in choices {
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            self.values[cell] = bit as Value + 1;
            self.toggle_bit(cell, bit);
            if self.fill_grid(rng) {
                return true;
            }
            self.toggle_bit(cell, bit);
            self.values[cell] = 0;
        }
        false
    }

    fn toggle_bit(&mut self, cell: usize, bit: usize) {
        for (unit, used) in self.cell_units(cell).into_iter().zip(&mut self.used) {
            used[unit] ^= 1 << bit;
        }
    }

    /// Returns the choices at the place with the fewest; `None` if the grid is full.
    fn fewest_choices(&self) -> Option<Vec<Choice>> {
        // An empty cell without a value has no choices, so the caller undoes its last one.
        let cell = self.empty_cells().min_by_key(|&cell| self.open_values(cell).count_ones())?;
        let open = self.open_values(cell);
        let limit = open.count_ones();
        let in_unit = (self.order > CELLS_ONLY).then(|| self.choices_in_unit(limit)).flatten();
        let bits = (0..self.order).filter(|bit| open & (1 << bit) != 0);
        Some(in_unit.unwrap_or_else(|| bits.map(|bit| (cell, bit)).collect()))
    }

    /// Returns the cells of a value in the unit that has the fewest for it, if fewer than `limit`.
    fn choices_in_unit(&self, limit: u32) -> Option<Vec<Choice>> {
        let n = self.order;
        // The number of cells for each kind of unit, unit and value.
        let mut cells = vec![0u32; 3 * n * n];
        for cell in self.empty_cells() {
            let open = self.open_values(cell);
            for (kind, unit) in self.cell_units(cell).into_iter().enumerate() {
                for bit in (0..n).filter(|bit| open & (1 << bit) != 0) {
                    cells[(kind * n + unit) * n + bit] += 1;
                }
            }
        }
        let is_open = |&index: &usize| {
            let (unit, bit) = (index / n, index % n);
            self.used[unit / n][unit % n] & (1 << bit) == 0
        };
        // A value without a cell counts 0 and leaves no choice, which ends the branch.
        let index = (0..3 * n * n).filter(is_open).min_by_key(|&index| cells[index])?;
        let (kind, unit, bit) = (index / n / n, index / n % n, index % n);
        let fits = |&cell: &usize| {
            self.cell_units(cell)[kind] == unit && self.open_values(cell) & (1 << bit) != 0
        };
        (cells[index] < limit)
            .then(|| self.empty_cells().filter(fits).map(|cell| (cell, bit)).collect())
    }
}

#[cfg(test)]
mod tests {
    use parallax_instance::Instance;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn full_grids_keep_the_rules_and_differ() {
        for (order, number) in
            [(4, 20), (6, 20), (8, 20), (9, 20), (10, 20), (12, 10), (16, 5), (25, 1)]
        {
            let mut rng = ChaCha8Rng::seed_from_u64(order as u64);
            let empty = SudokuPuzzle::without_clues(order).unwrap();
            let grids: Vec<_> = (0..number).map(|_| full_grid(&empty, &mut rng)).collect();
            assert!(grids.iter().all(|grid| empty.rules(grid).is_ok()));
            assert!((1..number).all(|i| grids[i] != grids[i - 1]), "order {order}");
        }
    }
}
