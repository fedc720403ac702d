//! Generates random 9x9 Sudokus with one solution.

use rand::Rng;
use rand::seq::SliceRandom;

use super::Sudoku;
use crate::model::Value;

const ORDER: usize = 9;
const CELLS: usize = ORDER * ORDER;

/// Generates a random board with one solution. It starts from a random full
/// grid and removes clues in random order while the solution stays unique, down
/// to `least` clues. With `least` 0 the board is minimal: no clue can be
/// removed. Not all boards are equally likely.
///
/// `count` returns how many solutions a board has; for several, any number from
/// 2 is enough. If it returns `None`, so does `generate`.
pub fn generate(
    rng: &mut impl Rng,
    least: usize,
    count: &mut dyn FnMut(&Sudoku) -> Option<u64>,
) -> Option<Sudoku> {
    let grid = full_grid(rng)?;
    let mut board = Sudoku::new(ORDER, grid.into_iter().map(Some).collect()).ok()?;
    let mut order: Vec<usize> = (0..CELLS).collect();
    order.shuffle(rng);
    let mut left = CELLS;
    for cell in order {
        if left <= least {
            break;
        }
        let mut clues = board.clues().to_vec();
        clues[cell] = None;
        let fewer = Sudoku::new(ORDER, clues).ok()?;
        if count(&fewer)? == 1 {
            board = fewer;
            left -= 1;
        }
    }
    Some(board)
}

/// Draws a full grid. Fills the cell with the fewest values left first, and
/// tries its values in random order.
fn full_grid(rng: &mut impl Rng) -> Option<Vec<Value>> {
    let mut filling = Filling { values: [0; CELLS], used: [[0; ORDER]; 3] };
    filling.complete(rng).then(|| filling.values.to_vec())
}

/// A grid that is being filled.
struct Filling {
    /// 0 where a cell is empty.
    values: [Value; CELLS],
    /// The values used in each row, column and box, as bits.
    used: [[u16; ORDER]; 3],
}

/// The row, the column and the box of a cell.
fn units(cell: usize) -> [usize; 3] {
    let (row, column) = (cell / ORDER, cell % ORDER);
    [row, column, row / 3 * 3 + column / 3]
}

impl Filling {
    /// The values that a cell may still take, as bits.
    fn open(&self, cell: usize) -> u16 {
        let used =
            units(cell).iter().zip(&self.used).fold(0, |all, (&unit, used)| all | used[unit]);
        !used & 0x1ff
    }

    /// Fills the empty cells and returns whether that is possible.
    fn complete(&mut self, rng: &mut impl Rng) -> bool {
        let empty = (0..CELLS).filter(|&cell| self.values[cell] == 0);
        let Some(cell) = empty.min_by_key(|&cell| self.open(cell).count_ones()) else {
            return true;
        };
        let open = self.open(cell);
        let mut bits: Vec<usize> = (0..ORDER).filter(|bit| open & (1 << bit) != 0).collect();
        bits.shuffle(rng);
        for bit in bits {
            self.values[cell] = bit as Value + 1;
            self.toggle(cell, bit);
            if self.complete(rng) {
                return true;
            }
            self.toggle(cell, bit);
            self.values[cell] = 0;
        }
        false
    }

    fn toggle(&mut self, cell: usize, bit: usize) {
        for (unit, used) in units(cell).into_iter().zip(&mut self.used) {
            used[unit] ^= 1 << bit;
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::instance::Instance;

    /// Counts solutions, up to two, without a model.
    fn count(board: &Sudoku) -> u64 {
        let mut filling = Filling { values: [0; CELLS], used: [[0; ORDER]; 3] };
        for (cell, clue) in board.clues().iter().enumerate() {
            if let Some(value) = *clue {
                let bit = value as usize - 1;
                if filling.open(cell) & (1 << bit) == 0 {
                    return 0;
                }
                filling.values[cell] = value;
                filling.toggle(cell, bit);
            }
        }
        count_from(&mut filling, 2)
    }

    fn count_from(filling: &mut Filling, most: u64) -> u64 {
        let empty = (0..CELLS).filter(|&cell| filling.values[cell] == 0);
        let Some(cell) = empty.min_by_key(|&cell| filling.open(cell).count_ones()) else {
            return 1;
        };
        let open = filling.open(cell);
        let mut found = 0;
        for bit in (0..ORDER).filter(|bit| open & (1 << bit) != 0) {
            filling.values[cell] = bit as Value + 1;
            filling.toggle(cell, bit);
            found += count_from(filling, most - found);
            filling.toggle(cell, bit);
            filling.values[cell] = 0;
            if found >= most {
                break;
            }
        }
        found
    }

    #[test]
    fn full_grids_keep_the_rules_and_differ() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let empty = Sudoku::empty(ORDER).unwrap();
        let grids: Vec<_> = (0..20).map(|_| full_grid(&mut rng).unwrap()).collect();
        assert!(grids.iter().all(|grid| empty.rules(grid).is_ok()));
        assert!((1..20).all(|i| grids[i] != grids[i - 1]));
    }

    #[test]
    fn boards_are_unique_and_minimal() {
        for seed in 0..5 {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let board = generate(&mut rng, 0, &mut |board| Some(count(board))).unwrap();
            assert_eq!(count(&board), 1);
            for cell in (0..CELLS).filter(|&cell| board.clues()[cell].is_some()) {
                let mut clues = board.clues().to_vec();
                clues[cell] = None;
                assert_eq!(count(&Sudoku::new(ORDER, clues).unwrap()), 2, "seed {seed}");
            }
            let again = generate(&mut ChaCha8Rng::seed_from_u64(seed), 0, &mut |b| Some(count(b)));
            assert_eq!(again, Some(board));
        }
    }

    #[test]
    fn boards_keep_at_least_the_requested_number_of_clues() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for least in [30, 40, 81, 100] {
            let board = generate(&mut rng, least, &mut |board| Some(count(board))).unwrap();
            assert_eq!(board.clues().iter().flatten().count(), least.min(CELLS));
            assert_eq!(count(&board), 1);
        }
        assert_eq!(generate(&mut rng, 0, &mut |_| None), None);
    }
}
