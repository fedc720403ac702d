//! The digits that sums of runs leave open, by steps that a person takes.

use parallax_model::Value;

/// All digits of a kakuro as bits.
const ALL: u16 = 0b1_1111_1111;

/// The largest sum of different digits.
const MAX_DIGIT_SUM: usize = 45;

/// The runs of a kakuro.
pub(super) struct KakuroRuns {
    /// The cells of each run.
    pub runs: Vec<Vec<usize>>,
    /// The runs of each cell; none for a black cell.
    pub runs_of: Vec<Vec<usize>>,
    /// The sets of digits of each number of digits and sum.
    sets: Vec<Vec<u16>>,
}

impl KakuroRuns {
    pub(super) fn new(cells: usize, runs: Vec<Vec<usize>>) -> Self {
        let mut runs_of = vec![Vec::new(); cells];
        for (run, members) in runs.iter().enumerate() {
            members.iter().for_each(|&cell| runs_of[cell].push(run));
        }
        let mut sets = vec![Vec::new(); 10 * (MAX_DIGIT_SUM + 1)];
        for set in 0..=ALL {
            let sum: usize = (0..9).filter(|bit| set >> bit & 1 == 1).map(|bit| bit + 1).sum();
            sets[set_index(set.count_ones() as usize, sum)].push(set);
        }
        KakuroRuns { runs, runs_of, sets }
    }

    /// Returns the digits, as bits, that the sums of a filling leave open in each cell, when one
    /// looks at one run at a time: its possible sets of digits, cells with one digit, and digits
    /// with one cell. Black cells have none.
    pub(super) fn open_digits(&self, filling: &[Value]) -> Vec<u16> {
        let white = |of: &Vec<usize>| if of.is_empty() { 0 } else { ALL };
        let mut open: Vec<u16> = self.runs_of.iter().map(white).collect();
        let sets: Vec<&Vec<u16>> = self.runs.iter().map(|run| self.sets_of(run, filling)).collect();
        // A run is in the queue at most once: `waits` says whether it is.
        let mut waits = vec![true; self.runs.len()];
        let mut queue: Vec<usize> = (0..self.runs.len()).rev().collect();
        while let Some(run) = queue.pop() {
            waits[run] = false;
            for cell in narrow_run(&self.runs[run], sets[run], &mut open) {
                for &other in &self.runs_of[cell] {
                    if !waits[other] {
                        waits[other] = true;
                        queue.push(other);
                    }
                }
            }
        }
        open
    }

    fn sets_of(&self, run: &[usize], filling: &[Value]) -> &Vec<u16> {
        let sum: Value = run.iter().map(|&cell| filling[cell]).sum();
        &self.sets[set_index(run.len(), sum as usize)]
    }
}

fn set_index(digits: usize, sum: usize) -> usize {
    digits * (MAX_DIGIT_SUM + 1) + sum
}

/// Removes digits of the cells of a run; returns the cells that lose some.
fn narrow_run(run: &[usize], sets: &[u16], open: &mut [u16]) -> Vec<usize> {
    let any = run.iter().fold(0, |any, &cell| any | open[cell]);
    let (mut may, mut must) = (0, ALL);
    for &set in sets {
        // A set fits if its digits are open somewhere in the run, and each cell has one of them.
        // The digits of the filling stay open, so at least their set fits.
        if set & !any == 0 && run.iter().all(|&cell| open[cell] & set != 0) {
            may |= set;
            must &= set;
        }
    }
    let mut once = 0;
    let mut twice = 0;
    let mut known = 0;
    for &cell in run {
        let own = open[cell] & may;
        twice |= once & own;
        once |= own;
        known |= if own.count_ones() == 1 { own } else { 0 };
    }
    // A digit that every set has, and that only one cell can have, is the digit of that cell.
    let alone = once & !twice & must;
    let mut changed = Vec::new();
    for &cell in run {
        let mut own = open[cell] & may;
        // A cell with one digit keeps it; all others lose the digits that such cells have.
        if own.count_ones() > 1 {
            own &= !known;
        }
        if own & alone != 0 {
            own &= alone;
        }
        if own != open[cell] {
            open[cell] = own;
            changed.push(cell);
        }
    }
    changed
}
