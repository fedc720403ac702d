//! Our figures next to the paper's.

use std::time::Duration;

use super::super::first_solution::{SearchTrial, TrialEnd};
use super::published::PublishedCell;

/// The paper does not report how far its dashes got in their ten minutes. A run here got at least
/// as far if it made as many enumerations as the longest run that the paper reports (S2 on magic
/// squares of order 5, 505 s), ...
const MIN_ENUMERATIONS: u64 = 9_113_251;

/// ... or took ten minutes; the limit counts from before the model is made, a moment earlier.
const MIN_TIME: Duration = Duration::from_secs(599);

/// How a cell compares with the paper's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperComparison {
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

impl PaperComparison {
    /// Compares a trial with the published cell.
    #[must_use]
    pub fn from_trial(trial: &SearchTrial, published: PublishedCell) -> Self {
        match (&trial.end, published) {
            // Only the two counts are compared: times depend on the machine.
            (TrialEnd::Solved, PublishedCell::Solved(enumerations, backtracks, _)) => {
                PaperComparison::Both {
                    enumerations: trial.counter_value("enumerations") == enumerations,
                    backtracks: trial.counter_value("backtracks") == backtracks,
                }
            }
            (TrialEnd::Solved, PublishedCell::Unsolved) => PaperComparison::SolvedHere,
            (TrialEnd::Limit(_), PublishedCell::Unsolved) => {
                // A run here that was stopped early proves nothing about a dash: it might have
                // ended soon.
                if trial.counter_value("enumerations") >= MIN_ENUMERATIONS || trial.time >= MIN_TIME
                {
                    PaperComparison::NeitherSolved
                } else {
                    PaperComparison::Short
                }
            }
            (TrialEnd::Limit(_), PublishedCell::Solved(..)) => PaperComparison::SolvedThere,
            _ => PaperComparison::Open,
        }
    }
}

/// The number of cells by the result of their comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaperComparisonTally {
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

impl PaperComparisonTally {
    /// Adds a cell.
    pub fn add_trial(&mut self, trial: &SearchTrial, published: PublishedCell) {
        match published {
            PublishedCell::Solved(..) => self.numbers += 2,
            PublishedCell::Unsolved => self.dashes += 1,
            PublishedCell::Nothing => {}
        }
        match PaperComparison::from_trial(trial, published) {
            PaperComparison::Both { enumerations, backtracks } => {
                self.equal += u64::from(enumerations) + u64::from(backtracks);
            }
            PaperComparison::NeitherSolved => self.neither += 1,
            PaperComparison::Short => {
                self.neither += 1;
                self.short += 1;
            }
            PaperComparison::SolvedHere => self.here += 1,
            PaperComparison::SolvedThere => self.there += 1,
            PaperComparison::Open => {}
        }
        self.open += u64::from(matches!(trial.end, TrialEnd::Interrupted | TrialEnd::Fault(_)));
    }

    /// Returns a caveat about the dashes, in a sentence; `None` if none is short.
    #[must_use]
    pub fn dash_warning(&self) -> Option<String> {
        (self.short > 0).then(|| {
            format!(
                "the runs of {} of these dashes stopped earlier than the paper's may have, so \
                 they are not marked as equal",
                self.short
            )
        })
    }

    /// Returns a summary in a sentence; `None` if there is nothing to compare with.
    #[must_use]
    pub fn summary_sentence(&self) -> Option<String> {
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

/// Whether a problem reproduces all numbers of a published row that has any.
pub(super) fn takes_all(trials: &[SearchTrial], row: &[PublishedCell]) -> bool {
    // A row of dashes is matched by every hard board and identifies none.
    let any = row.iter().any(|published| matches!(published, PublishedCell::Solved(..)));
    let same = |(trial, &published): (&SearchTrial, &PublishedCell)| {
        matches!(
            PaperComparison::from_trial(trial, published),
            PaperComparison::Both { enumerations: true, backtracks: true }
                | PaperComparison::NeitherSolved
                | PaperComparison::Short
        )
    };
    any && trials.iter().zip(row).all(same)
}

/// Returns our enumerations and backtracks, with `=` after each that equals the paper's.
pub(super) fn our_counts(trial: &SearchTrial, published: PublishedCell) -> String {
    let (e, b) = (trial.counter_value("enumerations"), trial.counter_value("backtracks"));
    let equal = |is: bool| if is { "=" } else { "" };
    match (&trial.end, PaperComparison::from_trial(trial, published)) {
        (_, PaperComparison::Both { enumerations, backtracks }) => {
            format!("{e}{}/{b}{}", equal(enumerations), equal(backtracks))
        }
        (_, PaperComparison::NeitherSolved) => "-=".into(),
        (_, PaperComparison::SolvedHere) => format!("{e}/{b} !"),
        (TrialEnd::Solved, _) => format!("{e}/{b}"),
        (TrialEnd::Limit(_), _) => "-".into(),
        (TrialEnd::NoSolution, _) => "no solution".into(),
        (TrialEnd::Interrupted, _) => "?".into(),
        (TrialEnd::Fault(_), _) => "FAULT".into(),
    }
}

/// Returns the paper's enumerations and backtracks.
pub(super) fn paper_counts(published: PublishedCell) -> String {
    match published {
        PublishedCell::Solved(e, b, _) => format!("{e}/{b}"),
        PublishedCell::Unsolved => "-".into(),
        PublishedCell::Nothing => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use parallax_model::engine_api::EffortCounters;

    use super::*;

    fn solved(e: u64, b: u64) -> SearchTrial {
        let mut counters = EffortCounters::new();
        counters.add_amount("enumerations", e);
        counters.add_amount("backtracks", b);
        SearchTrial { counters, ..SearchTrial::without_search(TrialEnd::Solved) }
    }

    #[test]
    fn a_board_takes_all_numbers_of_a_row_or_not() {
        let paper = [PublishedCell::Solved(84, 52, 14), PublishedCell::Unsolved];
        let stopped = SearchTrial::without_search(TrialEnd::Limit("nodes".into()));
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
        assert!(!takes_all(&[stopped.clone(), stopped], &[PublishedCell::Unsolved; 2]));
    }
}
