//! Larger cases of a campaign: judged by a prover, which the definitions check.

use std::collections::BTreeMap;

use parallax_model::ask::Control;
use serde_json::{Value, json};

use super::block::Worker;
use super::{Event, Larger};
use crate::programs::case::Case;
use crate::programs::dispute::{Dispute, DisputeKind};
use crate::programs::draw::Drawn;
use crate::programs::judge::{MOST, Truth, judge};
use crate::programs::language::Language;
use crate::programs::prover::{
    JudgedBy, NoTruth, Prover, Unproved, is_defined, is_solution, judge_by, truth,
};
use crate::programs::reply::{Outcome, Reply, Wrong};
use crate::programs::shrink::{narrow, size};
use crate::shrink::shrink;

/// Maximum number of cuts that are tried to make a dispute smaller.
const CUTS: usize = 200;

/// Counts of the larger cases of a target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LargerCounts {
    /// Cases that were judged by a certificate, and asked.
    pub judged: u64,
    /// Lines of their certificates.
    pub lines: u64,
    /// Cases that were not asked, by the reason.
    pub dropped: BTreeMap<&'static str, u64>,
}

impl LargerCounts {
    /// Returns the number of cases that were not asked.
    #[must_use]
    pub fn dropped(&self) -> u64 {
        self.dropped.values().sum()
    }

    /// Returns it in words.
    #[must_use]
    pub fn words(&self) -> String {
        let reasons = self.dropped.iter().map(|(reason, count)| format!("{count} {reason}"));
        let reasons: Vec<String> = reasons.collect();
        let list = if reasons.is_empty() { "-".to_owned() } else { reasons.join(", ") };
        format!(
            "Larger cases: {} judged by certificates of {} lines in all; {} not judged: {list}",
            self.judged,
            self.lines,
            self.dropped(),
        )
    }

    /// Returns it as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "judged": self.judged, "certificate_lines": self.lines,
            "not_judged": self.dropped(), "reasons": self.dropped,
        })
    }
}

impl Worker<'_> {
    /// Draws a case of a target: a larger one, if its number says so.
    pub(super) fn draw(&mut self, which: usize, number: u64) -> Option<Drawn> {
        let (target, plan) = &self.targets[which];
        let larger = self.shared.larger;
        let Some(larger) = larger.filter(|larger| plan.is_larger(number, larger.percent)) else {
            return plan.draw(number, target.language());
        };
        let Larger { prover, .. } = larger;
        let (language, control) = (target.language(), self.shared.control);
        let mut judge = |case: &Case| judge_by(prover, case, language, control);
        let takes = |case: &Case| prover.takes(case);
        let drawn = plan.draw_larger(number, language, &takes, &mut judge);
        let name = target.spec().to_owned();
        match drawn {
            Ok(drawn) => {
                let mut results = self.shared.results.lock().expect("no holder panics");
                let counts = results.tally.larger.entry(name).or_default();
                counts.judged += 1;
                if let JudgedBy::Certificate { lines, .. } = drawn.judged {
                    counts.lines += lines;
                }
                Some(drawn)
            }
            Err(NoTruth::Stopped) => None,
            Err(why) => {
                {
                    let mut results = self.shared.results.lock().expect("no holder panics");
                    let counts = results.tally.larger.entry(name).or_default();
                    *counts.dropped.entry(word(&why)).or_default() += 1;
                }
                if let NoTruth::Disputed(dispute) = why {
                    self.dispute(which, *dispute);
                }
                None
            }
        }
    }

    /// Returns the truth about a case of a target, with its judge.
    pub(super) fn truth(&self, which: usize, case: &Case) -> Option<(Truth, JudgedBy)> {
        let prover = self.shared.larger.map(|larger| larger.prover);
        let language = self.targets[which].0.language();
        truth(prover, case, language, self.shared.control).ok()
    }

    /// Whether a reply shows that the truth of a prover is none, which is then reported: the target
    /// has a solution that holds and is not listed.
    pub(super) fn is_disputed(
        &self,
        which: usize,
        case: &Case,
        (truth, judged): (&Truth, &JudgedBy),
        reply: &Reply,
    ) -> bool {
        let JudgedBy::Certificate { language, .. } = judged else {
            return false;
        };
        let Some(missing) = overlooked(case, truth, reply) else {
            return false;
        };
        let kind = DisputeKind::Missing(missing.clone());
        self.dispute(which, Dispute { case: case.clone(), language: language.clone(), kind });
        true
    }

    /// Makes a dispute smaller and reports it.
    fn dispute(&self, which: usize, dispute: Dispute) {
        let Some(Larger { prover, .. }) = self.shared.larger else {
            return;
        };
        let language = self.targets[which].0.language();
        let small = smaller(prover, dispute, language, self.shared.control);
        let mut results = self.shared.results.lock().expect("no holder panics");
        let same = |other: &Dispute| {
            other.language == small.language
                && crate::programs::cause::innermost(&other.case)
                    == crate::programs::cause::innermost(&small.case)
        };
        if !results.disputes.iter().any(same) {
            results.disputes.push(small.clone());
            drop(results);
            (self.shared.on_event)(Event::Disputed(&small));
        }
    }
}

/// Returns the smallest case found about which a prover and the definitions differ.
fn smaller(
    prover: &dyn Prover,
    dispute: Dispute,
    language: &dyn Language,
    control: &Control,
) -> Dispute {
    let mut best = dispute;
    // First around the solution that is missing, which parts of a large case may not show.
    if let DisputeKind::Missing(missing) = &best.kind {
        let lacks = |case: &Case| match prover.prove(case, language, control) {
            Ok(proved) => !proved.solutions.contains(missing),
            Err(_) => false,
        };
        best.case = narrow(&best.case, missing, &mut |case| lacks(case));
    }
    let case = best.case.clone();
    shrink(&case, CUTS, &mut |case| match differs(prover, case, language, control) {
        Some(found) if size(&found.case) < size(&best.case) => {
            best = found;
            true
        }
        _ => false,
    });
    best
}

/// Returns how a prover and the definitions differ about a case.
pub(crate) fn differs(
    prover: &dyn Prover,
    case: &Case,
    language: &dyn Language,
    control: &Control,
) -> Option<Dispute> {
    if !is_defined(case) || language.write(case).is_err() {
        return None;
    }
    let (claimed, by) = match judge_by(prover, case, language, control) {
        Ok(claimed) => claimed,
        Err(NoTruth::Disputed(dispute)) => return Some(*dispute),
        Err(_) => return None,
    };
    if case.assignments() > MOST {
        return None;
    }
    let all = judge(case, language.semantics()).ok()?;
    let lacks = |solution: &&Vec<i64>| claimed.solutions.binary_search(solution).is_err();
    let missing = all.solutions.iter().find(lacks)?.clone();
    let language = match by {
        JudgedBy::Certificate { language, .. } => language,
        JudgedBy::Enumeration => language.name().to_owned(),
    };
    Some(Dispute { case: case.clone(), language, kind: DisputeKind::Missing(missing) })
}

/// Returns a solution of a reply that holds and is not in the list.
pub(crate) fn overlooked<'a>(case: &Case, truth: &Truth, reply: &'a Reply) -> Option<&'a Vec<i64>> {
    let Reply::Answer(answer) = reply else {
        return None;
    };
    let lacks = |solution: &&Vec<i64>| {
        truth.solutions.binary_search(solution).is_err() && is_solution(case, solution)
    };
    answer.solutions.iter().find(lacks)
}

/// Returns an assignment at which a wrong answer shows.
pub(super) fn witness(truth: &Truth, reply: &Reply, outcome: &Outcome) -> Option<Vec<i64>> {
    let Reply::Answer(answer) = reply else {
        return None;
    };
    let known = |solution: &&Vec<i64>| truth.solutions.binary_search(solution).is_ok();
    match outcome.wrong()? {
        Wrong::Solution | Wrong::Satisfiable => answer.solutions.iter().find(|one| !known(one)),
        Wrong::Missing => truth.solutions.iter().find(|one| !answer.solutions.contains(one)),
        Wrong::Repeated => {
            let mut all = answer.solutions.iter();
            all.find(|one| answer.solutions.iter().filter(|other| other == one).count() > 1)
        }
        Wrong::Unsatisfiable | Wrong::Optimum | Wrong::Proof | Wrong::Core => {
            truth.solutions.first()
        }
    }
    .cloned()
}

/// Returns a word for the reason why a larger case is not asked.
fn word(why: &NoTruth) -> &'static str {
    match why {
        NoTruth::Unproved(Unproved::TooMany) => "too many solutions",
        NoTruth::Unproved(Unproved::TooLong) => "too long a search",
        NoTruth::Unproved(Unproved::Refused(_)) => "not taken",
        NoTruth::Unproved(Unproved::Wrong(_)) | NoTruth::Disputed(_) => "in dispute",
        NoTruth::Undefined => "not drawn",
        NoTruth::Stopped => "stopped",
    }
}
