//! The difficulty of an instance, from the effort of the engines that solved it.

use std::fmt;

use parallax_compare::Row;
use parallax_hints::{PathDifficulty, PathEnd};
use parallax_model::engine_api::Answer;

/// The counters of choices, by engine.
const CHOICE_COUNTERS: [&str; 2] = ["nodes", "decisions"];

/// The counters of failures, by engine: assignments that turn out to be wrong.
const FAILURE_COUNTERS: [&str; 2] = ["backtracks", "conflicts"];

/// A grade of difficulty, the easiest first: by the score of the hardest step of a person, or by
/// the minimum number of failures of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DifficultyGrade {
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

impl DifficultyGrade {
    /// All grades, the easiest first, then those without a difficulty.
    pub const ALL: [DifficultyGrade; 9] = [
        DifficultyGrade::Trivial,
        DifficultyGrade::Easy,
        DifficultyGrade::Medium,
        DifficultyGrade::Hard,
        DifficultyGrade::Extreme,
        DifficultyGrade::Several,
        DifficultyGrade::Unsolvable,
        DifficultyGrade::Open,
        DifficultyGrade::Ungraded,
    ];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DifficultyGrade::Trivial => "trivial",
            DifficultyGrade::Easy => "easy",
            DifficultyGrade::Medium => "medium",
            DifficultyGrade::Hard => "hard",
            DifficultyGrade::Extreme => "extreme",
            DifficultyGrade::Several => "several solutions",
            DifficultyGrade::Unsolvable => "no solution",
            DifficultyGrade::Open => "open",
            DifficultyGrade::Ungraded => "not graded",
        }
    }

    /// The grades of instances by the steps of a person, the easiest first.
    pub const OF_STEPS: [DifficultyGrade; 4] = [
        DifficultyGrade::Easy,
        DifficultyGrade::Medium,
        DifficultyGrade::Hard,
        DifficultyGrade::Extreme,
    ];

    /// Returns the lowest and the highest score, in tenths, of the hardest step; `None` for a grade
    /// that does not follow from steps.
    #[must_use]
    pub fn score_range(self) -> Option<[u32; 2]> {
        match self {
            DifficultyGrade::Easy => Some([0, 25]),
            DifficultyGrade::Medium => Some([26, 34]),
            DifficultyGrade::Hard => Some([35, 56]),
            DifficultyGrade::Extreme => Some([57, u32::MAX]),
            DifficultyGrade::Trivial
            | DifficultyGrade::Several
            | DifficultyGrade::Unsolvable
            | DifficultyGrade::Open
            | DifficultyGrade::Ungraded => None,
        }
    }

    /// Returns the grade of an instance by its steps: that of the hardest one, or the highest if
    /// the steps end before the solution; `None` if a limit ended them.
    #[must_use]
    pub fn of_steps(difficulty: &PathDifficulty) -> Option<Self> {
        match difficulty.end {
            PathEnd::Complete => Some(DifficultyGrade::of_score(difficulty.hardest)),
            PathEnd::Unknown(_) | PathEnd::Placement | PathEnd::Open => None,
            PathEnd::Stuck | PathEnd::Contradiction => Some(DifficultyGrade::Extreme),
        }
    }

    /// Returns the grade of a hardest step with this score, in tenths.
    pub(super) fn of_score(tenths: u32) -> Self {
        // The ranges ascend without gaps, so the first upper bound that is not exceeded decides.
        let fits = |grade: &DifficultyGrade| {
            grade.score_range().is_some_and(|[_, highest]| tenths <= highest)
        };
        DifficultyGrade::OF_STEPS.into_iter().find(fits).unwrap_or(DifficultyGrade::Extreme)
    }

    fn from_failures(failures: u64) -> Self {
        match failures {
            0..10 => DifficultyGrade::Easy,
            10..1_000 => DifficultyGrade::Medium,
            1_000..100_000 => DifficultyGrade::Hard,
            _ => DifficultyGrade::Extreme,
        }
    }
}

impl fmt::Display for DifficultyGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The difficulty of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct DifficultyRating {
    /// The grade.
    pub grade: DifficultyGrade,
    /// Minimum number of failures of an engine that finished.
    pub failures: Option<u64>,
    /// The first engine with this number.
    pub by: Option<String>,
}

impl DifficultyRating {
    /// Rates an instance by its rows.
    #[must_use]
    pub fn from_rows(rows: &[Row]) -> Self {
        let effort = |row: &Row| {
            let failures = failure_count(row).filter(|_| finished_correctly(row))?;
            // A conflict without a choice proves that there are no further solutions; no choice was
            // wrong.
            let chose = choice_count(row) != Some(0);
            Some((if chose { failures } else { 0 }, chose))
        };
        // `false` precedes `true`: among engines without failures, one that made no choice is the
        // best. `min_by_key` returns the first of equal ones, which is the engine that `by` names.
        let best = rows.iter().filter_map(|row| Some((effort(row)?, row)));
        match best.min_by_key(|(effort, _)| *effort) {
            None => DifficultyRating { grade: DifficultyGrade::Open, failures: None, by: None },
            Some(((failures, chose), row)) => {
                let grade = match chose {
                    // With more time, another engine could have fewer failures.
                    true if rows.iter().any(is_stopped) => DifficultyGrade::Ungraded,
                    true => DifficultyGrade::from_failures(failures),
                    false => DifficultyGrade::Trivial,
                };
                DifficultyRating { grade, failures: Some(failures), by: Some(row.engine.clone()) }
            }
        }
    }

    /// Returns the decimal logarithm of the failures plus one, with two digits: 0 for none, 1 for
    /// nine, 2 for 99.
    #[must_use]
    pub fn log_failures(&self) -> Option<f64> {
        let log = |failures| (failures as f64 + 1.0).log10();
        self.failures.map(|failures| (log(failures) * 100.0).round() / 100.0)
    }
}

/// Whether an engine finished its task, and no result of it is wrong.
pub(super) fn finished_correctly(row: &Row) -> bool {
    let answered =
        matches!(row.answer, Answer::Satisfiable | Answer::Unsatisfiable | Answer::Optimal(_));
    answered && !row.is_unanswered() && row.checked && row.wrong.is_none()
}

/// Whether a limit of time or memory, which depends on the machine, stopped an engine that counts
/// its failures.
fn is_stopped(row: &Row) -> bool {
    // An engine that was stopped before it reported any counter may be one that counts failures.
    let counts = failure_count(row).is_some() || row.counters.iter().next().is_none();
    counts
        && !finished_correctly(row)
        && row
            .reason
            .clone()
            .or_else(|| row.answer.end_reason())
            .is_some_and(|own| own.stop().is_some())
}

/// Returns the choices that an engine made, if it counts them.
pub(super) fn choice_count(row: &Row) -> Option<u64> {
    CHOICE_COUNTERS.iter().find_map(|name| row.counters.get(name))
}

/// Returns the failures of an engine, if it counts them.
pub(super) fn failure_count(row: &Row) -> Option<u64> {
    FAILURE_COUNTERS.iter().find_map(|name| row.counters.get(name))
}
