//! Sums over all rated instances.

use std::collections::BTreeMap;

use parallax_compare::InstanceComparison;
use parallax_experiment::regress::plural_noun;
use parallax_hints::PathDifficulty;

use super::super::ComparisonSummary;
use super::grade::{DifficultyGrade, DifficultyRating, failure_count, finished_correctly};

/// The sums of all ratings, in bounded memory.
#[derive(Clone, Debug, Default)]
pub struct RatingTotals {
    /// Instances by grade.
    pub grades: BTreeMap<DifficultyGrade, u64>,
    /// Sums by engine, in the order of their first rows.
    pub(super) engines: Vec<EngineTotals>,
}

/// Sums over the rows of one engine.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineTotals {
    pub(super) engine: String,
    pub(super) rows: u64,
    pub(super) finished: u64,
    /// The sum of the failures, and the maximum of one instance.
    pub(super) failures: u64,
    pub(super) max_failures: u64,
    /// Rows with the minimum number of failures of their instance.
    pub(super) minimum_count: u64,
    pub(super) seconds: f64,
}

impl RatingTotals {
    /// Adds an instance, with the steps of a person if they are known, and returns its rating.
    pub fn add_instance(
        &mut self,
        compared: &InstanceComparison,
        steps: Option<&PathDifficulty>,
    ) -> DifficultyRating {
        let rating = DifficultyRating::of_instance(compared, steps);
        *self.grades.entry(rating.grade).or_default() += 1;
        for row in &compared.rows {
            // A linear search keeps the engines in the order of their first rows; there are few of
            // them.
            let known = self.engines.iter().position(|effort| effort.engine == row.engine);
            let index = known.unwrap_or_else(|| {
                self.engines
                    .push(EngineTotals { engine: row.engine.clone(), ..EngineTotals::default() });
                self.engines.len() - 1
            });
            let effort = &mut self.engines[index];
            effort.rows += 1;
            effort.seconds += row.time_s.total;
            if finished_correctly(row) {
                effort.finished += 1;
                let failures = failure_count(row);
                // Several engines may share the minimum, and each of them is counted.
                effort.minimum_count +=
                    u64::from(failures.is_some() && failures == rating.failures);
                effort.failures = effort.failures.saturating_add(failures.unwrap_or(0));
                effort.max_failures = effort.max_failures.max(failures.unwrap_or(0));
            }
        }
        rating
    }

    /// Returns the exit code: 5 and 4 for wrong answers and disagreements, 2 for inputs that could
    /// not be read, 3 for instances without a grade.
    #[must_use]
    pub fn exit_code(&self, summary: &ComparisonSummary) -> u8 {
        match summary.worst_verdict() {
            verdict if verdict.is_disagreement() => verdict.exit_code(),
            _ if summary.unread > 0 => 2,
            _ if [DifficultyGrade::Open, DifficultyGrade::Ungraded]
                .iter()
                .any(|own| self.grades.contains_key(own)) =>
            {
                3
            }
            _ => 0,
        }
    }

    /// Returns the number of instances with each grade, in one line.
    pub(super) fn grade_line(&self, summary: &ComparisonSummary) -> String {
        let instances: u64 = self.grades.values().sum();
        let grades: Vec<String> =
            self.grades.iter().map(|(grade, number)| format!("{number} {grade}")).collect();
        let grades =
            if grades.is_empty() { String::new() } else { format!(": {}", grades.join(", ")) };
        let unread = match summary.unread {
            0 => String::new(),
            n => format!("; {} not read", plural_noun(n, "input")),
        };
        let verdict = match summary.worst_verdict() {
            verdict if verdict.is_disagreement() => format!("; {verdict}"),
            _ => String::new(),
        };
        format!("rated: {}{grades}{unread}{verdict}", plural_noun(instances, "instance"))
    }
}
