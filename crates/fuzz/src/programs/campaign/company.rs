//! Several cases in one question: those that the answer does not show to be answered rightly are
//! asked again, in smaller company or alone.

use std::time::{Duration, Instant};

use super::CampaignEvent;
use super::block::CampaignWorker;
use super::join::{JoinedQuestion, is_sociable, joint_solution_count};
use super::record::names_operator;
use crate::programs::draw::DrawnCase;
use crate::programs::reply::{ReplyOutcome, TargetReply, compare_reply};
use crate::programs::target::JoinOptions;

/// Time for the answer to several cases: a fraction of a second is usual.
const PATIENCE: Duration = Duration::from_secs(3);

/// Number of cases that are joined after answers that are not as expected.
const MIN_JOINED_CASES: usize = 8;

/// Splits cases by a condition on their place and themselves.
fn split_group<'d>(
    group: &[&'d DrawnCase],
    is_first: impl Fn(usize, &DrawnCase) -> bool,
) -> (Vec<&'d DrawnCase>, Vec<&'d DrawnCase>) {
    let places = group.iter().copied().enumerate();
    let (first, second): (Vec<_>, Vec<_>) = places.partition(|(place, one)| is_first(*place, one));
    let only = |part: Vec<(usize, &'d DrawnCase)>| part.into_iter().map(|(_, one)| one).collect();
    (only(first), only(second))
}

impl CampaignWorker<'_> {
    /// Asks cases together, as far as the number of their solutions allows.
    pub(super) fn in_company(
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
            let most = joining.cases.min(self.company[which]);
            if !group.is_empty() && (all > joining.solutions || group.len() >= most) {
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

    /// Asks cases in one question. Cases that the answer does not show to be answered rightly are
    /// asked again: alone if they are known to be at fault, otherwise each half of them.
    fn ask_group(&mut self, which: usize, group: &[&DrawnCase], joining: JoinOptions) -> bool {
        match group {
            [] => return true,
            [one] => return self.ask_single_case(which, one),
            _ => {}
        }
        let joined = JoinedQuestion::new(joining.rule, group);
        let control = self.shared.control.with_timeout(Some(PATIENCE));
        let reply = self.targets[which].0.ask_case(&joined.case, &control);
        if self.shared.control.stop_reason().is_some() {
            return false;
        }
        let right = joined.right_cases(&reply);
        let (good, rest) = split_group(group, |place, _| right[place]);
        self.credit_cases(which, &good);
        if rest.is_empty() {
            self.company[which] = self.company[which].saturating_mul(2);
            return true;
        }
        let before = self.faults;
        let whole = if good.is_empty() {
            self.ask_group_parts(which, group, joining, &reply)
        } else {
            rest.iter().all(|one| self.ask_single_case(which, one))
        };
        if whole && self.faults == before {
            self.only_in_company(which, &joined, reply);
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

    /// Keeps a wrong answer to several cases, each of which is answered rightly alone.
    fn only_in_company(&mut self, which: usize, joined: &JoinedQuestion<'_>, reply: TargetReply) {
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
