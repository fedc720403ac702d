//! A grid that is filled at random.

use parallax_model::Value;
use rand::Rng;
use rand::seq::IndexedRandom;

use super::board::{KeisukeCell, KeisukeEntry, KeisukePattern, KeisukePuzzle, RunDirection};
use super::generate::{DrawnKeisuke, KeisukeGenerationError, MAX_DIGITS};
use super::layout::direction_runs;
use super::solutions::BLACK_VALUE;

/// A grid that is being filled.
pub(super) struct FilledKeisuke {
    height: usize,
    width: usize,
    digits: u8,
    /// [`BLACK_VALUE`] or a digit; 0 where the digit is not drawn yet.
    pub cells: Vec<Value>,
}

impl FilledKeisuke {
    /// Creates the white grid.
    pub(super) fn new(
        height: usize,
        width: usize,
        digits: u8,
    ) -> Result<Self, KeisukeGenerationError> {
        if (1..=MAX_DIGITS).contains(&digits) {
            Ok(FilledKeisuke { height, width, digits, cells: vec![0; height * width] })
        } else {
            Err(KeisukeGenerationError::Digits(digits))
        }
    }

    /// Returns the grid of a puzzle that was drawn.
    pub(super) fn from_drawn(drawn: &DrawnKeisuke, digits: u8) -> Self {
        let (height, width) = (drawn.puzzle.height(), drawn.puzzle.width());
        FilledKeisuke { height, width, digits, cells: drawn.solution.clone() }
    }

    /// Whether a cell is black.
    pub(super) fn is_black(&self, cell: usize) -> bool {
        self.cells[cell] == BLACK_VALUE
    }

    /// Returns the cells left, right, above and below a cell.
    pub(super) fn cell_neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, width, number) = (cell % self.width, self.width, self.cells.len());
        let sides = [
            cell.checked_sub(width),
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            (cell + width < number).then_some(cell + width),
        ];
        sides.into_iter().flatten()
    }

    /// Changes white cells without a white neighbour, or their neighbours.
    pub(super) fn cover_cells(&mut self, rng: &mut impl Rng, touching: bool) {
        for cell in 0..self.cells.len() {
            let alone = self.cell_neighbours(cell).all(|other| self.is_black(other));
            if self.is_black(cell) || !alone {
                continue;
            }
            let around: Vec<usize> = self.cell_neighbours(cell).collect();
            // All neighbours are black. If black cells must not touch, the cell cannot become
            // black, so one of them becomes white.
            match around.choose(rng) {
                Some(&other) if !touching => self.cells[other] = 0,
                _ => self.cells[cell] = BLACK_VALUE,
            }
        }
    }

    /// Draws a digit for each white cell.
    pub(super) fn draw_digits(&mut self, rng: &mut impl Rng) {
        for cell in 0..self.cells.len() {
            if !self.is_black(cell) {
                self.cells[cell] = self.draw_digit(rng);
            }
        }
    }

    fn draw_digit(&self, rng: &mut impl Rng) -> Value {
        Value::from(rng.random_range(1..=self.digits))
    }

    /// Returns the puzzle after a change of one cell: another digit or, with `whiten`, perhaps a
    /// black cell that turns white.
    pub(super) fn change_cell(mut self, rng: &mut impl Rng, whiten: bool) -> DrawnKeisuke {
        let part = |black: bool| -> Vec<usize> {
            (0..self.cells.len()).filter(|&cell| self.is_black(cell) == black).collect()
        };
        let of_kind = [part(false), part(true)];
        let black = whiten && (of_kind[0].is_empty() || rng.random_bool(0.25));
        // Without black cells, a white one changes.
        let chosen = of_kind[usize::from(black)].choose(rng).or_else(|| of_kind[0].choose(rng));
        if let Some(&cell) = chosen {
            self.cells[cell] = self.draw_digit(rng);
            self.cover_cells(rng, true);
        }
        self.into_drawn()
    }

    /// Returns the runs of two cells and more, across first.
    pub(super) fn long_runs(&self) -> Vec<(RunDirection, Vec<usize>)> {
        let of = |direction| {
            let found =
                direction_runs(self.height, self.width, direction, |cell| self.is_black(cell));
            found.into_iter().map(move |cells| (direction, cells))
        };
        RunDirection::BOTH.into_iter().flat_map(of).collect()
    }

    /// Returns the puzzle of a grid without uncovered cells, with sorted lists.
    pub(super) fn into_drawn(self) -> DrawnKeisuke {
        let all = self.long_runs();
        let lists = RunDirection::BOTH.map(|direction| {
            let runs = all.iter().filter(|(of, _)| *of == direction);
            let entry = |(_, run): &(RunDirection, Vec<usize>)| {
                KeisukeEntry::from_digits(run.iter().map(|&cell| self.cells[cell] as u8))
            };
            let mut entries: Vec<KeisukeEntry> = runs.filter_map(entry).collect();
            entries.sort_by(|a, b| (a.digits().len(), a).cmp(&(b.digits().len(), b)));
            entries
        });
        let cell = |&value: &Value| {
            if value == BLACK_VALUE { KeisukeCell::Black } else { KeisukeCell::White }
        };
        let pattern = KeisukePattern::Known(self.cells.iter().map(cell).collect());
        let [across, down] = lists;
        let puzzle = KeisukePuzzle::new(self.height, self.width, pattern, across, down);
        let puzzle = puzzle.expect("the lists are those of the grid");
        DrawnKeisuke { puzzle, solution: self.cells }
    }
}
