//! Kakuro: a pattern of black cells, filled so that the sums leave few digits open.

use parallax_model::Value;
use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::pattern::pattern;
use super::sums::Sums;
use super::{Count, Draft, square};
use crate::GridPuzzle;
use crate::board::Base;
use crate::errors::DraftError;
use crate::rules::Run;

/// The patterns that are filled for one puzzle.
const PATTERNS: usize = 20;

/// The draws of a pattern, the choices of a filling, and the changes of one.
const DRAWS: usize = 1000;
const CHOICES: usize = 2000;
const CHANGES: usize = 20000;

/// Draws patterns and fillings until the sums of one have one solution. After too many, returns
/// that whose sums leave the fewest digits open.
///
/// Returns `None` if `count` does.
pub(super) fn draw(
    size: usize,
    rng: &mut dyn RngCore,
    count: Count<'_>,
) -> Option<Result<Draft, DraftError>> {
    let empty = match square::board(Base::Kakuro, size) {
        Ok(empty) => empty,
        Err(why) => return Some(Err(why)),
    };
    let mut nearest: Option<Climb> = None;
    for _ in 0..PATTERNS {
        let Some(black) = (0..DRAWS).find_map(|_| pattern(size, rng)) else { continue };
        let puzzle = GridPuzzle { black, ..empty.clone() };
        let Some(mut climb) = Climb::new(puzzle, rng) else { continue };
        if climb.finish(rng, count)? {
            return Some(Ok(climb.draft()));
        }
        if nearest.as_ref().is_none_or(|other| climb.number < other.number) {
            nearest = Some(climb);
        }
    }
    Some(nearest.map(Climb::draft).ok_or(DraftError::NoFilling { patterns: PATTERNS }))
}

/// A filling that is changed digit by digit.
struct Climb {
    puzzle: GridPuzzle,
    sums: Sums,
    filling: Vec<Value>,
    /// The digits that the sums leave open in each cell.
    open: Vec<u16>,
    /// The number of open digits beyond one a cell.
    number: u32,
}

impl Climb {
    fn new(puzzle: GridPuzzle, rng: &mut dyn RngCore) -> Option<Self> {
        let cells = puzzle.shape.cells();
        let sums = Sums::new(cells, puzzle.runs());
        let filling = square::fill(cells, &sums.runs, 9, CHOICES, rng)?;
        let open = sums.open(&filling);
        Some(Climb { number: number(&open), puzzle, sums, filling, open })
    }

    /// Changes digits where sums leave some open, and keeps changes that leave no more open, until
    /// there is one solution. Counts solutions whenever half as many are open as at the last count.
    /// `Some(false)` after too many changes.
    fn finish(&mut self, rng: &mut dyn RngCore, count: Count<'_>) -> Option<bool> {
        let white: Vec<usize> = self.puzzle.valued();
        // With more open digits there are several solutions. Counts take longer than changes.
        let mut most = white.len() as u32 / 2;
        for _ in 0..CHANGES {
            if self.number <= most {
                if count(&self.draft_puzzle())? == 1 {
                    return Some(true);
                }
                most = self.number / 2;
            }
            self.change(&white, rng);
        }
        Some(false)
    }

    /// Tries another digit in a cell, mostly one with open digits.
    fn change(&mut self, white: &[usize], rng: &mut dyn RngCore) {
        let unsure = |cell: &&usize| self.open[**cell].count_ones() > 1;
        let unsure: Vec<usize> = white.iter().filter(unsure).copied().collect();
        let from = if unsure.is_empty() || rng.random_ratio(1, 4) { white } else { &unsure };
        let Some(&cell) = from.choose(rng) else { return };
        let digit = rng.random_range(1..=9);
        let runs = &self.sums.of[cell];
        let taken = |&run: &usize| self.sums.runs[run].iter().any(|&at| self.filling[at] == digit);
        if runs.iter().any(taken) {
            return;
        }
        let before = std::mem::replace(&mut self.filling[cell], digit);
        let open = self.sums.open(&self.filling);
        let number = number(&open);
        if number <= self.number {
            (self.open, self.number) = (open, number);
        } else {
            self.filling[cell] = before;
        }
    }

    fn draft_puzzle(&self) -> GridPuzzle {
        let mut puzzle = self.puzzle.clone();
        for cells in &self.sums.runs {
            let down = cells.get(1).is_some_and(|second| second - cells[0] > 1);
            let sum = cells.iter().map(|&cell| i64::from(self.filling[cell])).sum();
            puzzle.rules.push(Run { cells: cells.clone(), down, sum: Some(sum) }.into());
        }
        puzzle
    }

    fn draft(self) -> Draft {
        Draft { puzzle: self.draft_puzzle(), solution: self.filling }
    }
}

/// Returns the number of open digits beyond one a cell.
fn number(open: &[u16]) -> u32 {
    open.iter().map(|digits| digits.count_ones().saturating_sub(1)).sum()
}
