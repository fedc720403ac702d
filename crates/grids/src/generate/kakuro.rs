//! Kakuro: a pattern of black cells, filled so that the sums leave few digits open.

use parallax_model::Value;
use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::pattern::draw_pattern;
use super::sums::KakuroRuns;
use super::{GridDraft, SolutionCounter, square};
use crate::GridPuzzle;
use crate::board::GridBase;
use crate::errors::DraftError;
use crate::rules::Run;

/// Maximum number of patterns to fill for one puzzle.
const MAX_FILLED_PATTERNS: usize = 20;

/// Maximum numbers of draws of a pattern, of choices of a filling, and of changes of one.
const MAX_PATTERN_DRAWS: usize = 1000;
const MAX_FILLING_CHOICES: usize = 2000;
const MAX_FILLING_CHANGES: usize = 20000;

/// Draws patterns and fillings until the sums of one have one solution. After too many patterns,
/// returns the filling whose sums leave the fewest digits open.
///
/// Returns `None` if `count` does.
pub(super) fn draw_kakuro(
    size: usize,
    rng: &mut dyn RngCore,
    count: SolutionCounter<'_>,
) -> Option<Result<GridDraft, DraftError>> {
    let empty = match square::empty_square(GridBase::Kakuro, size) {
        Ok(empty) => empty,
        Err(why) => return Some(Err(why)),
    };
    let mut nearest: Option<KakuroHillClimber> = None;
    for _ in 0..MAX_FILLED_PATTERNS {
        // A pattern may fail, and so may its filling. Either costs one of the tries.
        let Some(black) = (0..MAX_PATTERN_DRAWS).find_map(|_| draw_pattern(size, rng)) else {
            continue;
        };
        let puzzle = GridPuzzle { black, ..empty.clone() };
        let Some(mut climb) = KakuroHillClimber::new(puzzle, rng) else { continue };
        if climb.climb_to_unique(rng, count)? {
            return Some(Ok(climb.into_draft()));
        }
        if nearest.as_ref().is_none_or(|other| climb.open_count < other.open_count) {
            nearest = Some(climb);
        }
    }
    Some(
        nearest
            .map(KakuroHillClimber::into_draft)
            .ok_or(DraftError::NoFilling { patterns: MAX_FILLED_PATTERNS }),
    )
}

/// A filling that is changed digit by digit.
struct KakuroHillClimber {
    puzzle: GridPuzzle,
    sums: KakuroRuns,
    filling: Vec<Value>,
    /// The digits that the sums leave open in each cell.
    open: Vec<u16>,
    /// The number of open digits beyond one a cell.
    open_count: u32,
}

impl KakuroHillClimber {
    fn new(puzzle: GridPuzzle, rng: &mut dyn RngCore) -> Option<Self> {
        let cells = puzzle.shape.cell_count();
        let sums = KakuroRuns::new(cells, puzzle.white_runs());
        let filling = square::fill_groups(cells, &sums.runs, 9, MAX_FILLING_CHOICES, rng)?;
        let open = sums.open_digits(&filling);
        Some(KakuroHillClimber {
            open_count: count_open_digits(&open),
            puzzle,
            sums,
            filling,
            open,
        })
    }

    /// Changes digits where sums leave some open, and keeps changes that leave no more open, until
    /// there is one solution. Counts solutions whenever half as many digits are open as at the last
    /// count. Returns `Some(false)` after too many changes.
    fn climb_to_unique(
        &mut self,
        rng: &mut dyn RngCore,
        count: SolutionCounter<'_>,
    ) -> Option<bool> {
        let white: Vec<usize> = self.puzzle.valued_cells();
        // With more open digits there are several solutions. Counts take longer than changes.
        let mut max_open = white.len() as u32 / 2;
        for _ in 0..MAX_FILLING_CHANGES {
            if self.open_count <= max_open {
                if count(&self.draft_puzzle())? == 1 {
                    return Some(true);
                }
                max_open = self.open_count / 2;
            }
            self.change_digit(&white, rng);
        }
        Some(false)
    }

    /// Tries another digit in a cell, mostly one with open digits.
    fn change_digit(&mut self, white: &[usize], rng: &mut dyn RngCore) {
        let unsure = |cell: &&usize| self.open[**cell].count_ones() > 1;
        let unsure: Vec<usize> = white.iter().filter(unsure).copied().collect();
        // A quarter of the changes are anywhere: a digit in a settled cell may be what leaves
        // others open.
        let from = if unsure.is_empty() || rng.random_ratio(1, 4) { white } else { &unsure };
        let Some(&cell) = from.choose(rng) else { return };
        let digit = rng.random_range(1..=9);
        let runs = &self.sums.runs_of[cell];
        let taken = |&run: &usize| self.sums.runs[run].iter().any(|&at| self.filling[at] == digit);
        if runs.iter().any(taken) {
            return;
        }
        // The digits of each run stay different, so the filling remains one. A change that leaves
        // as many digits open is kept as well, so that the climb can cross a plateau.
        let before = std::mem::replace(&mut self.filling[cell], digit);
        let open = self.sums.open_digits(&self.filling);
        let number = count_open_digits(&open);
        if number <= self.open_count {
            (self.open, self.open_count) = (open, number);
        } else {
            self.filling[cell] = before;
        }
    }

    fn draft_puzzle(&self) -> GridPuzzle {
        let mut puzzle = self.puzzle.clone();
        for cells in &self.sums.runs {
            // Neighbours in a row have consecutive numbers, so a larger step is one down a column.
            let down = cells.get(1).is_some_and(|second| second - cells[0] > 1);
            let sum = cells.iter().map(|&cell| i64::from(self.filling[cell])).sum();
            puzzle.rules.push(Run { cells: cells.clone(), down, sum: Some(sum) }.into());
        }
        puzzle
    }

    fn into_draft(self) -> GridDraft {
        GridDraft { puzzle: self.draft_puzzle(), solution: self.filling }
    }
}

/// Returns the number of open digits beyond one a cell.
fn count_open_digits(open: &[u16]) -> u32 {
    open.iter().map(|digits| digits.count_ones().saturating_sub(1)).sum()
}
