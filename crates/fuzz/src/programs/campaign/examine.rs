//! From a wrong answer to a cause: shrinking, a second run, no duplicates.

use std::borrow::Cow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::Event;
use super::block::Worker;
use super::larger::witness;
use crate::programs::case::Case;
use crate::programs::cause::Cause;
use crate::programs::draw::Drawn;
use crate::programs::finding::Finding;
use crate::programs::prover::JudgedBy;
use crate::programs::reply::{Outcome, Reply, compare};
use crate::programs::shrink::narrow;
use crate::shrink::shrink;

/// Number of wrong answers about one operator of a target after which only every tenth is examined.
const ENOUGH: u64 = 3;

/// Maximum number of questions by which a crash is made smaller: a start of the target for each.
const CRASHES: usize = 40;

/// Maximum time for making one finding smaller.
const LONGEST: Duration = Duration::from_secs(40);

impl Worker<'_> {
    /// Examines an outcome that may be a fault of the target.
    pub(super) fn examine(&mut self, which: usize, drawn: &Drawn, reply: Reply, outcome: Outcome) {
        let is_fault = matches!(
            outcome,
            Outcome::Wrong(_) | Outcome::Crash(_) | Outcome::Timeout | Outcome::Unreadable(_)
        );
        if !is_fault || self.is_plenty(which, drawn, &outcome) {
            return;
        }
        let began = Instant::now();
        let (drawn, reply, outcome) = match self.alone(which, &drawn.case, &reply, &outcome) {
            None => (Cow::Borrowed(drawn), reply, outcome),
            Some((case, reply, outcome)) => {
                let Some((truth, judged)) = self.truth(which, &case) else { return };
                let part = Drawn { case, about: drawn.about, truth, judged };
                (Cow::Owned(part), reply, outcome)
            }
        };
        if let Some(raw) = self.finding(which, &drawn, &drawn.case, reply, outcome) {
            self.make_small(which, &drawn, raw);
        }
        self.examining += began.elapsed();
    }

    /// Makes a finding smaller, asks again, and keeps it.
    fn make_small(&mut self, which: usize, drawn: &Drawn, raw: Finding) {
        (self.shared.on_event)(Event::Found(&raw));
        let attempts = match raw.outcome {
            Outcome::Timeout => 0,
            Outcome::Crash(_) => CRASHES.min(self.shared.campaign.attempts),
            _ => self.shared.campaign.attempts,
        };
        let start = Instant::now();
        let longest = match raw.outcome {
            Outcome::Crash(_) => LONGEST / 3,
            _ => LONGEST,
        };
        let mut still = |case: &Case| {
            start.elapsed() < longest
                && self.outcome(which, case, false).is_some_and(|(reply, new)| {
                    is_like(&raw.outcome, &new) && self.alone(which, case, &reply, &new).is_none()
                })
        };
        // A larger case is cut around the place of the fault first: then enumeration judges it.
        let is_larger = raw.judged != JudgedBy::Enumeration && attempts > 0;
        let place = witness(&raw.truth, &raw.reply, &raw.outcome).filter(|_| is_larger);
        let case = match place {
            Some(place) => narrow(&drawn.case, &place, &mut still),
            None => drawn.case.clone(),
        };
        let small = shrink(&case, attempts, &mut still);
        // In the second run, nothing counts that a process that stays remembers from other cases.
        let again = self.outcome(which, &small, true);
        // A run that ends meanwhile keeps the finding as it was found.
        if self.shared.control.stopped().is_some() {
            self.keep(raw);
            return;
        }
        let Some((reply, outcome)) = again else {
            return;
        };
        if !is_like(&raw.outcome, &outcome) {
            // It does not show again: kept as it was found, without a confirmation.
            self.keep(raw);
            return;
        }
        if let Some(mut finding) = self.finding(which, drawn, &small, reply, outcome) {
            finding.confirmed = true;
            (finding.after_ms, finding.after_cases) = (raw.after_ms, raw.after_cases);
            self.keep(finding);
        }
    }

    /// Whether there are many findings of an operator already.
    fn is_plenty(&self, which: usize, drawn: &Drawn, outcome: &Outcome) -> bool {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let key = (self.targets[which].0.spec().to_owned(), drawn.about);
        let Some(cell) = results.tally.cells.get(&key).cloned() else {
            return false;
        };
        // Crashes with one message are one cause.
        let is_known =
            |cause: &Cause| cause.finding.target == key.0 && cause.finding.outcome == *outcome;
        if matches!(outcome, Outcome::Crash(_)) && results.causes.iter().any(is_known) {
            return true;
        }
        if self.targets[which].0.joining().is_some() {
            let is_again = |cause: &mut Cause| cause.is_seen_again(&key.0, &drawn.case, outcome);
            if results.causes.iter_mut().any(is_again) {
                return true;
            }
        }
        let seen = match outcome {
            Outcome::Wrong(_) => cell.wrong,
            Outcome::Crash(_) => cell.crashes * 2,
            Outcome::Timeout => cell.timeouts * 3,
            _ => cell.unreadable,
        };
        seen > ENOUGH && !seen.is_multiple_of(10)
    }

    /// Returns the reply to a case and its outcome, if it can be judged and written.
    pub(super) fn outcome(
        &mut self,
        which: usize,
        case: &Case,
        fresh: bool,
    ) -> Option<(Reply, Outcome)> {
        if self.shared.control.stopped().is_some() {
            return None;
        }
        self.targets[which].0.language().write(case).ok()?;
        let (truth, judged) = self.truth(which, case)?;
        let target = &mut self.targets[which].0;
        let control = self.shared.control;
        let reply = if fresh { target.ask_fresh(case, control) } else { target.ask(case, control) };
        if self.is_disputed(which, case, (&truth, &judged), &reply) {
            return None;
        }
        let outcome = compare(case, &truth, &reply);
        Some((reply, outcome))
    }

    /// Makes a finding of an outcome.
    pub(super) fn finding(
        &self,
        which: usize,
        drawn: &Drawn,
        case: &Case,
        reply: Reply,
        outcome: Outcome,
    ) -> Option<Finding> {
        let target = &self.targets[which].0;
        let elapsed = self.shared.start.elapsed().as_millis();
        let after_cases = {
            let results = self.shared.results.lock().expect("no holder panics");
            results.tally.cases(target.spec())
        };
        let language = target.language();
        let (truth, judged) = if *case == drawn.case {
            (drawn.truth.clone(), drawn.judged.clone())
        } else {
            self.truth(which, case)?
        };
        let mut finding = Finding {
            target: target.spec().to_owned(),
            version: target.version().to_owned(),
            seed: self.shared.campaign.seed,
            number: drawn.case.id,
            after_ms: u64::try_from(elapsed).unwrap_or(u64::MAX),
            after_cases,
            about: drawn.about,
            outcome,
            confirmed: false,
            drawn: drawn.case.clone(),
            case: case.clone(),
            text: language.write(case).ok()?,
            extension: language.extension().to_owned(),
            command: String::new(),
            reply,
            truth,
            judged,
            joined: 1,
        };
        finding.command = target.command(Path::new(&finding.file()));
        Some(finding)
    }

    /// Keeps a finding whose cause is new; counts it as a variant of a cause that is known.
    pub(super) fn keep(&self, finding: Finding) {
        let key = finding.cause();
        let mut results = self.shared.results.lock().expect("no holder panics");
        if let Some(cause) = results.causes.iter_mut().find(|cause| cause.finding.cause() == key) {
            cause.add(finding);
            return;
        }
        if self.shared.campaign.known.contains(&key) {
            return;
        }
        results.causes.push(Cause::of(finding.clone()));
        drop(results);
        (self.shared.on_event)(Event::Kept(&finding));
    }
}

/// Whether two outcomes are of one class: the words of a crash may differ.
fn is_like(first: &Outcome, second: &Outcome) -> bool {
    first.word() == second.word()
}
