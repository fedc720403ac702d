//! A thread of a campaign, with its processes.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::join::{Joined, is_sociable, together};
use super::{BLOCK, Shared};
use crate::case::Expr;
use crate::cores::Cores;
use crate::draw::{Drawn, Plan};
use crate::operator::Operator;
use crate::reply::{Outcome, compare};
use crate::target::{Joining, Target};

/// A thread of a campaign.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The targets, with the plan of each one's cases.
    pub(super) targets: Vec<(Box<dyn Target>, Plan)>,
    /// Outcomes, by target and form of the first constraint.
    records: HashMap<(usize, Form), Record>,
    /// Number of cases that are joined, by target: fewer after an answer that is not as expected.
    company: Vec<usize>,
    /// Counts of cores, by target: one that gives none is not asked for more.
    pub(super) cores: Vec<Cores>,
    /// Time spent on making findings smaller.
    pub(super) examining: Duration,
}

/// The operator that a case is about, and the one around it.
type Form = (Operator, Option<Operator>);

/// Numbers of outcomes of a form.
#[derive(Clone, Copy, Default)]
struct Record {
    right: u32,
    refused: u32,
    /// Faults and answers that claim nothing.
    others: u32,
}

impl Record {
    /// Whether a form is refused and nothing else.
    fn is_hopeless(self) -> bool {
        self.refused >= REFUSALS && self.right + self.others == 0
    }

    /// Whether a form would often spoil the question of others.
    fn is_suspect(self) -> bool {
        (self.refused + self.others) * SUSPECT > self.right
    }
}

/// Number of right answers for each other reply from which a form is asked in company.
const SUSPECT: u32 = 12;

/// Number of refusals of a form after which it is not asked again, if there was no other reply.
const REFUSALS: u32 = 3;

fn form(drawn: &Drawn) -> Form {
    let around = match drawn.case.constraints.first() {
        Some(Expr::Op(operator, _)) => Some(*operator),
        _ => None,
    };
    (drawn.about, around)
}

impl<'a> Worker<'a> {
    /// Starts the targets.
    pub(super) fn new(shared: &'a Shared<'a>) -> Result<Self, String> {
        let campaign = shared.campaign;
        let start = |spec: &crate::target::Spec| {
            let target = spec.target(campaign.limits)?;
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
        let (records, examining) = (HashMap::new(), Duration::ZERO);
        let cores = vec![Cores::default(); targets.len()];
        Ok(Worker { shared, targets, records, company, cores, examining })
    }

    fn record(&self, which: usize, drawn: &Drawn) -> Record {
        self.records.get(&(which, form(drawn))).copied().unwrap_or_default()
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
        drawn.retain(|one| !self.record(which, one).is_hopeless());
        let joining = self.targets[which].0.joining();
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
            drawn.iter().partition(|one| is_sociable(one) && !self.record(which, one).is_suspect());
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

    /// Asks cases in one question; if the answer is not as expected, each half of them.
    fn group(&mut self, which: usize, group: &[&Drawn], joining: Joining) -> bool {
        match group {
            [] => return true,
            [one] => return self.single(which, one),
            _ => {}
        }
        let target = &mut self.targets[which].0;
        let joined = Joined::new(joining.rule, group);
        let reply = target.ask(&joined.case, self.shared.control);
        if self.shared.control.stopped().is_some() {
            return false;
        }
        if joined.agrees(&reply) {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let name = target.spec().to_owned();
            for one in group {
                let cell = results.tally.cells.entry((name.clone(), one.about)).or_default();
                cell.add(&Outcome::Right);
                self.records.entry((which, form(one))).or_default().right += 1;
            }
            self.company[which] = self.company[which].saturating_mul(2);
            return true;
        }
        self.company[which] = (group.len() / 2).max(4);
        let (first, second) = group.split_at(group.len() / 2);
        self.group(which, first, joining) && self.group(which, second, joining)
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
        let record = self.records.entry((which, form(drawn))).or_default();
        match outcome {
            Outcome::Right => record.right += 1,
            // A case of several constraints may be refused for another one.
            Outcome::Refused(_) if drawn.case.constraints.len() > 1 => {}
            Outcome::Refused(_) => record.refused += 1,
            _ => record.others += 1,
        }
        {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let key = (self.targets[which].0.spec().to_owned(), drawn.about);
            results.tally.cells.entry(key).or_default().add(&outcome);
        }
        self.examine(which, drawn, reply, outcome);
        true
    }
}
