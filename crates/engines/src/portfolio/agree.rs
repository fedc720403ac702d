//! Agreement: engines of other families make the same claim.

use parallax_model::ask::{Answer, Count, Family, Task};

use super::question::SolutionFinder;
use super::race::{End, Race};
use super::runner::Done;

/// The claim of an answer about all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// No solution exists.
    None,
    /// The number of solutions, and a digest of them, unless the engine counts without finding
    /// each.
    All(Count, Option<u64>),
    /// The cost of the best solution.
    Best(i64),
}

impl Claim {
    /// Returns the claim of an engine that has answered; `best` is the cost of the best solution of
    /// an optimisation.
    pub(super) fn of(done: &Done, task: Task, best: Option<i64>) -> Option<Self> {
        if !done.outcome.complete {
            return None;
        }
        Some(match (task, best) {
            (Task::Optimise, Some(best)) => Claim::Best(best),
            _ if done.outcome.answer == Answer::Unsatisfiable => Claim::None,
            _ => match done.outcome.counted.clone() {
                Some(number) => Claim::All(number, None),
                None => Claim::All(done.found.into(), Some(done.digest)),
            },
        })
    }

    /// Describes how another claim differs.
    fn differs(&self, other: &Claim) -> Option<String> {
        match (self, other) {
            (Claim::All(one, _), Claim::All(two, _)) if one != two => {
                Some(format!("counts {two} solutions and not {one}"))
            }
            (Claim::All(_, Some(one)), Claim::All(_, Some(two))) if one != two => {
                Some("has other solutions".into())
            }
            (Claim::All(..), Claim::All(..)) => None,
            (one, two) if one == two => None,
            (_, Claim::None) => Some("claims that there is no solution".into()),
            _ => Some("has solutions".into()),
        }
    }
}

/// A claim and the engines that agree with it.
pub(super) struct Agreement {
    pub(super) claim: Claim,
    /// The engine that makes the claim.
    engine: usize,
    spec: String,
    /// The family of that engine, if it is known.
    family: Option<Family>,
    done: Option<Box<Done>>,
    /// The engines that agree, each of another known family than all before it.
    pub(super) agreed: Vec<(String, Family)>,
    /// The number of families that must agree.
    pub(super) wanted: usize,
}

impl Agreement {
    /// Returns the number of families that make the claim. An unknown family may be any, and does
    /// not count.
    pub(super) fn families(&self) -> usize {
        self.agreed.len() + usize::from(self.family.is_some())
    }

    /// Returns the end of the race if the claim stands.
    pub(super) fn end(&mut self) -> End {
        match self.done.take() {
            Some(done) => End::Won(self.engine, done),
            None => End::NoneLeft,
        }
    }

    /// Returns the end of the race if another engine contradicts.
    pub(super) fn refuted(&mut self, by: &str, how: &str) -> Option<End> {
        let claim = match &self.claim {
            Claim::None => "that there is no solution".to_owned(),
            Claim::All(number, _) => format!("that there are {number} solutions"),
            Claim::Best(_) => "that no solution is better".to_owned(),
        };
        let words = format!("{} claims {claim}; {by} {how}", self.spec);
        Some(End::Contradiction(self.engine, self.done.take()?, words))
    }
}

impl Race<'_> {
    /// Takes an answer that no solution refutes. Ends the race, unless others must agree.
    pub(super) fn finished(&mut self, engine: usize, done: Box<Done>) -> Option<End> {
        if self.agreement.is_some() {
            return self.another(engine, &done);
        }
        let enough = self.asked.task.limit().is_some_and(|limit| done.found >= limit);
        let claim = Claim::of(&done, self.asked.task, self.known.best.get());
        let Some(claim) = claim.filter(|_| self.asked.agree > 1 && !enough) else {
            return Some(End::Won(engine, done));
        };
        if matches!(claim, Claim::All(..)) {
            match self.owner.get() {
                // From now on the others only count.
                None => self.owner.set(engine),
                Some(owner) if owner != engine => {
                    self.early.push((engine, done));
                    return None;
                }
                Some(_) => {}
            }
        }
        let SolutionFinder { spec, family, .. } = self.entries[engine].who();
        for other in self.turns.racing() {
            // An engine of unknown family neither supports others nor is supported, but all others
            // may refute it, and agree with each other.
            if !family.is_unknown() && !self.entries[other].finder.family.is_independent_of(family)
            {
                self.turns.leave(other);
            }
        }
        let family = Some(family).filter(|own| !own.is_unknown());
        let (wanted, done, agreed) = (self.asked.agree, Some(done), Vec::new());
        self.agreement = Some(Agreement { claim, engine, spec, family, done, agreed, wanted });
        let early = std::mem::take(&mut self.early);
        early.iter().find_map(|(other, done)| self.another(*other, done))
    }

    /// Takes the answer of another engine after a claim.
    fn another(&mut self, engine: usize, done: &Done) -> Option<End> {
        let SolutionFinder { spec, family, .. } = self.entries[engine].who();
        let claim = Claim::of(done, self.asked.task, self.known.best.get());
        let agreement = self.agreement.as_mut()?;
        let Some(claim) = claim else {
            // The engine has found as many solutions as requested.
            let more = matches!(&agreement.claim, Claim::All(number, _) if *number < Count::from(done.found));
            return more.then(|| agreement.refuted(&spec, "has more")).flatten();
        };
        if let Some(how) = agreement.claim.differs(&claim) {
            return agreement.refuted(&spec, &how);
        }
        let mut families =
            agreement.agreed.iter().map(|(_, family)| *family).chain(agreement.family);
        if !family.is_unknown() && families.all(|other| family.is_independent_of(other)) {
            agreement.agreed.push((spec, family));
        }
        (agreement.families() >= agreement.wanted).then(|| agreement.end())
    }
}
