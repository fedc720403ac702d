//! A thread of a campaign, with its processes.

use std::time::{Duration, Instant};

use super::join::{Joined, is_sociable, together};
use super::record::{Records, names};
use super::{BLOCK, Shared};
use crate::cores::Cores;
use crate::draw::{Drawn, Plan};
use crate::reply::{Outcome, Reply, compare};
use crate::target::{Joining, Target};

/// A thread of a campaign.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The targets, with the plan of each one's cases.
    pub(super) targets: Vec<(Box<dyn Target>, Plan)>,
    /// Outcomes, by target.
    records: Vec<Records>,
    /// Number of cases that are joined, by target: fewer after an answer that is not as expected.
    company: Vec<usize>,
    /// Counts of cores, by target: one that gives none is not asked for more.
    pub(super) cores: Vec<Cores>,
    /// Time spent on making findings smaller.
    pub(super) examining: Duration,
}

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

impl<'a> Worker<'a> {
    /// Starts the targets.
    pub(super) fn new(shared: &'a Shared<'a>) -> Result<Self, String> {
        let campaign = shared.campaign;
        let start = |spec: &crate::target::Spec| {
            let target = spec.start(campaign.limits, shared.control)?;
            let mut plan = Plan::of(campaign.seed, target.language());
            if let Some(operators) = &campaign.operators {
                plan.operators.retain(|operator| operators.contains(operator));
            }
            let mut results = shared.results.lock().expect("no holder panics");
            let versions = &mut results.tally.versions;
            versions.insert(target.spec().to_owned(), target.version().to_owned());
            Ok((target, plan))
        };
        let targets: Vec<_> = campaign.targets.iter().map(start).collect::<Result<_, String>>()?;
        let company = vec![usize::MAX; targets.len()];
        let records = targets.iter().map(|_| Records::default()).collect();
        let cores = vec![Cores::default(); targets.len()];
        let examining = Duration::ZERO;
        Ok(Worker { shared, targets, records, company, cores, examining })
    }

    /// Asks a target a block of cases; returns whether all were asked.
    pub(super) fn block(&mut self, which: usize, block: u64) -> bool {
        let first = block * BLOCK;
        let campaign = self.shared.campaign;
        let from = campaign.first(&campaign.targets[which]);
        let numbers = first..(first + BLOCK).min(campaign.cases);
        let start = Instant::now();
        let before = self.examining;
        let draw = |number| self.draw(which, from.saturating_add(number));
        let mut drawn: Vec<Drawn> = numbers.filter_map(draw).collect();
        if self.shared.control.stopped().is_some() {
            return false;
        }
        drawn.retain(|one| !self.records[which].is_hopeless(one));
        let joining = self.targets[which].0.joining();
        if joining.is_some() {
            // A question takes long: known faults need not be seen again and again.
            drawn.retain(|one| !self.records[which].passes(one));
        }
        let whole = match joining {
            None => drawn.iter().all(|one| self.single(which, one)),
            Some(joining) => self.in_company(which, &drawn, joining),
        };
        let asking = start.elapsed().saturating_sub(self.examining - before);
        let spent = u64::try_from(asking.as_millis()).unwrap_or(u64::MAX);
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.spec().to_owned();
        *results.tally.spent_ms.entry(name).or_default() += spent;
        whole
    }

    /// Asks cases together, as far as the number of their solutions allows.
    fn in_company(&mut self, which: usize, drawn: &[Drawn], joining: Joining) -> bool {
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
        if !good.is_empty() {
            return rest.iter().all(|one| self.single(which, one));
        }
        if let Reply::Refused(why) = &reply {
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

    /// Asks one case; returns false if the campaign was stopped meanwhile.
    fn single(&mut self, which: usize, drawn: &Drawn) -> bool {
        let (drawn, reply) = self.reply(which, drawn);
        if self.shared.control.stopped().is_some() {
            return false;
        }
        let drawn = &*drawn;
        if self.is_disputed(which, &drawn.case, (&drawn.truth, &drawn.judged), &reply) {
            return true;
        }
        let outcome = compare(&drawn.case, &drawn.truth, &reply);
        self.records[which].add(drawn, &outcome);
        {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let key = (self.targets[which].0.spec().to_owned(), drawn.about);
            results.tally.cells.entry(key).or_default().add(&outcome);
        }
        self.examine(which, drawn, reply, outcome);
        true
    }
}
