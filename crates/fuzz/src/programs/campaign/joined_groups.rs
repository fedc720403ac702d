//! Several cases in one question. Cases that the answer does not show to be right are asked again,
//! in smaller groups or alone.

use std::time::{Duration, Instant};

use super::CampaignEvent;
use super::campaign_worker::CampaignWorker;
use super::joined_question::{JoinedQuestion, is_sociable, joint_solution_count};
use super::outcome_table::names_operator;
use crate::programs::draw::DrawnCase;
use crate::programs::reply::{ReplyOutcome, TargetReply, compare_reply};
use crate::programs::target::JoinOptions;

/// Time for the answer to several cases: a fraction of a second is usual.
const JOINED_ANSWER_TIMEOUT: Duration = Duration::from_secs(3);

/// Number of cases that are joined after answers that are not as expected.
const MIN_JOINED_CASES: usize = 8;

/// Splits cases by a condition on their index and themselves.
fn split_group<'d>(
    group: &[&'d DrawnCase],
    is_first: impl Fn(usize, &DrawnCase) -> bool,
) -> (Vec<&'d DrawnCase>, Vec<&'d DrawnCase>) {
    let places = group.iter().copied().enumerate();
    let (first, second): (Vec<_>, Vec<_>) = places.partition(|(index, one)| is_first(*index, one));
    let only = |part: Vec<(usize, &'d DrawnCase)>| part.into_iter().map(|(_, one)| one).collect();
    (only(first), only(second))
}

impl CampaignWorker<'_> {
    /// Asks cases together, within the limit on the number of joint solutions.
    pub(super) fn ask_together(
        &mut self,
        which: usize,
        drawn: &[DrawnCase],
        joining: JoinOptions,
    ) -> bool {
        let (sociable, alone): (Vec<&DrawnCase>, Vec<&DrawnCase>) =
            drawn.iter().partition(|one| is_sociable(one) && !self.records[which].is_suspect(one));
        let mut group: Vec<&DrawnCase> = Vec::new();
        let mut solutions = 0;
        for one in sociable {
            let all = joint_solution_count(joining.rule, solutions, one);
            let max_cases = joining.cases.min(self.company[which]);
            // The group is asked before a case would exceed a limit. A first case always joins,
            // even if its solutions alone exceed the limit: it is asked alone then.
            if !group.is_empty() && (all > joining.solutions || group.len() >= max_cases) {
                if !self.ask_group(which, &group, joining) {
                    return false;
                }
                group.clear();
                solutions = 0;
            }
            solutions = joint_solution_count(joining.rule, solutions, one);
            group.push(one);
        }
        self.ask_group(which, &group, joining)
            && alone.iter().all(|one| self.ask_single_case(which, one))
    }

    /// Asks cases in one question. Cases that the answer does not show to be right are asked again:
    /// alone if other cases of the group are right, otherwise each half of the group.
    fn ask_group(&mut self, which: usize, group: &[&DrawnCase], joining: JoinOptions) -> bool {
        match group {
            [] => return true,
            [one] => return self.ask_single_case(which, one),
            _ => {}
        }
        let joined = JoinedQuestion::new(joining.rule, group);
        // A case that takes too long would spend the whole limit for its company. Under this
        // shorter limit, the group is split and only that case gets the full time.
        let control = self.shared.control.with_timeout(Some(JOINED_ANSWER_TIMEOUT));
        let reply = self.targets[which].0.ask_case(&joined.case, &control);
        if self.shared.control.stop_reason().is_some() {
            return false;
        }
        let right = joined.right_cases(&reply);
        let (good, rest) = split_group(group, |index, _| right[index]);
        self.credit_cases(which, &good);
        if rest.is_empty() {
            // The whole group was right: larger groups are worth trying again.
            self.company[which] = self.company[which].saturating_mul(2);
            return true;
        }
        let before = self.faults;
        // If some cases of the group are shown to be right, the answer is readable and the rest are
        // suspects. If none is, a single case may have spoilt the answer, and halving finds it with
        // a logarithmic number of questions.
        let whole = if good.is_empty() {
            self.ask_group_parts(which, group, joining, &reply)
        } else {
            rest.iter().all(|one| self.ask_single_case(which, one))
        };
        // No case showed a fault when asked again, so the fault lies in their company.
        if whole && self.faults == before {
            self.keep_joint_fault(which, &joined, reply);
        }
        whole
    }

    /// Asks parts of a group that no answer shows to be right.
    fn ask_group_parts(
        &mut self,
        which: usize,
        group: &[&DrawnCase],
        joining: JoinOptions,
        reply: &TargetReply,
    ) -> bool {
        if let TargetReply::Refused(why) = reply {
            // A refusal that names an operator explains itself: the cases with that operator are
            // asked alone, and the others need no halving. If no case has it, or all have it,
            // halving must decide.
            let (named, others) = split_group(group, |_, one| names_operator(why, one));
            if !named.is_empty() && !others.is_empty() {
                return self.ask_group(which, &others, joining)
                    && named.iter().all(|one| self.ask_single_case(which, one));
            }
        }
        self.company[which] = (group.len() / 2).max(MIN_JOINED_CASES);
        let (first, second) = group.split_at(group.len() / 2);
        self.ask_group(which, first, joining) && self.ask_group(which, second, joining)
    }

    /// Keeps a wrong answer to several cases, each of which the target answers rightly alone.
    fn keep_joint_fault(&mut self, which: usize, joined: &JoinedQuestion<'_>, reply: TargetReply) {
        let began = Instant::now();
        let drawn = joined.to_drawn_case();
        let outcome = compare_reply(&drawn.case, &drawn.truth, &reply);
        if outcome.wrong_answer().is_some() {
            self.faults += 1;
            let found = self.make_finding(which, &drawn, &drawn.case, reply, outcome);
            if let Some(mut finding) = found {
                finding.joined = joined.len();
                (self.shared.on_event)(CampaignEvent::Found(&finding));
                let target = &mut self.targets[which].0;
                // The joined case is not made smaller: its fault needs the company. It is only
                // asked again.
                let again = target.ask_fresh(&drawn.case, self.shared.control);
                let again = compare_reply(&drawn.case, &drawn.truth, &again);
                finding.confirmed = again.class_word() == finding.outcome.class_word();
                self.keep_finding(finding);
            }
        }
        self.examining += began.elapsed();
    }

    /// Counts cases that are answered rightly in company.
    fn credit_cases(&mut self, which: usize, good: &[&DrawnCase]) {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.target_spec().to_owned();
        for one in good {
            let cell = results.tally.cells.entry((name.clone(), one.about)).or_default();
            cell.add_outcome(&ReplyOutcome::Right);
            self.records[which].add_outcome(one, &ReplyOutcome::Right);
        }
    }
}
