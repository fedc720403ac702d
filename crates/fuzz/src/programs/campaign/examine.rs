//! From a wrong answer to a cause: shrinking, a second run, no duplicates.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::CampaignEvent;
use super::campaign_worker::CampaignWorker;
use super::larger_cases::fault_witness;
use crate::programs::case::FuzzCase;
use crate::programs::cause::FaultCause;
use crate::programs::draw::DrawnCase;
use crate::programs::finding::TargetFinding;
use crate::programs::prover::JudgedBy;
use crate::programs::reply::{ReplyOutcome, TargetReply, compare_reply};
use crate::programs::shrink::narrow_case;
use crate::shrink::shrink_object;

/// Number of wrong answers about one operator of a target after which only every tenth is examined.
const MAX_ALWAYS_EXAMINED: u64 = 3;

/// Maximum number of questions by which a crash is made smaller: a start of the target for each.
const MAX_CRASH_QUESTIONS: usize = 40;

/// Maximum time for making one finding smaller.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(40);

impl CampaignWorker<'_> {
    /// Examines an outcome that may be a fault of the target.
    pub(super) fn examine_outcome(
        &mut self,
        which: usize,
        drawn: &DrawnCase,
        reply: TargetReply,
        outcome: ReplyOutcome,
    ) {
        let is_fault = matches!(
            outcome,
            ReplyOutcome::Wrong(_)
                | ReplyOutcome::Crash(_)
                | ReplyOutcome::Timeout
                | ReplyOutcome::Unreadable(_)
        );
        if !is_fault || self.is_plenty(which, drawn, &outcome) {
            return;
        }
        let began = Instant::now();
        let (drawn, reply, outcome) =
            match self.ask_core_alone(which, &drawn.case, &reply, &outcome) {
                None => (Cow::Borrowed(drawn), reply, outcome),
                // The core is wrong because the target is wrong about its constraints alone: that
                // simpler fault is examined in its place.
                Some((case, reply, outcome)) => {
                    let Some((truth, judged)) = self.find_truth(which, &case) else { return };
                    let part = DrawnCase { case, about: drawn.about, truth, judged };
                    (Cow::Owned(part), reply, outcome)
                }
            };
        if let Some(raw) = self.make_finding(which, &drawn, &drawn.case, reply, outcome) {
            self.make_small(which, &drawn, raw);
        }
        self.examining += began.elapsed();
    }

    /// Makes a finding smaller, asks again, and keeps it.
    fn make_small(&mut self, which: usize, drawn: &DrawnCase, raw: TargetFinding) {
        (self.shared.on_event)(CampaignEvent::Found(&raw));
        // Each attempt to shrink a timeout would take the whole limit, and each attempt on a crash
        // a new start of the target.
        let attempts = match raw.outcome {
            ReplyOutcome::Timeout => 0,
            ReplyOutcome::Crash(_) => MAX_CRASH_QUESTIONS.min(self.shared.campaign.attempts),
            _ => self.shared.campaign.attempts,
        };
        let start = Instant::now();
        let longest = match raw.outcome {
            ReplyOutcome::Crash(_) => MAX_SHRINK_TIME / 3,
            _ => MAX_SHRINK_TIME,
        };
        // A smaller case must fail in the same class. If its core is wrong only because the target
        // is wrong about the constraints of the core alone, it shows another fault.
        let mut still = |case: &FuzzCase| {
            start.elapsed() < longest
                && self.judge_case(which, case, false).is_some_and(|(reply, new)| {
                    is_like(&raw.outcome, &new)
                        && self.ask_core_alone(which, case, &reply, &new).is_none()
                })
        };
        // A larger case is first cut around the assignment that shows the fault, so that
        // enumeration can judge it.
        let is_larger = raw.judged != JudgedBy::Enumeration && attempts > 0;
        let witness = fault_witness(&raw.truth, &raw.reply, &raw.outcome).filter(|_| is_larger);
        let case = match witness {
            Some(witness) => narrow_case(&drawn.case, &witness, &mut still),
            None => drawn.case.clone(),
        };
        let small = shrink_object(&case, attempts, &mut still);
        // The second run is in a new process, since one that stays may remember something of other
        // cases.
        let again = self.judge_case(which, &small, true);
        // A run that ends meanwhile keeps the finding as it was found.
        if self.shared.control.stop_reason().is_some() {
            self.keep_finding(raw);
            return;
        }
        let Some((reply, outcome)) = again else {
            return;
        };
        if !is_like(&raw.outcome, &outcome) {
            // It does not show again: kept as it was found, without a confirmation.
            self.keep_finding(raw);
            return;
        }
        if let Some(mut finding) = self.make_finding(which, drawn, &small, reply, outcome) {
            finding.confirmed = true;
            // The fault was found before it was made smaller, so these numbers are from the first
            // answer.
            (finding.after_ms, finding.after_cases) = (raw.after_ms, raw.after_cases);
            self.keep_finding(finding);
        }
    }

    /// Whether an operator has many findings already.
    fn is_plenty(&self, which: usize, drawn: &DrawnCase, outcome: &ReplyOutcome) -> bool {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let key = (self.targets[which].0.target_spec().to_owned(), drawn.about);
        let Some(cell) = results.tally.cells.get(&key).cloned() else {
            return false;
        };
        // Crashes with one message are one cause.
        let is_known =
            |cause: &FaultCause| cause.finding.target == key.0 && cause.finding.outcome == *outcome;
        if matches!(outcome, ReplyOutcome::Crash(_)) && results.causes.iter().any(is_known) {
            return true;
        }
        // Questions to these targets are expensive, so a case that probably shows a known cause is
        // not shrunk again.
        if self.targets[which].0.join_options().is_some() {
            let is_again =
                |cause: &mut FaultCause| cause.is_seen_again(&key.0, &drawn.case, outcome);
            if results.causes.iter_mut().any(is_again) {
                return true;
            }
        }
        // Crashes and timeouts count for more, since each costs a restart or a whole time limit.
        let seen = match outcome {
            ReplyOutcome::Wrong(_) => cell.wrong,
            ReplyOutcome::Crash(_) => cell.crashes * 2,
            ReplyOutcome::Timeout => cell.timeouts * 3,
            _ => cell.unreadable,
        };
        seen > MAX_ALWAYS_EXAMINED && !seen.is_multiple_of(10)
    }

    /// Returns the reply to a case and its outcome, if it can be judged and written.
    pub(super) fn judge_case(
        &mut self,
        which: usize,
        case: &FuzzCase,
        fresh: bool,
    ) -> Option<(TargetReply, ReplyOutcome)> {
        if self.shared.control.stop_reason().is_some() {
            return None;
        }
        // A cut may leave what the language can express; such a case is no candidate.
        self.targets[which].0.case_language().write_case(case).ok()?;
        let (truth, judged) = self.find_truth(which, case)?;
        let target = &mut self.targets[which].0;
        let control = self.shared.control;
        let reply =
            if fresh { target.ask_fresh(case, control) } else { target.ask_case(case, control) };
        if self.is_disputed(which, case, (&truth, &judged), &reply) {
            return None;
        }
        let outcome = compare_reply(case, &truth, &reply);
        Some((reply, outcome))
    }

    /// Makes a finding of an outcome.
    pub(super) fn make_finding(
        &self,
        which: usize,
        drawn: &DrawnCase,
        case: &FuzzCase,
        reply: TargetReply,
        outcome: ReplyOutcome,
    ) -> Option<TargetFinding> {
        let target = &self.targets[which].0;
        let elapsed = self.shared.start.elapsed().as_millis();
        let after_cases = {
            let results = self.shared.results.lock().expect("no holder panics");
            results.tally.case_count(target.target_spec())
        };
        let language = target.case_language();
        // The truth about a large case takes a proof, so it is computed again only if the case
        // changed.
        let (truth, judged) = if *case == drawn.case {
            (drawn.truth.clone(), drawn.judged.clone())
        } else {
            self.find_truth(which, case)?
        };
        let mut finding = TargetFinding {
            target: target.target_spec().to_owned(),
            version: target.program_version().to_owned(),
            seed: self.shared.campaign.seed,
            number: drawn.case.id,
            after_ms: u64::try_from(elapsed).unwrap_or(u64::MAX),
            after_cases,
            about: drawn.about,
            outcome,
            confirmed: false,
            drawn: drawn.case.clone(),
            case: case.clone(),
            text: language.write_case(case).ok()?,
            extension: language.file_extension().to_owned(),
            command: String::new(),
            reply,
            truth,
            judged,
            joined: 1,
        };
        finding.command = target.command_line(Path::new(&finding.model_file()));
        Some(finding)
    }

    /// Keeps a finding whose cause is new; counts it as a variant of a cause that is known.
    pub(super) fn keep_finding(&self, finding: TargetFinding) {
        let key = finding.cause_key();
        let mut results = self.shared.results.lock().expect("no holder panics");
        if let Some(cause) =
            results.causes.iter_mut().find(|cause| cause.finding.cause_key() == key)
        {
            cause.add_finding(finding);
            return;
        }
        if self.shared.campaign.known.contains(&key) {
            return;
        }
        results.causes.push(FaultCause::from_finding(finding.clone()));
        // The callback runs without the lock: it may write files, and other threads count
        // meanwhile.
        drop(results);
        (self.shared.on_event)(CampaignEvent::Kept(&finding));
    }
}

/// Whether two outcomes are of one class: the words of a crash may differ.
fn is_like(first: &ReplyOutcome, second: &ReplyOutcome) -> bool {
    first.class_word() == second.class_word()
}
