//! Questions that ask for cores, and the targets that give none.

use std::borrow::Cow;

use super::block::Worker;
use crate::programs::case::Case;
use crate::programs::draw::Drawn;
use crate::programs::reply::{Outcome, Reply, Wrong};

impl Worker<'_> {
    /// Asks a target a case; one with assumptions is asked without them if the target does not take
    /// them. Returns the case as it was asked, and the reply.
    pub(super) fn reply<'d>(&mut self, which: usize, drawn: &'d Drawn) -> (Cow<'d, Drawn>, Reply) {
        let target = &mut self.targets[which].0;
        let control = self.shared.control;
        let mut is_refused = false;
        if drawn.case.assume && !self.cores[which].are_absent() {
            let reply = target.ask(&drawn.case, control);
            if !matches!(reply, Reply::Refused(_)) {
                self.count(which, drawn, &reply);
                return (Cow::Borrowed(drawn), reply);
            }
            is_refused = true;
        }
        if !drawn.case.assume {
            return (Cow::Borrowed(drawn), target.ask(&drawn.case, control));
        }
        let plain = Drawn { case: Case { assume: false, ..drawn.case.clone() }, ..drawn.clone() };
        let reply = target.ask(&plain.case, control);
        if is_refused && !matches!(reply, Reply::Refused(_)) {
            self.cores[which].refused += 1;
            self.of_all(which, |cores| cores.refused += 1);
        }
        (Cow::Owned(plain), reply)
    }

    /// Counts the core of an answer.
    fn count(&mut self, which: usize, drawn: &Drawn, reply: &Reply) {
        if let Reply::Answer(answer) = reply
            && drawn.truth.solutions.is_empty()
            && self.shared.control.stopped().is_none()
        {
            self.cores[which].add(&drawn.truth.held, answer);
            self.of_all(which, |cores| cores.add(&drawn.truth.held, answer));
        }
    }

    /// Returns the constraints of a wrong core as a case, with the answer to it, if that is wrong too:
    /// then the target is wrong about these constraints, and its core follows from that.
    pub(super) fn alone(
        &mut self,
        which: usize,
        case: &Case,
        reply: &Reply,
        outcome: &Outcome,
    ) -> Option<(Case, Reply, Outcome)> {
        let (Outcome::Wrong(Wrong::Core), Reply::Answer(answer)) = (outcome, reply) else {
            return None;
        };
        let own = |&place: &usize| case.constraints.get(place).cloned();
        let constraints = answer.core.as_ref()?.iter().filter_map(own).collect();
        let part = Case { constraints, assume: false, ..case.clone() };
        let (reply, outcome) = self.outcome(which, &part, false)?;
        outcome.wrong().is_some().then_some((part, reply, outcome))
    }

    /// Changes the counts of all threads.
    fn of_all(&self, which: usize, change: impl FnOnce(&mut crate::programs::cores::Cores)) {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.spec().to_owned();
        change(results.tally.cores.entry(name).or_default());
    }
}
