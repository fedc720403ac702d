//! Random full grids, by search over masks of digits.

use parallax_model::Value;
use rand::{Rng, RngCore};

use super::GridDraft;
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::DraftError;
use crate::shape::GridShape;

/// Number of choices after which the first filling starts again.
const FIRST_FILLING_CHOICES: usize = 400;

/// Maximum number of fillings to try. Each may take more choices than the one before.
const MAX_FILLINGS: usize = 40;

/// Draws a full Sudoku with its usual boxes.
pub(super) fn draw_sudoku(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    draw_solution(empty_square(GridBase::Sudoku, size)?, rng)
}

/// Draws a full Latin square.
pub(super) fn draw_latin(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    draw_solution(empty_square(GridBase::Latin, size)?, rng)
}

/// Creates an empty grid with as many rows as columns.
pub(super) fn empty_square(base: GridBase, size: usize) -> Result<GridPuzzle, DraftError> {
    let shape = GridShape { rows: size, columns: size };
    GridPuzzle::new(base, shape).map_err(|_| DraftError::NoBoard { size })
}

/// Draws a solution of an empty Sudoku or Latin square.
fn draw_solution(puzzle: GridPuzzle, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let groups = different_groups(&puzzle);
    let (cells, digits) = (puzzle.shape.cell_count(), puzzle.digit_count());
    let mut fillings = (1..=MAX_FILLINGS)
        .map(|turn| fill_groups(cells, &groups, digits, turn * FIRST_FILLING_CHOICES, rng));
    match fillings.find_map(|solution| solution) {
        Some(solution) => Ok(GridDraft { puzzle, solution }),
        None => Err(DraftError::NoGrid { searches: MAX_FILLINGS }),
    }
}

/// Returns the rows, columns and regions of a square.
pub(super) fn different_groups(puzzle: &GridPuzzle) -> Vec<Vec<usize>> {
    let shape = puzzle.shape;
    let rows = (0..shape.rows).map(|row| shape.row_cells(row));
    let columns = (0..shape.columns).map(|column| shape.column_cells(column));
    rows.chain(columns).chain(puzzle.region_cells()).collect()
}

/// Fills the cells of groups, at most 32 digits from 1, so that each group has different ones.
/// Cells in no group get 0. Takes a cell with the fewest possible digits, ties broken at random,
/// and tries its digits in random order. `None` after too many choices, or if there is no filling.
pub(super) fn fill_groups(
    cells: usize,
    groups: &[Vec<usize>],
    digits: usize,
    choices: usize,
    rng: &mut dyn RngCore,
) -> Option<Vec<Value>> {
    let mut filling = DigitGridFiller::new(cells, groups, digits);
    // Each choice so far: the cell, its digit as a bit, and the digits that it did not try.
    let mut made: Vec<(usize, u32, u32)> = Vec::new();
    for _ in 0..choices {
        let Some((cell, mut open)) = filling.tightest_cell(rng) else {
            return Some(filling.digit_values());
        };
        let mut at = cell;
        // The cell has no digit. Undoes choices up to one with a digit left to try, and changes
        // that cell instead. If there is none, the whole tree has been searched.
        while open == 0 {
            let (last, bit, rest) = made.pop()?;
            filling.clear_digit(last, bit);
            (at, open) = (last, rest);
        }
        let bit = any_bit(open, rng);
        filling.set_digit(at, bit);
        made.push((at, bit, open & !bit));
    }
    None
}

/// Returns a random bit of a mask that is not 0.
fn any_bit(mask: u32, rng: &mut dyn RngCore) -> u32 {
    let mut left = mask;
    // Clears the drawn number of lowest bits; the lowest one of the rest is the result.
    for _ in 0..rng.random_range(0..mask.count_ones()) {
        left &= left - 1;
    }
    left & left.wrapping_neg()
}

/// A grid that is being filled.
struct DigitGridFiller<'a> {
    groups: &'a [Vec<usize>],
    /// The groups of each cell.
    groups_of: Vec<Vec<usize>>,
    /// All digits as bits.
    all: u32,
    /// The digit of each cell as a bit; 0 where it is empty.
    bits: Vec<u32>,
    /// The digits of each group as bits.
    used: Vec<u32>,
}

impl<'a> DigitGridFiller<'a> {
    fn new(cells: usize, groups: &'a [Vec<usize>], digits: usize) -> Self {
        let mut groups_of = vec![Vec::new(); cells];
        for (group, members) in groups.iter().enumerate() {
            for &cell in members {
                groups_of[cell].push(group);
            }
        }
        let all = u32::MAX >> (32 - digits);
        DigitGridFiller {
            groups,
            groups_of,
            all,
            bits: vec![0; cells],
            used: vec![0; groups.len()],
        }
    }

    fn open_digits(&self, cell: usize) -> u32 {
        self.all & !self.groups_of[cell].iter().fold(0, |used, &group| used | self.used[group])
    }

    fn set_digit(&mut self, cell: usize, bit: u32) {
        self.bits[cell] = bit;
        self.groups_of[cell].iter().for_each(|&group| self.used[group] |= bit);
    }

    fn clear_digit(&mut self, cell: usize, bit: u32) {
        self.bits[cell] = 0;
        self.groups_of[cell].iter().for_each(|&group| self.used[group] &= !bit);
    }

    /// Returns an empty cell and its possible digits: none, if the grid has no filling as it is;
    /// one, if a digit has one place in a group. `None` if no cell is empty.
    fn tightest_cell(&self, rng: &mut dyn RngCore) -> Option<(usize, u32)> {
        let mut best: Option<(usize, u32)> = None;
        let mut equal = 0u32;
        let empty = |cell: &usize| self.bits[*cell] == 0 && !self.groups_of[*cell].is_empty();
        for cell in (0..self.bits.len()).filter(empty) {
            let open = self.open_digits(cell);
            let least = best.map_or(u32::MAX, |(_, open)| open.count_ones());
            match open.count_ones() {
                0 => return Some((cell, 0)),
                number if number < least => (best, equal) = (Some((cell, open)), 1),
                number if number == least => {
                    // Reservoir sampling: the n-th cell of equal count replaces the best with
                    // probability 1/n.
                    equal += 1;
                    if rng.random_range(0..equal) == 0 {
                        best = Some((cell, open));
                    }
                }
                _ => {}
            }
        }
        match best {
            // A single digit is as good as forced. Otherwise the groups may still force one, by a
            // digit that only one cell can have.
            Some((_, open)) if open.count_ones() > 1 => self.single_cell().or(best),
            best => best,
        }
    }

    /// Returns a cell that alone can have a digit of a group with all digits; or any cell and no
    /// digit, if no cell can have it.
    fn single_cell(&self) -> Option<(usize, u32)> {
        let full = self.all.count_ones() as usize;
        for (group, cells) in self.groups.iter().enumerate().filter(|(_, own)| own.len() == full) {
            // Only a group with as many cells as digits has all digits, so that each needs a cell.
            let empty = || cells.iter().filter(|&&cell| self.bits[cell] == 0);
            let (mut once, mut twice) = (0, 0);
            for open in empty().map(|&cell| self.open_digits(cell)) {
                // `twice` has the digits that were seen before, `once` all that were seen.
                twice |= once & open;
                once |= open;
            }
            if once | self.used[group] != self.all {
                // A digit has no cell. The caller undoes choices for any cell without digits,
                // filled or not.
                return cells.first().map(|&cell| (cell, 0));
            }
            let alone = once & !twice;
            if let Some(&cell) = empty().find(|&&cell| self.open_digits(cell) & alone != 0) {
                // If two digits have only this cell, a later call finds no cell for the other one.
                let bit = self.open_digits(cell) & alone;
                return Some((cell, bit & bit.wrapping_neg()));
            }
        }
        None
    }

    fn digit_values(&self) -> Vec<Value> {
        let value = |&bit: &u32| if bit == 0 { 0 } else { bit.trailing_zeros() as Value + 1 };
        self.bits.iter().map(value).collect()
    }
}
