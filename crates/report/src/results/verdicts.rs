//! The number of instances with each verdict.

use std::collections::BTreeMap;

use parallax_compare::Verdict;
use parallax_lab::experiment::regress::plural;

use super::judged::{Judged, judge};
use super::study::Study;

/// The numbers of instances with each verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdicts(BTreeMap<Verdict, u64>);

impl Verdicts {
    /// Judges all instances of a study.
    #[must_use]
    pub fn of(study: &Study) -> Self {
        Self::count(&judge(study))
    }

    pub(super) fn count(judged: &[Judged]) -> Self {
        let mut verdicts = BTreeMap::new();
        for judged in judged {
            *verdicts.entry(judged.verdict).or_default() += 1;
        }
        Verdicts(verdicts)
    }

    /// Returns the worst verdict.
    #[must_use]
    pub fn worst(&self) -> Verdict {
        self.0.keys().next_back().copied().unwrap_or(Verdict::Unanswered)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (Verdict, u64)> + '_ {
        self.0.iter().map(|(verdict, number)| (*verdict, *number))
    }

    /// States whether engines disagree: `no disagreement (17 instances: 17 agree)`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let total = self.0.values().sum::<u64>();
        let numbers: Vec<String> =
            self.iter().rev().map(|(verdict, number)| format!("{number} {verdict}")).collect();
        let head = match self.worst() {
            _ if total == 0 => "no runs",
            worst if worst.is_disagreement() => "ENGINES DISAGREE",
            _ => "no disagreement",
        };
        let colon = if numbers.is_empty() { "" } else { ": " };
        format!("{head} ({}{colon}{})", plural(total, "instance"), numbers.join(", "))
    }
}
