//! Several cases in one question: those that the answer does not show to be answered rightly are
//! asked again, in smaller company or alone.

use std::time::{Duration, Instant};

use super::Event;
use super::block::Worker;
use super::join::{Joined, is_sociable, together};
use super::record::names;
use crate::programs::draw::Drawn;
use crate::programs::reply::{Outcome, Reply, compare};
use crate::programs::target::Joining;

/// Time for the answer to several cases: a fraction of a second is usual.
const PATIENCE: Duration = Duration::from_secs(3);

/// Number of cases that are joined after answers that are not as expected.
const LEAST: usize = 8;

/// Splits cases by a condition on their place and themselves.
fn split<'d>(
    group: &[&'d Drawn],
    is_first: impl Fn(usize, &Drawn) -> bool,
) -> (Vec<&'d Drawn>, Vec<&'d Drawn>) {
    let places = group.iter().copied().enumerate();
    let (first, second): (Vec<_>, Vec<_>) = places.partition(|(place, one)| is_first(*place, one));
    let only = |part: Vec<(usize, &'d Drawn)>| part.into_iter().map(|(_, one)| one).collect();
    (only(first), only(second))
}

impl Worker<'_> {
    /// Asks cases together, as far as the number of their solutions allows.
    pub(super) fn in_company(&mut self, which: usize, drawn: &[Drawn], joining: Joining) -> bool {
        let (sociable, alone): (Vec<&Drawn>, Vec<&Drawn>) =
            drawn.iter().partition(|one| is_sociable(one) && !self.records[which].is_suspect(one));
        let mut group: Vec<&Drawn> = Vec::new();
        let mut solutions = 0;
        for one in sociable {
            let all = together(joining.rule, solutions, one);
            let most = joining.cases.min(self.company[which]);
            if !group.is_empty() && (all > joining.solutions || group.len() >= most) {
                if !self.group(which, &group, joining) {
                    return false;
                }
                group.clear();
                solutions = 0;
            }
            solutions = together(joining.rule, solutions, one);
            group.push(one);
        }
        self.group(which, &group, joining) && alone.iter().all(|one| self.single(which, one))
    }

    /// Asks cases in one question. Cases that the answer does not show to be answered rightly are
    /// asked again: alone if they are known to be at fault, otherwise each half of them.
    fn group(&mut self, which: usize, group: &[&Drawn], joining: Joining) -> bool {
        match group {
            [] => return true,
            [one] => return self.single(which, one),
            _ => {}
        }
        let joined = Joined::new(joining.rule, group);
        let control = self.shared.control.within(Some(PATIENCE));
        let reply = self.targets[which].0.ask(&joined.case, &control);
        if self.shared.control.stopped().is_some() {
            return false;
        }
        let right = joined.right(&reply);
        let (good, rest) = split(group, |place, _| right[place]);
        self.credit(which, &good);
        if rest.is_empty() {
            self.company[which] = self.company[which].saturating_mul(2);
            return true;
        }
        let before = self.faults;
        let whole = if good.is_empty() {
            self.parts(which, group, joining, &reply)
        } else {
            rest.iter().all(|one| self.single(which, one))
        };
        if whole && self.faults == before {
            self.only_in_company(which, &joined, reply);
        }
        whole
    }

    /// Asks parts of a group that no answer shows to be right.
    fn parts(&mut self, which: usize, group: &[&Drawn], joining: Joining, reply: &Reply) -> bool {
        if let Reply::Refused(why) = reply {
            let (named, others) = split(group, |_, one| names(why, one));
            if !named.is_empty() && !others.is_empty() {
                return self.group(which, &others, joining)
                    && named.iter().all(|one| self.single(which, one));
            }
        }
        self.company[which] = (group.len() / 2).max(LEAST);
        let (first, second) = group.split_at(group.len() / 2);
        self.group(which, first, joining) && self.group(which, second, joining)
    }

    /// Keeps a wrong answer to several cases, each of which is answered rightly alone.
    fn only_in_company(&mut self, which: usize, joined: &Joined<'_>, reply: Reply) {
        let began = Instant::now();
        let drawn = joined.drawn();
        let outcome = compare(&drawn.case, &drawn.truth, &reply);
        if outcome.wrong().is_some() {
            self.faults += 1;
            let found = self.finding(which, &drawn, &drawn.case, reply, outcome);
            if let Some(mut finding) = found {
                finding.joined = joined.len();
                (self.shared.on_event)(Event::Found(&finding));
                let target = &mut self.targets[which].0;
                let again = target.ask_fresh(&drawn.case, self.shared.control);
                let again = compare(&drawn.case, &drawn.truth, &again);
                finding.confirmed = again.word() == finding.outcome.word();
                self.keep(finding);
            }
        }
        self.examining += began.elapsed();
    }

    /// Counts cases that are answered rightly in company.
    fn credit(&mut self, which: usize, good: &[&Drawn]) {
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.spec().to_owned();
        for one in good {
            let cell = results.tally.cells.entry((name.clone(), one.about)).or_default();
            cell.add(&Outcome::Right);
            self.records[which].add(one, &Outcome::Right);
        }
    }
}
