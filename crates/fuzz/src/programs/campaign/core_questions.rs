//! Questions that ask for cores, and the targets that give none.

use std::borrow::Cow;

use super::campaign_worker::CampaignWorker;
use crate::programs::case::FuzzCase;
use crate::programs::draw::DrawnCase;
use crate::programs::reply::{ReplyOutcome, TargetReply, WrongAnswer};

impl CampaignWorker<'_> {
    /// Asks a target a case; one with assumptions is asked without them if the target does not take
    /// them. Returns the case as it was asked, and the reply.
    pub(super) fn ask_case<'d>(
        &mut self,
        which: usize,
        drawn: &'d DrawnCase,
    ) -> (Cow<'d, DrawnCase>, TargetReply) {
        let target = &mut self.targets[which].0;
        let control = self.shared.control;
        let mut is_refused = false;
        // A target that gives no cores gets plain cases after a while, so that it does not spend
        // two questions on each.
        if drawn.case.assume && !self.cores[which].are_absent() {
            let reply = target.ask_case(&drawn.case, control);
            if !matches!(reply, TargetReply::Refused(_)) {
                self.count_core(which, drawn, &reply);
                return (Cow::Borrowed(drawn), reply);
            }
            is_refused = true;
        }
        if !drawn.case.assume {
            return (Cow::Borrowed(drawn), target.ask_case(&drawn.case, control));
        }
        let plain =
            DrawnCase { case: FuzzCase { assume: false, ..drawn.case.clone() }, ..drawn.clone() };
        let reply = target.ask_case(&plain.case, control);
        // The refusal concerned the assumptions only if the case is taken without them.
        if is_refused && !matches!(reply, TargetReply::Refused(_)) {
            self.cores[which].refused += 1;
            self.change_shared_counts(which, |cores| cores.refused += 1);
        }
        (Cow::Owned(plain), reply)
    }

    /// Counts the core of an answer.
    fn count_core(&mut self, which: usize, drawn: &DrawnCase, reply: &TargetReply) {
        if let TargetReply::Answer(answer) = reply
            && drawn.truth.solutions.is_empty()
            && self.shared.control.stop_reason().is_none()
        {
            self.cores[which].add_answer(&drawn.truth.held, answer);
            self.change_shared_counts(which, |cores| cores.add_answer(&drawn.truth.held, answer));
        }
    }

    /// Returns the constraints of a wrong core as a case, with the answer to it, if that is wrong
    /// too: then the target is wrong about these constraints, and its core follows from that.
    pub(super) fn ask_core_alone(
        &mut self,
        which: usize,
        case: &FuzzCase,
        reply: &TargetReply,
        outcome: &ReplyOutcome,
    ) -> Option<(FuzzCase, TargetReply, ReplyOutcome)> {
        let (ReplyOutcome::Wrong(WrongAnswer::Core), TargetReply::Answer(answer)) =
            (outcome, reply)
        else {
            return None;
        };
        let own = |&index: &usize| case.constraints.get(index).cloned();
        let constraints = answer.core.as_ref()?.iter().filter_map(own).collect();
        let part = FuzzCase { constraints, assume: false, ..case.clone() };
        let (reply, outcome) = self.judge_case(which, &part, false)?;
        outcome.wrong_answer().is_some().then_some((part, reply, outcome))
    }

    /// Changes the counts of all threads.
    fn change_shared_counts(
        &self,
        which: usize,
        change: impl FnOnce(&mut crate::programs::cores::CoreCounts),
    ) {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.target_spec().to_owned();
        change(results.tally.cores.entry(name).or_default());
    }
}
