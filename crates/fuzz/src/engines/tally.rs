//! The results of many cases, in numbers.

use std::collections::BTreeMap;

use parallax_compare::{Row, Verdict};
use parallax_model::Model;
use parallax_model::engine_api::Answer;
use serde::{Deserialize, Serialize};

use super::draw::counted_choices;
use crate::cases::CaseTally;

/// Maximum number of different reasons to count separately.
const MAX_COUNTED_REASONS: usize = 40;

/// The result of a run. It does not depend on the number of threads, except for the effects of time
/// limits.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineTally {
    /// Models that were compared.
    pub cases: u64,
    /// Models with solutions, according to the first engine that decides.
    pub sat: u64,
    /// Models without solutions.
    pub unsat: u64,
    /// Cases in which at least two engines answered.
    pub compared: u64,
    /// Cases in which engines disagree.
    pub findings: u64,
    /// The answers of each family of engines.
    pub engines: BTreeMap<String, AnswerCounts>,
    /// The answers on models with a constraint of each kind.
    pub kinds: BTreeMap<String, AnswerCounts>,
    /// The answers of the engines with each option.
    pub choices: BTreeMap<String, AnswerCounts>,
    /// Reasons for missing answers, with `#` for numbers and `_` for names.
    pub reasons: BTreeMap<String, u64>,
}

/// Answers of engines compared with brute force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerCounts {
    /// Equal answers.
    pub agree: u64,
    /// Different or wrong answers.
    pub disagree: u64,
    /// The engine does not support the model.
    pub unsupported: u64,
    /// No answer, or not all solutions.
    pub unknown: u64,
}

impl AnswerCounts {
    /// Compares the answer of `row` with the first.
    fn from_rows(first: &Row, row: &Row) -> Self {
        let mut answers = AnswerCounts::default();
        let pair = [first.clone(), row.clone()];
        let count = match row {
            _ if !row.checked => &mut answers.disagree,
            _ if row.is_unsupported() => &mut answers.unsupported,
            _ if first.checked && Verdict::from_rows(&pair).is_disagreement() => {
                &mut answers.disagree
            }
            _ if row.is_unanswered() => &mut answers.unknown,
            _ => &mut answers.agree,
        };
        *count += 1;
        answers
    }

    fn add_counts(&mut self, other: AnswerCounts) {
        self.agree += other.agree;
        self.disagree += other.disagree;
        self.unsupported += other.unsupported;
        self.unknown += other.unknown;
    }
}

impl EngineTally {
    /// Counts one case: the rows of its engines, the reference first.
    pub(super) fn count_case(&mut self, model: &Model, rows: &[Row]) {
        let Some(first) = rows.first() else { return };
        self.cases += 1;
        let answered = |row: &&Row| !row.is_unsupported() && !row.is_unanswered();
        self.compared += u64::from(rows.iter().filter(answered).count() >= 2);
        match rows.iter().find(answered).map(|row| row.answer == Answer::Unsatisfiable) {
            Some(true) => self.unsat += 1,
            Some(false) => self.sat += 1,
            None => {}
        }
        let mut on_model = AnswerCounts::default();
        for row in rows {
            let answers = AnswerCounts::from_rows(first, row);
            on_model.add_counts(answers);
            let (family, choices) = counted_choices(&row.engine);
            self.engines.entry(family).or_default().add_counts(answers);
            for choice in choices {
                self.choices.entry(choice).or_default().add_counts(answers);
            }
            if let (Some(why), 0) =
                (row.answer.unknown_reason().or(row.reason_words()), answers.agree)
            {
                let reason = format!("{}: {}", row.answer.name(), generalize_reason(why));
                give_reason(&mut self.reasons, reason, 1);
            }
        }
        let mut kinds: Vec<&str> =
            model.constraints().iter().map(|posted| posted.constraint.kind().name()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            self.kinds.entry(kind.to_owned()).or_default().add_counts(on_model);
        }
    }

    /// Counts one case whose process was lost in this step.
    pub(super) fn count_lost_case(&mut self, step: &str) {
        self.cases += 1;
        self.engines.entry(counted_choices(step).0).or_default().disagree += 1;
    }
}

impl CaseTally for EngineTally {
    fn add_results(&mut self, other: EngineTally) {
        self.cases += other.cases;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.compared += other.compared;
        self.findings += other.findings;
        let merge = |into: &mut BTreeMap<String, AnswerCounts>,
                     from: BTreeMap<String, AnswerCounts>| {
            from.into_iter()
                .for_each(|(name, answers)| into.entry(name).or_default().add_counts(answers));
        };
        merge(&mut self.engines, other.engines);
        merge(&mut self.kinds, other.kinds);
        merge(&mut self.choices, other.choices);
        for (reason, times) in other.reasons {
            give_reason(&mut self.reasons, reason, times);
        }
    }

    fn case_count(&self) -> u64 {
        self.cases
    }

    fn compared_count(&self) -> u64 {
        self.compared
    }

    fn finding_count(&self) -> u64 {
        self.findings
    }
}

/// Counts a reason; new reasons after the first `MAX_COUNTED_REASONS` are counted together.
fn give_reason(reasons: &mut BTreeMap<String, u64>, reason: String, times: u64) {
    let is_full = reasons.len() >= MAX_COUNTED_REASONS && !reasons.contains_key(&reason);
    let reason = if is_full { "others".to_owned() } else { reason };
    *reasons.entry(reason).or_default() += times;
}

/// Replaces the numbers and quoted names of a reason.
fn generalize_reason(why: &str) -> String {
    let unquoted: Vec<&str> =
        why.split('\'').enumerate().map(|(i, part)| if i % 2 == 1 { "_" } else { part }).collect();
    let mut general = String::new();
    for c in unquoted.concat().chars() {
        match c.is_ascii_digit() {
            true if general.ends_with('#') => {}
            true => general.push('#'),
            false => general.push(c),
        }
    }
    general
}
