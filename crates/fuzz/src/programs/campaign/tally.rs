//! Counts of outcomes by target and operator.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::larger_cases::LargerCounts;
use crate::programs::cores::CoreCounts;
use crate::programs::operator::Operator;
use crate::programs::reply::ReplyOutcome;

/// Counts by target and operator.
#[derive(Clone, Debug, Default)]
pub struct CampaignTally {
    /// The counts.
    pub cells: BTreeMap<(String, Operator), TallyCell>,
    /// Versions of the targets.
    pub versions: BTreeMap<String, String>,
    /// Time spent drawing cases and asking each target, without that for making findings smaller,
    /// in milliseconds, over all threads.
    pub spent_ms: BTreeMap<String, u64>,
    /// Counts of larger cases, by target.
    pub larger: BTreeMap<String, LargerCounts>,
    /// Counts of cores, by target; no entry for a target that is not asked for cores.
    pub cores: BTreeMap<String, CoreCounts>,
}

/// Counts of outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TallyCell {
    /// Cases.
    pub cases: u64,
    /// Right answers.
    pub right: u64,
    /// Wrong answers.
    pub wrong: u64,
    /// Answers that claim nothing.
    pub unknown: u64,
    /// Refusals.
    pub refused: u64,
    /// Crashes.
    pub crashes: u64,
    /// Timeouts.
    pub timeouts: u64,
    /// Outputs that are not answers.
    pub unreadable: u64,
    /// The first refusal.
    pub refusal: Option<String>,
}

impl TallyCell {
    /// Returns the number of outcomes that are faults.
    #[must_use]
    pub fn fault_count(&self) -> u64 {
        self.wrong + self.crashes + self.timeouts + self.unreadable
    }

    /// Counts an outcome.
    pub fn add_outcome(&mut self, outcome: &ReplyOutcome) {
        self.cases += 1;
        match outcome {
            ReplyOutcome::Right => self.right += 1,
            ReplyOutcome::Wrong(_) => self.wrong += 1,
            ReplyOutcome::Unknown => self.unknown += 1,
            ReplyOutcome::Refused(why) => {
                self.refused += 1;
                // One example of a refusal suffices for the report.
                self.refusal.get_or_insert_with(|| why.clone());
            }
            ReplyOutcome::Crash(_) => self.crashes += 1,
            ReplyOutcome::Timeout => self.timeouts += 1,
            ReplyOutcome::Unreadable(_) => self.unreadable += 1,
        }
    }
}

impl CampaignTally {
    /// Returns the number of cases about which a target was asked.
    #[must_use]
    pub fn case_count(&self, target: &str) -> u64 {
        let cells = self.cells.iter().filter(|((name, _), _)| name == target);
        cells.map(|(_, cell)| cell.cases).sum()
    }

    /// Returns the number of cases a second of a target, in one thread.
    #[must_use]
    pub fn case_rate(&self, target: &str) -> f64 {
        let spent = self.spent_ms.get(target).copied().unwrap_or(0).max(1);
        self.case_count(target) as f64 * 1000.0 / spent as f64
    }

    /// Returns the operators about which a target answered cases without a fault, with their
    /// numbers of answers.
    #[must_use]
    pub fn clean_operators(&self, target: &str) -> Vec<(Operator, u64)> {
        let cells = self.cells.iter().filter(|((name, _), _)| name == target);
        let clean = cells.filter(|(_, cell)| cell.fault_count() == 0 && cell.right > 0);
        clean.map(|((_, operator), cell)| (*operator, cell.right)).collect()
    }

    /// Returns the tally as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let targets = self.versions.iter().map(|(target, version)| {
            let cells = self.cells.iter().filter(|((name, _), _)| name == target);
            let operators: BTreeMap<&str, Value> =
                cells.map(|((_, operator), cell)| (operator.name(), cell_json(cell))).collect();
            let clean = self.clean_operators(target);
            let clean: BTreeMap<&str, u64> =
                clean.iter().map(|(operator, right)| (operator.name(), *right)).collect();
            json!({
                "target": target,
                "version": version,
                "cases": self.case_count(target),
                "spent_ms": self.spent_ms.get(target),
                "cases_per_s": self.case_rate(target),
                "nothing_found": clean,
                "larger": self.larger.get(target).map(LargerCounts::to_json),
                "cores": self.cores.get(target).map(CoreCounts::to_json),
                "operators": operators,
            })
        });
        Value::Array(targets.collect())
    }
}

fn cell_json(cell: &TallyCell) -> Value {
    json!({
        "cases": cell.cases, "right": cell.right, "wrong": cell.wrong, "unknown": cell.unknown,
        "refused": cell.refused, "crashes": cell.crashes, "timeouts": cell.timeouts,
        "unreadable": cell.unreadable, "refusal": cell.refusal,
    })
}
