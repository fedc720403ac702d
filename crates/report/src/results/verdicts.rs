//! The number of instances with each verdict.

use std::collections::BTreeMap;

use parallax_compare::Verdict;
use parallax_experiment::regress::plural_noun;

use super::instance_judgement::{InstanceJudgement, judge_instances};
use super::study::ResultStudy;

/// The numbers of instances with each verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerdictCounts {
    of: BTreeMap<Verdict, u64>,
    /// The number of planned instances, also of those without any run.
    planned: u64,
}

impl VerdictCounts {
    /// Judges all instances of a study.
    #[must_use]
    pub fn from_study(study: &ResultStudy) -> Self {
        Self::count_judged(&judge_instances(study), study)
    }

    pub(super) fn count_judged(judged: &[InstanceJudgement], study: &ResultStudy) -> Self {
        let mut verdicts = BTreeMap::new();
        for judged in judged {
            *verdicts.entry(judged.verdict).or_default() += 1;
        }
        VerdictCounts { of: verdicts, planned: study.coverage.instances as u64 }
    }

    /// Returns the worst verdict.
    #[must_use]
    pub fn worst_verdict(&self) -> Verdict {
        // Verdicts are ordered from harmless to worst.
        self.of.keys().next_back().copied().unwrap_or(Verdict::Unanswered)
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (Verdict, u64)> + '_ {
        self.of.iter().map(|(verdict, number)| (*verdict, *number))
    }

    /// States whether engines disagree: `no disagreement (17 instances: 17 agree)`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let total = self.of.values().sum::<u64>();
        let numbers: Vec<String> =
            self.iter().rev().map(|(verdict, number)| format!("{number} {verdict}")).collect();
        let head = match self.worst_verdict() {
            _ if total == 0 => "no runs",
            worst if worst.is_disagreement() => "ENGINES DISAGREE",
            _ => "no disagreement",
        };
        let colon = if numbers.is_empty() { "" } else { ": " };
        let instances = if total < self.planned {
            format!("{total} of {} have runs", plural_noun(self.planned, "instance"))
        } else {
            plural_noun(total, "instance")
        };
        format!("{head} ({instances}{colon}{})", numbers.join(", "))
    }
}
