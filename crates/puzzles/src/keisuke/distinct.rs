//! Fills grids whose runs all have one length so that no entry is listed twice.
//!
//! Counting decides when there is no such grid: the runs of a direction need as many different
//! entries, and digits 1 to d make d^L of length L. Otherwise digits are drawn and repaired by
//! min-conflicts (Minton, Johnston, Philips and Laird 1992): a run whose entry another run of its
//! direction has gets the new digit that leaves the fewest such runs.

use std::collections::HashMap;

use parallax_model::Value;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::board::RunDirection;
use super::filled::FilledKeisuke;
use super::generate::{KeisukeBlocks, KeisukeGenerationError};

/// Repairs before the generator gives up, for each run.
const REPAIRS_PER_RUN: usize = 2000;

/// The probability that a repair is random: it leads out of local minima.
const RANDOM_REPAIR_PROBABILITY: f64 = 0.01;

impl KeisukeBlocks {
    /// Returns the number of runs of each direction, at most `u64::MAX`.
    #[must_use]
    pub fn run_count(&self) -> u64 {
        let sides = [self.length, self.down, self.across].map(|side| side as u64);
        sides.into_iter().fold(1, u64::saturating_mul)
    }

    /// Returns the number of different entries of this length, at most `u64::MAX`.
    #[must_use]
    pub fn entry_count(&self) -> u64 {
        let length = u32::try_from(self.length).unwrap_or(u32::MAX);
        u64::from(self.digits).saturating_pow(length)
    }

    /// Checks that there are as many different entries as runs of a direction. Nothing is said
    /// about whether a grid exists.
    ///
    /// # Errors
    /// The numbers, if there are not.
    pub fn can_be_distinct(&self) -> Result<(), KeisukeGenerationError> {
        let (runs, words) = (self.run_count(), self.entry_count());
        if runs <= words {
            return Ok(());
        }
        let &KeisukeBlocks { length, digits, .. } = self;
        Err(KeisukeGenerationError::Repeated { length, digits, runs, words })
    }
}

/// The entries of a direction, with the number of runs that have each.
type Entries = HashMap<Vec<Value>, u32>;

struct DistinctEntryRepair<'a> {
    filled: &'a mut FilledKeisuke,
    digits: Value,
    /// The cells of each run, across first.
    runs: Vec<(RunDirection, Vec<usize>)>,
    /// For each cell, its runs.
    runs_of: Vec<Vec<usize>>,
    entries: [Entries; 2],
}

/// Changes digits until all entries of a direction are different.
///
/// # Errors
/// When that is not possible or takes too many repairs.
pub(super) fn repair_entries(
    filled: &mut FilledKeisuke,
    blocks: &KeisukeBlocks,
    rng: &mut impl Rng,
) -> Result<(), KeisukeGenerationError> {
    blocks.can_be_distinct()?;
    let mut repair = DistinctEntryRepair::new(filled, blocks.digits.into());
    let max_repairs = repair.runs.len() * REPAIRS_PER_RUN;
    let mut repairs = 0;
    loop {
        let mut wrong: Vec<usize> =
            (0..repair.runs.len()).filter(|&run| repair.is_repeated(run)).collect();
        if wrong.is_empty() {
            return Ok(());
        }
        wrong.shuffle(rng);
        for run in wrong {
            if repairs == max_repairs {
                return Err(KeisukeGenerationError::Repairs(max_repairs));
            }
            // An earlier repair of this round may have made the run unique.
            if repair.is_repeated(run) {
                repair.change_digit(run, rng);
                repairs += 1;
            }
        }
    }
}

impl<'a> DistinctEntryRepair<'a> {
    fn new(filled: &'a mut FilledKeisuke, digits: Value) -> Self {
        let runs = filled.long_runs();
        let mut of = vec![Vec::new(); filled.cells.len()];
        for (run, (_, cells)) in runs.iter().enumerate() {
            cells.iter().for_each(|&cell| of[cell].push(run));
        }
        let mut repair =
            DistinctEntryRepair { filled, digits, runs, runs_of: of, entries: Default::default() };
        for run in 0..repair.runs.len() {
            *repair.run_repeats(run) += 1;
        }
        repair
    }

    fn run_entry(&self, run: usize) -> Vec<Value> {
        self.runs[run].1.iter().map(|&cell| self.filled.cells[cell]).collect()
    }

    /// Returns the number of runs with the entry of this one.
    fn run_repeats(&mut self, run: usize) -> &mut u32 {
        let entry = self.run_entry(run);
        self.entries[self.runs[run].0 as usize].entry(entry).or_default()
    }

    fn is_repeated(&self, run: usize) -> bool {
        let entries = &self.entries[self.runs[run].0 as usize];
        entries.get(&self.run_entry(run)).is_some_and(|&number| number > 1)
    }

    /// Gives a cell of a run another digit.
    fn change_digit(&mut self, run: usize, rng: &mut impl Rng) {
        let cells = self.runs[run].1.clone();
        let others =
            cells.iter().flat_map(|&cell| (1..=self.digits).map(move |digit| (cell, digit)));
        let others: Vec<(usize, Value)> =
            others.filter(|&(cell, digit)| self.filled.cells[cell] != digit).collect();
        let chosen = if rng.random_bool(RANDOM_REPAIR_PROBABILITY) {
            others.choose(rng).copied()
        } else {
            let losses: Vec<i32> =
                others.iter().map(|&(cell, digit)| self.digit_loss(cell, digit)).collect();
            let least = losses.iter().min().copied().unwrap_or(0);
            let best: Vec<(usize, Value)> = others
                .iter()
                .zip(&losses)
                .filter(|(_, loss)| **loss == least)
                .map(|(c, _)| *c)
                .collect();
            best.choose(rng).copied()
        };
        // With one digit there is no other.
        if let Some((cell, digit)) = chosen {
            self.set_digit(cell, digit);
        }
    }

    fn set_digit(&mut self, cell: usize, digit: Value) {
        // Both runs through the cell leave their old entry before the change, and have the new one
        // after it.
        for index in 0..self.runs_of[cell].len() {
            *self.run_repeats(self.runs_of[cell][index]) -= 1;
        }
        self.filled.cells[cell] = digit;
        for index in 0..self.runs_of[cell].len() {
            *self.run_repeats(self.runs_of[cell][index]) += 1;
        }
    }

    /// Returns how many more runs have the entry of another run if a cell gets this digit.
    fn digit_loss(&mut self, cell: usize, digit: Value) -> i32 {
        let old = self.filled.cells[cell];
        let repeated = |repair: &Self| -> i32 {
            let more = |&run: &usize| {
                let entries = &repair.entries[repair.runs[run].0 as usize];
                // The counts still hold the old entry of this run, so any run with the new one is
                // another run.
                i32::from(entries.get(&repair.run_entry(run)).copied().unwrap_or(0) > 0)
            };
            repair.runs_of[cell].iter().map(more).sum()
        };
        // Another run has the old entry if two have it.
        let before: i32 =
            self.runs_of[cell].iter().map(|&run| i32::from(self.is_repeated(run))).sum();
        self.filled.cells[cell] = digit;
        let after = repeated(self);
        self.filled.cells[cell] = old;
        after - before
    }
}
