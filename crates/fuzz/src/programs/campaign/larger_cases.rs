//! Larger cases of a campaign: judged by a prover, which the definitions check.

use std::collections::BTreeMap;

use parallax_model::engine_api::Control;
use serde_json::{Value, json};

use super::campaign_worker::CampaignWorker;
use super::{CampaignEvent, LargerCases};
use crate::programs::case::FuzzCase;
use crate::programs::dispute::{DisputeKind, ProverDispute};
use crate::programs::draw::DrawnCase;
use crate::programs::judge::{CaseTruth, MAX_ASSIGNMENTS, judge_case};
use crate::programs::language::CaseLanguage;
use crate::programs::prover::{
    CaseProver, JudgedBy, NoTruth, ProverError, find_truth, is_defined, is_solution, judge_by,
};
use crate::programs::reply::{ReplyOutcome, TargetReply, WrongAnswer};
use crate::programs::shrink::{case_size, narrow_case};
use crate::shrink::shrink_object;

/// Maximum number of cuts that are tried to make a dispute smaller.
const MAX_DISPUTE_CUTS: usize = 200;

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
    pub fn dropped_count(&self) -> u64 {
        self.dropped.values().sum()
    }

    /// Returns the counts as text.
    #[must_use]
    pub fn describe_counts(&self) -> String {
        let reasons = self.dropped.iter().map(|(reason, count)| format!("{count} {reason}"));
        let reasons: Vec<String> = reasons.collect();
        let list = if reasons.is_empty() { "-".to_owned() } else { reasons.join(", ") };
        format!(
            "Larger cases: {} judged by certificates of {} lines in all; {} not judged: {list}",
            self.judged,
            self.lines,
            self.dropped_count(),
        )
    }

    /// Returns the counts as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "judged": self.judged, "certificate_lines": self.lines,
            "not_judged": self.dropped_count(), "reasons": self.dropped,
        })
    }
}

impl CampaignWorker<'_> {
    /// Draws a case of a target: a larger one if its number selects one.
    pub(super) fn draw_case(&mut self, which: usize, number: u64) -> Option<DrawnCase> {
        let (target, plan) = &self.targets[which];
        let larger = self.shared.larger;
        let Some(larger) = larger.filter(|larger| plan.is_larger(number, larger.percent)) else {
            return plan.draw_case(number, target.case_language());
        };
        let LargerCases { prover, .. } = larger;
        let (language, control) = (target.case_language(), self.shared.control);
        let mut judge = |case: &FuzzCase| judge_by(prover, case, language, control);
        let takes = |case: &FuzzCase| prover.takes_case(case);
        let drawn = plan.draw_larger(number, language, &takes, &mut judge);
        let name = target.target_spec().to_owned();
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
            // A run that ends has not dropped the case; a continued one draws it again.
            Err(NoTruth::Stopped) => None,
            Err(why) => {
                {
                    let mut results = self.shared.results.lock().expect("no holder panics");
                    let counts = results.tally.larger.entry(name).or_default();
                    *counts.dropped.entry(reason_word(&why)).or_default() += 1;
                }
                if let NoTruth::Disputed(dispute) = why {
                    self.report_dispute(which, *dispute);
                }
                None
            }
        }
    }

    /// Returns the truth about a case of a target, with its judge.
    pub(super) fn find_truth(
        &self,
        which: usize,
        case: &FuzzCase,
    ) -> Option<(CaseTruth, JudgedBy)> {
        let prover = self.shared.larger.map(|larger| larger.prover);
        let language = self.targets[which].0.case_language();
        find_truth(prover, case, language, self.shared.control).ok()
    }

    /// Whether a reply refutes the truth of a prover, which is then reported: the target has a
    /// solution that holds and is not listed.
    pub(super) fn is_disputed(
        &self,
        which: usize,
        case: &FuzzCase,
        (truth, judged): (&CaseTruth, &JudgedBy),
        reply: &TargetReply,
    ) -> bool {
        let JudgedBy::Certificate { language, .. } = judged else {
            return false;
        };
        let Some(missing) = overlooked_solution(case, truth, reply) else {
            return false;
        };
        let kind = DisputeKind::Missing(missing.clone());
        self.report_dispute(
            which,
            ProverDispute { case: case.clone(), language: language.clone(), kind },
        );
        true
    }

    /// Makes a dispute smaller and reports it.
    fn report_dispute(&self, which: usize, dispute: ProverDispute) {
        let Some(LargerCases { prover, .. }) = self.shared.larger else {
            return;
        };
        let language = self.targets[which].0.case_language();
        // Shrinking proves many cases, so it happens without the lock on the results.
        let small = shrink_dispute(prover, dispute, language, self.shared.control);
        let mut results = self.shared.results.lock().expect("no holder panics");
        let same = |other: &ProverDispute| {
            other.language == small.language
                && crate::programs::cause::innermost_operators(&other.case)
                    == crate::programs::cause::innermost_operators(&small.case)
        };
        if !results.disputes.iter().any(same) {
            results.disputes.push(small.clone());
            drop(results);
            (self.shared.on_event)(CampaignEvent::Disputed(&small));
        }
    }
}

/// Returns the smallest case found about which a prover and the definitions differ.
fn shrink_dispute(
    prover: &dyn CaseProver,
    dispute: ProverDispute,
    language: &dyn CaseLanguage,
    control: &Control,
) -> ProverDispute {
    let mut best = dispute;
    // First narrows the case around the missing solution: the parts of a large case that are
    // compared might not contain it.
    if let DisputeKind::Missing(missing) = &best.kind {
        let lacks = |case: &FuzzCase| match prover.list_proved_solutions(case, language, control) {
            Ok(proved) => !proved.solutions.contains(missing),
            Err(_) => false,
        };
        best.case = narrow_case(&best.case, missing, &mut |case| lacks(case));
    }
    let case = best.case.clone();
    shrink_object(&case, MAX_DISPUTE_CUTS, &mut |case| match find_dispute(
        prover, case, language, control,
    ) {
        // The cut case may show another dispute than the first; any one counts, as long as it is
        // smaller.
        Some(found) if case_size(&found.case) < case_size(&best.case) => {
            best = found;
            true
        }
        _ => false,
    });
    best
}

/// Returns how a prover and the definitions differ about a case.
pub(crate) fn find_dispute(
    prover: &dyn CaseProver,
    case: &FuzzCase,
    language: &dyn CaseLanguage,
    control: &Control,
) -> Option<ProverDispute> {
    if !is_defined(case) || language.write_case(case).is_err() {
        return None;
    }
    let (claimed, by) = match judge_by(prover, case, language, control) {
        Ok(claimed) => claimed,
        Err(NoTruth::Disputed(dispute)) => return Some(*dispute),
        Err(_) => return None,
    };
    // A case that is small enough is enumerated in full, which finds a missing solution for
    // certain; of a larger one, `judge_by` has compared parts.
    if case.assignment_count() > MAX_ASSIGNMENTS {
        return None;
    }
    let all = judge_case(case, language.undefined_semantics()).ok()?;
    let lacks = |solution: &&Vec<i64>| claimed.solutions.binary_search(solution).is_err();
    let missing = all.solutions.iter().find(lacks)?.clone();
    let language = match by {
        JudgedBy::Certificate { language, .. } => language,
        JudgedBy::Enumeration => language.language_name().to_owned(),
    };
    Some(ProverDispute { case: case.clone(), language, kind: DisputeKind::Missing(missing) })
}

/// Returns a solution of a reply that holds and is not in the list.
pub(crate) fn overlooked_solution<'a>(
    case: &FuzzCase,
    truth: &CaseTruth,
    reply: &'a TargetReply,
) -> Option<&'a Vec<i64>> {
    let TargetReply::Answer(answer) = reply else {
        return None;
    };
    let lacks = |solution: &&Vec<i64>| {
        truth.solutions.binary_search(solution).is_err() && is_solution(case, solution)
    };
    answer.solutions.iter().find(lacks)
}

/// Returns an assignment at which a wrong answer shows.
pub(super) fn fault_witness(
    truth: &CaseTruth,
    reply: &TargetReply,
    outcome: &ReplyOutcome,
) -> Option<Vec<i64>> {
    let TargetReply::Answer(answer) = reply else {
        return None;
    };
    let known = |solution: &&Vec<i64>| truth.solutions.binary_search(solution).is_ok();
    match outcome.wrong_answer()? {
        WrongAnswer::Solution | WrongAnswer::Satisfiable => {
            answer.solutions.iter().find(|one| !known(one))
        }
        WrongAnswer::Missing => truth.solutions.iter().find(|one| !answer.solutions.contains(one)),
        WrongAnswer::Repeated => {
            let mut all = answer.solutions.iter();
            all.find(|one| answer.solutions.iter().filter(|other| other == one).count() > 1)
        }
        // Any solution refutes "unsatisfiable". A wrong optimum shows at no single solution, so
        // cuts may keep any. The other two come without solutions, so nothing is narrowed.
        WrongAnswer::Unsatisfiable
        | WrongAnswer::Optimum
        | WrongAnswer::Proof
        | WrongAnswer::Core => truth.solutions.first(),
    }
    .cloned()
}

/// Returns a word for the reason why a larger case is not asked.
fn reason_word(why: &NoTruth) -> &'static str {
    match why {
        NoTruth::Unproved(ProverError::TooMany) => "too many solutions",
        NoTruth::Unproved(ProverError::TooLong) => "too long a search",
        NoTruth::Unproved(ProverError::Refused(_)) => "not taken",
        NoTruth::Unproved(ProverError::Wrong(_)) | NoTruth::Disputed(_) => "in dispute",
        NoTruth::Undefined => "not drawn",
        NoTruth::Stopped => "stopped",
    }
}
