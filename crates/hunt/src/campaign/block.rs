//! A thread of a campaign, with its processes.

use std::collections::HashMap;
use std::time::Instant;

use super::join::{agrees, is_sociable, join};
use super::{BLOCK, Shared};
use crate::case::Expr;
use crate::draw::{Drawn, Plan};
use crate::judge::Truth;
use crate::operator::Operator;
use crate::reply::{Outcome, compare};
use crate::target::Target;

/// A thread of a campaign.
pub(super) struct Worker<'a> {
    pub(super) shared: &'a Shared<'a>,
    /// The targets, with the plan of each one's cases.
    pub(super) targets: Vec<(Box<dyn Target>, Plan)>,
    /// Numbers of refusals and other replies, by target and form of the first constraint.
    replies: HashMap<(usize, Form), (u32, u32)>,
}

/// The operator that a case is about, and the one around it.
type Form = (Operator, Option<Operator>);

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
        let targets = campaign.targets.iter().map(start).collect::<Result<_, String>>()?;
        Ok(Worker { shared, targets, replies: HashMap::new() })
    }

    /// Asks a block of cases; returns whether all were asked.
    pub(super) fn block(&mut self, block: u64) -> bool {
        let count = self.targets.len() as u64;
        let which = usize::try_from(block % count).unwrap_or(0);
        let first = block / count * BLOCK;
        let campaign = self.shared.campaign;
        let numbers = first..(first + BLOCK).min(campaign.cases);
        let (target, plan) = &mut self.targets[which];
        let draw = |number| plan.draw(campaign.from + number, target.language());
        let mut drawn: Vec<Drawn> = numbers.filter_map(draw).collect();
        drawn.retain(|one| {
            let known = self.replies.get(&(which, form(one)));
            known.is_none_or(|(refusals, others)| *refusals < REFUSALS || *others > 0)
        });
        let start = Instant::now();
        let whole = match target.joined() {
            None => drawn.iter().all(|one| self.single(which, one)),
            Some(most) => self.in_company(which, &drawn, most),
        };
        let spent = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut results = self.shared.results.lock().expect("no holder panics");
        let name = self.targets[which].0.spec().to_owned();
        *results.tally.spent_ms.entry(name).or_default() += spent;
        whole
    }

    /// Asks cases together, as far as the product of their solutions allows.
    fn in_company(&mut self, which: usize, drawn: &[Drawn], most: u64) -> bool {
        let (sociable, alone): (Vec<&Drawn>, Vec<&Drawn>) =
            drawn.iter().partition(|one| is_sociable(one));
        let mut group: Vec<&Drawn> = Vec::new();
        let mut product = 1_u64;
        for one in sociable {
            let own = one.truth.solutions.len() as u64;
            if !group.is_empty() && product.saturating_mul(own) > most {
                if !self.group(which, &group) {
                    return false;
                }
                group.clear();
                product = 1;
            }
            product = product.saturating_mul(own);
            group.push(one);
        }
        self.group(which, &group) && alone.iter().all(|one| self.single(which, one))
    }

    fn group(&mut self, which: usize, group: &[&Drawn]) -> bool {
        if group.len() > 1 {
            let target = &mut self.targets[which].0;
            let case = join(group);
            let truths: Vec<&Truth> = group.iter().map(|one| &one.truth).collect();
            if agrees(&truths, &target.ask(&case, self.shared.control)) {
                let mut results = self.shared.results.lock().expect("no holder panics");
                let name = target.spec().to_owned();
                for one in group {
                    let cell = results.tally.cells.entry((name.clone(), one.about)).or_default();
                    cell.add(&Outcome::Right);
                }
                return true;
            }
        }
        group.iter().all(|one| self.single(which, one))
    }

    /// Asks one case; returns false if the campaign was stopped meanwhile.
    fn single(&mut self, which: usize, drawn: &Drawn) -> bool {
        let target = &mut self.targets[which].0;
        let reply = target.ask(&drawn.case, self.shared.control);
        if self.shared.control.stopped().is_some() {
            return false;
        }
        let outcome = compare(&drawn.case, &drawn.truth, &reply);
        // A case of several constraints may be refused for another one.
        if drawn.case.constraints.len() == 1 || !matches!(outcome, Outcome::Refused(_)) {
            let (refusals, others) = self.replies.entry((which, form(drawn))).or_default();
            *(if matches!(outcome, Outcome::Refused(_)) { refusals } else { others }) += 1;
        }
        {
            let mut results = self.shared.results.lock().expect("no holder panics");
            let key = (target.spec().to_owned(), drawn.about);
            results.tally.cells.entry(key).or_default().add(&outcome);
        }
        self.examine(which, drawn, reply, outcome);
        true
    }
}
