//! Our figures next to the paper's.

use std::time::Duration;

use super::super::first_solution::{End, Trial};
use super::published::Published;

/// The paper does not say how far its dashes got in their ten minutes. A run here got at least
/// as far if it made as many enumerations as the longest run that the paper reports (S2 on
/// magic squares of order 5, 505 s), ...
const FAR: u64 = 9_113_251;

/// ... or took ten minutes; the limit counts from before the model is made, a moment earlier.
const LONG: Duration = Duration::from_secs(599);

/// How a cell compares with the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Both solved it: whether enumerations and backtracks are equal.
    Both {
        /// Whether the numbers of enumerations are equal.
        enumerations: bool,
        /// Whether the numbers of backtracks are equal.
        backtracks: bool,
    },
    /// The paper has a dash, and our run, which got at least as far, did not finish either.
    NeitherSolved,
    /// The paper has a dash, but our run ended before it got as far.
    Short,
    /// The paper has a dash, but it is solved here.
    SolvedHere,
    /// Solved in the paper, not within our limit.
    SolvedThere,
    /// Nothing to compare with, or interrupted, or a fault.
    Open,
}

impl Mark {
    /// Compares a trial with the published cell.
    #[must_use]
    pub fn of(trial: &Trial, published: Published) -> Self {
        match (&trial.end, published) {
            (End::Solved, Published::Solved(enumerations, backtracks, _)) => Mark::Both {
                enumerations: trial.count("enumerations") == enumerations,
                backtracks: trial.count("backtracks") == backtracks,
            },
            (End::Solved, Published::Unsolved) => Mark::SolvedHere,
            (End::Limit(_), Published::Unsolved) => {
                if trial.count("enumerations") >= FAR || trial.time >= LONG {
                    Mark::NeitherSolved
                } else {
                    Mark::Short
                }
            }
            (End::Limit(_), Published::Solved(..)) => Mark::SolvedThere,
            _ => Mark::Open,
        }
    }
}

/// How many cells compare in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Numbers in the paper (two for a solved cell).
    pub numbers: u64,
    /// Numbers that are equal here.
    pub equal: u64,
    /// Dashes in the paper.
    pub dashes: u64,
    /// Dashes that exceed our limit as well.
    pub neither: u64,
    /// Dashes among `neither` whose runs here stopped short of the paper's.
    pub short: u64,
    /// Dashes that are solved here.
    pub here: u64,
    /// Cells solved in the paper but not within our limit.
    pub there: u64,
    /// Cells that did not finish, or whose solution was refused.
    pub open: u64,
}

impl Tally {
    /// Adds a cell.
    pub fn add(&mut self, trial: &Trial, published: Published) {
        match published {
            Published::Solved(..) => self.numbers += 2,
            Published::Unsolved => self.dashes += 1,
            Published::Nothing => {}
        }
        match Mark::of(trial, published) {
            Mark::Both { enumerations, backtracks } => {
                self.equal += u64::from(enumerations) + u64::from(backtracks);
            }
            Mark::NeitherSolved => self.neither += 1,
            Mark::Short => {
                self.neither += 1;
                self.short += 1;
            }
            Mark::SolvedHere => self.here += 1,
            Mark::SolvedThere => self.there += 1,
            Mark::Open => {}
        }
        self.open += u64::from(matches!(trial.end, End::Interrupted | End::Fault(_)));
    }

    /// A caveat about the dashes, in a sentence; `None` if there is none.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        (self.short > 0).then(|| {
            format!(
                "the runs of {} of these dashes stopped earlier than the paper's may have, so \
                 they are not marked as equal",
                self.short
            )
        })
    }

    /// A summary in a sentence; `None` if there is nothing to compare with.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        if self.numbers + self.dashes == 0 {
            return None;
        }
        let mut summary = format!(
            "{} of {} numbers equal the paper's; of its {} dashes {} are beyond the limit here \
             too, {} are solved here",
            self.equal, self.numbers, self.dashes, self.neither, self.here
        );
        if self.there > 0 {
            summary += &format!("; {} cells that it solved are beyond the limit here", self.there);
        }
        if self.open > 0 {
            summary += &format!("; {} cells are not finished", self.open);
        }
        Some(summary)
    }
}

/// Whether a problem takes all numbers of a published row that has any.
pub(super) fn takes_all(trials: &[Trial], row: &[Published]) -> bool {
    let any = row.iter().any(|published| matches!(published, Published::Solved(..)));
    let same = |(trial, &published): (&Trial, &Published)| {
        matches!(
            Mark::of(trial, published),
            Mark::Both { enumerations: true, backtracks: true } | Mark::NeitherSolved | Mark::Short
        )
    };
    any && trials.iter().zip(row).all(same)
}

/// Our enumerations and backtracks, with `=` after each that equals the paper's.
pub(super) fn ours(trial: &Trial, published: Published) -> String {
    let (e, b) = (trial.count("enumerations"), trial.count("backtracks"));
    let equal = |is: bool| if is { "=" } else { "" };
    match (&trial.end, Mark::of(trial, published)) {
        (_, Mark::Both { enumerations, backtracks }) => {
            format!("{e}{}/{b}{}", equal(enumerations), equal(backtracks))
        }
        (_, Mark::NeitherSolved) => "-=".into(),
        (_, Mark::SolvedHere) => format!("{e}/{b} !"),
        (End::Solved, _) => format!("{e}/{b}"),
        (End::Limit(_), _) => "-".into(),
        (End::NoSolution, _) => "no solution".into(),
        (End::Interrupted, _) => "?".into(),
        (End::Fault(_), _) => "FAULT".into(),
    }
}

/// The paper's enumerations and backtracks.
pub(super) fn theirs(published: Published) -> String {
    match published {
        Published::Solved(e, b, _) => format!("{e}/{b}"),
        Published::Unsolved => "-".into(),
        Published::Nothing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::ask::Counters;

    use super::*;

    fn solved(e: u64, b: u64) -> Trial {
        let mut counters = Counters::new();
        counters.add("enumerations", e);
        counters.add("backtracks", b);
        Trial { counters, ..Trial::none(End::Solved) }
    }

    #[test]
    fn a_board_takes_all_numbers_of_a_row_or_not() {
        let paper = [Published::Solved(84, 52, 14), Published::Unsolved];
        let stopped = Trial::none(End::Limit("nodes".into()));
        assert!(takes_all(&[solved(84, 52), stopped.clone()], &paper));
        for other in [
            [solved(84, 51), stopped.clone()],
            [solved(83, 52), stopped.clone()],
            [solved(84, 52), solved(1, 0)],
            [stopped.clone(), stopped.clone()],
        ] {
            assert!(!takes_all(&other, &paper));
        }
        // A row of dashes says nothing.
        assert!(!takes_all(&[stopped.clone(), stopped], &[Published::Unsolved; 2]));
    }
}
