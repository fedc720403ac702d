//! The difficulty of an instance, from the effort of the engines that solved it.

use std::fmt;

use parallax_compare::Row;
use parallax_hints::{Difficulty, End};
use parallax_model::ask::Answer;

/// The counters of choices, by engine.
const CHOICES: [&str; 2] = ["nodes", "decisions"];

/// The counters of failures, by engine: assignments that turn out to be wrong.
const FAILURES: [&str; 2] = ["backtracks", "conflicts"];

/// A grade of difficulty, the easiest first: by the score of the hardest step of a person, or by the
/// minimum number of failures of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Some engine made no choice: propagation alone decides.
    Trivial,
    /// A score of at most 2.5, or fewer than 10 failures.
    Easy,
    /// At most 3.4, or fewer than 1,000.
    Medium,
    /// At most 5.6, or fewer than 100,000.
    Hard,
    /// A higher score, or at least 100,000 failures.
    Extreme,
    /// A board with several solutions.
    Several,
    /// A board without a solution.
    Unsolvable,
    /// No engine that counts its failures finished.
    Open,
    /// A limit ended the steps, or an engine whose effort would count, before the grade was known.
    Ungraded,
}

impl Grade {
    /// All grades, the easiest first, then those without a difficulty.
    pub const ALL: [Grade; 9] = [
        Grade::Trivial,
        Grade::Easy,
        Grade::Medium,
        Grade::Hard,
        Grade::Extreme,
        Grade::Several,
        Grade::Unsolvable,
        Grade::Open,
        Grade::Ungraded,
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Grade::Trivial => "trivial",
            Grade::Easy => "easy",
            Grade::Medium => "medium",
            Grade::Hard => "hard",
            Grade::Extreme => "extreme",
            Grade::Several => "several solutions",
            Grade::Unsolvable => "no solution",
            Grade::Open => "open",
            Grade::Ungraded => "not graded",
        }
    }

    /// The grades of instances by the steps of a person, the easiest first.
    pub const OF_STEPS: [Grade; 4] = [Grade::Easy, Grade::Medium, Grade::Hard, Grade::Extreme];

    /// Returns the lowest and the highest score, in tenths, of the hardest step; `None` for a grade
    /// that does not follow from steps.
    #[must_use]
    pub fn scores(self) -> Option<[u32; 2]> {
        match self {
            Grade::Easy => Some([0, 25]),
            Grade::Medium => Some([26, 34]),
            Grade::Hard => Some([35, 56]),
            Grade::Extreme => Some([57, u32::MAX]),
            Grade::Trivial | Grade::Several | Grade::Unsolvable | Grade::Open | Grade::Ungraded => {
                None
            }
        }
    }

    /// Returns the grade of an instance by its steps: that of the hardest one, or the highest if the
    /// steps end before the solution; `None` if a limit ended them.
    #[must_use]
    pub fn of_steps(difficulty: &Difficulty) -> Option<Self> {
        match difficulty.end {
            End::Complete => Some(Grade::of_score(difficulty.hardest)),
            End::Unknown(_) | End::Placement | End::Open => None,
            End::Stuck | End::Contradiction => Some(Grade::Extreme),
        }
    }

    /// Returns the grade of a hardest step with this score, in tenths.
    pub(super) fn of_score(tenths: u32) -> Self {
        let fits = |grade: &Grade| grade.scores().is_some_and(|[_, highest]| tenths <= highest);
        Grade::OF_STEPS.into_iter().find(fits).unwrap_or(Grade::Extreme)
    }

    fn of(failures: u64) -> Self {
        match failures {
            0..10 => Grade::Easy,
            10..1_000 => Grade::Medium,
            1_000..100_000 => Grade::Hard,
            _ => Grade::Extreme,
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The difficulty of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The grade.
    pub grade: Grade,
    /// Minimum number of failures of an engine that finished.
    pub failures: Option<u64>,
    /// The first engine with this number.
    pub by: Option<String>,
}

impl Rating {
    /// Rates an instance by its rows.
    #[must_use]
    pub fn of(rows: &[Row]) -> Self {
        let effort = |row: &Row| {
            let failures = failures(row).filter(|_| finished(row))?;
            // A conflict without a choice proves that there are no further solutions; no choice was
            // wrong.
            let chose = choices(row) != Some(0);
            Some((if chose { failures } else { 0 }, chose))
        };
        let best = rows.iter().filter_map(|row| Some((effort(row)?, row)));
        match best.min_by_key(|(effort, _)| *effort) {
            None => Rating { grade: Grade::Open, failures: None, by: None },
            Some(((failures, chose), row)) => {
                let grade = match chose {
                    // With more time, another engine could have fewer failures.
                    true if rows.iter().any(is_stopped) => Grade::Ungraded,
                    true => Grade::of(failures),
                    false => Grade::Trivial,
                };
                Rating { grade, failures: Some(failures), by: Some(row.engine.clone()) }
            }
        }
    }

    /// Returns the decimal logarithm of the failures plus one, with two digits: 0 for none, 1 for
    /// nine, 2 for 99.
    #[must_use]
    pub fn difficulty(&self) -> Option<f64> {
        let log = |failures| (failures as f64 + 1.0).log10();
        self.failures.map(|failures| (log(failures) * 100.0).round() / 100.0)
    }
}

/// Whether an engine finished its task, and no result of it is wrong.
pub(super) fn finished(row: &Row) -> bool {
    let answered =
        matches!(row.answer, Answer::Satisfiable | Answer::Unsatisfiable | Answer::Optimal(_));
    answered && !row.is_unanswered() && row.checked && row.wrong.is_none()
}

/// Whether a limit of time or memory, which depends on the machine, stopped an engine that counts its
/// failures.
fn is_stopped(row: &Row) -> bool {
    let counts = failures(row).is_some() || row.counters.iter().next().is_none();
    counts
        && !finished(row)
        && row
            .reason
            .clone()
            .or_else(|| row.answer.end_reason())
            .is_some_and(|own| own.stop().is_some())
}

/// Returns the choices that an engine made, if it counts them.
pub(super) fn choices(row: &Row) -> Option<u64> {
    CHOICES.iter().find_map(|name| row.counters.get(name))
}

/// Returns the failures of an engine, if it counts them.
pub(super) fn failures(row: &Row) -> Option<u64> {
    FAILURES.iter().find_map(|name| row.counters.get(name))
}
