//! A thread of a campaign, with its processes.

use std::time::{Duration, Instant};

use super::record::Records;
use super::{BLOCK, Shared};
use crate::programs::cores::Cores;
use crate::programs::draw::{Drawn, Plan};
use crate::programs::reply::{Outcome, compare};
use crate::programs::target::{StartError, Target};

/// A thread of a campaign.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The targets, with the plan of each one's cases.
    pub(super) targets: Vec<(Box<dyn Target>, Plan)>,
    /// Outcomes, by target.
    pub(super) records: Vec<Records>,
    /// Number of cases that are joined, by target: fewer after an answer that is not as expected.
    pub(super) company: Vec<usize>,
    /// Number of outcomes that may be faults.
    pub(super) faults: u64,
    /// Counts of cores, by target: one that gives none is not asked for more.
    pub(super) cores: Vec<Cores>,
    /// Time spent on making findings smaller.
    pub(super) examining: Duration,
}

impl<'a> Worker<'a> {
    /// Starts the targets.
    pub(super) fn new(shared: &'a Shared<'a>) -> Result<Self, StartError> {
        let campaign = shared.campaign;
        let start = |spec: &crate::programs::target::Spec| {
            // Each start asks a program for its version; the limit on the run holds here, too.
            if let Some(stop) = shared.control.stopped() {
                return Err(StartError::Stopped { target: spec.to_string(), stop });
            }
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
        let targets: Vec<_> =
            campaign.targets.iter().map(start).collect::<Result<_, StartError>>()?;
        let company = vec![usize::MAX; targets.len()];
        let records = targets.iter().map(|_| Records::default()).collect();
        let cores = vec![Cores::default(); targets.len()];
        let examining = Duration::ZERO;
        Ok(Worker { shared, targets, records, company, faults: 0, cores, examining })
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

    /// Asks one case; returns false if the campaign was stopped meanwhile.
    pub(super) fn single(&mut self, which: usize, drawn: &Drawn) -> bool {
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
        self.faults += u64::from(!matches!(outcome, Outcome::Right | Outcome::Refused(_)));
        {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let key = (self.targets[which].0.spec().to_owned(), drawn.about);
            results.tally.cells.entry(key).or_default().add(&outcome);
        }
        self.examine(which, drawn, reply, outcome);
        true
    }
}
