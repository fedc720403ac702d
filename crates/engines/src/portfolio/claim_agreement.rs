//! Agreement: engines of other families make the same claim.

use parallax_model::engine_api::{Answer, EngineFamily, SolutionCount, Task};

use super::question::SolutionFinder;
use super::race::{PortfolioRace, RaceEnd};
use super::runner::RunnerOutcome;

/// The claim of an answer about all solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AnswerClaim {
    /// No solution exists.
    None,
    /// The number of solutions, and a digest of them, unless the engine counts without finding
    /// each.
    All(SolutionCount, Option<u64>),
    /// The cost of the best solution.
    Best(i64),
}

impl AnswerClaim {
    /// Returns the claim of an engine that has answered; `best` is the cost of the best solution of
    /// an optimisation.
    pub(super) fn from_outcome(
        done: &RunnerOutcome,
        task: Task,
        best: Option<i64>,
    ) -> Option<Self> {
        if !done.outcome.complete {
            return None;
        }
        Some(match (task, best) {
            (Task::Optimise, Some(best)) => AnswerClaim::Best(best),
            _ if done.outcome.answer == Answer::Unsatisfiable => AnswerClaim::None,
            _ => match done.outcome.counted.clone() {
                Some(number) => AnswerClaim::All(number, None),
                // The digest does not depend on the order of the solutions, so that two engines
                // which enumerate differently can be compared without storing what they found.
                None => AnswerClaim::All(done.found.into(), Some(done.digest)),
            },
        })
    }

    /// Describes how another claim differs.
    fn describe_difference(&self, other: &AnswerClaim) -> Option<String> {
        match (self, other) {
            (AnswerClaim::All(claimed, _), AnswerClaim::All(counted, _)) if claimed != counted => {
                Some(format!("counts {counted} solutions and not {claimed}"))
            }
            (AnswerClaim::All(_, Some(first)), AnswerClaim::All(_, Some(second)))
                if first != second =>
            {
                Some("has other solutions".into())
            }
            // A count alone agrees with any set of as many solutions.
            (AnswerClaim::All(..), AnswerClaim::All(..)) => None,
            (first, second) if first == second => None,
            (_, AnswerClaim::None) => Some("claims that there is no solution".into()),
            _ => Some("has solutions".into()),
        }
    }
}

/// A claim and the engines that agree with it.
pub(super) struct ClaimAgreement {
    pub(super) claim: AnswerClaim,
    /// The engine that makes the claim.
    engine: usize,
    spec: String,
    /// The family of that engine, if it is known.
    family: Option<EngineFamily>,
    done: Option<Box<RunnerOutcome>>,
    /// The engines that agree, each of another known family than all before it.
    pub(super) agreed: Vec<(String, EngineFamily)>,
    /// The number of families that must agree.
    pub(super) wanted: usize,
}

impl ClaimAgreement {
    /// Returns the number of families that make the claim. An unknown family may be any, and does
    /// not count.
    pub(super) fn family_count(&self) -> usize {
        self.agreed.len() + usize::from(self.family.is_some())
    }

    /// Returns the end of the race in which the claim stands.
    pub(super) fn race_end(&mut self) -> RaceEnd {
        match self.done.take() {
            Some(done) => RaceEnd::Won(self.engine, done),
            None => RaceEnd::NoneLeft,
        }
    }

    /// Returns the end of the race if another engine contradicts.
    pub(super) fn refute_claim(&mut self, by: &str, how: &str) -> Option<RaceEnd> {
        let claim = match &self.claim {
            AnswerClaim::None => "that there is no solution".to_owned(),
            AnswerClaim::All(number, _) => format!("that there are {number} solutions"),
            AnswerClaim::Best(_) => "that no solution is better".to_owned(),
        };
        let words = format!("{} claims {claim}; {by} {how}", self.spec);
        Some(RaceEnd::Contradiction(self.engine, self.done.take()?, words))
    }
}

impl PortfolioRace<'_> {
    /// Takes an answer that no solution refutes. Ends the race, unless others must agree.
    pub(super) fn take_answer(
        &mut self,
        engine: usize,
        done: Box<RunnerOutcome>,
    ) -> Option<RaceEnd> {
        if self.agreement.is_some() {
            return self.take_second_answer(engine, &done);
        }
        // An engine that has found as many solutions as requested claims nothing about others.
        let enough = self.asked.task.solution_limit().is_some_and(|limit| done.found >= limit);
        let claim = AnswerClaim::from_outcome(&done, self.asked.task, self.known.best.get());
        let Some(claim) = claim.filter(|_| self.asked.agree > 1 && !enough) else {
            return Some(RaceEnd::Won(engine, done));
        };
        if matches!(claim, AnswerClaim::All(..)) {
            match self.owner.get() {
                // From now on the others only count.
                None => self.owner.choose_owner(engine),
                // The solutions passed on are those of the owner, so that only its end can be the
                // claim. This answer is compared with it later.
                Some(owner) if owner != engine => {
                    self.early.push((engine, done));
                    return None;
                }
                Some(_) => {}
            }
        }
        let SolutionFinder { spec, family, .. } = self.entries[engine].engine_identity();
        for other in self.turns.racing_engines() {
            // An engine of unknown family neither supports others nor is supported, but all others
            // may refute it, and agree with each other.
            if !family.is_unknown() && !self.entries[other].finder.family.is_independent_of(family)
            {
                self.turns.leave_engine(other);
            }
        }
        let family = Some(family).filter(|family| !family.is_unknown());
        let (wanted, done, agreed) = (self.asked.agree, Some(done), Vec::new());
        self.agreement = Some(ClaimAgreement { claim, engine, spec, family, done, agreed, wanted });
        // Answers that came before the claim count as well.
        let early = std::mem::take(&mut self.early);
        early.iter().find_map(|(other, done)| self.take_second_answer(*other, done))
    }

    /// Takes the answer of another engine after a claim.
    fn take_second_answer(&mut self, engine: usize, done: &RunnerOutcome) -> Option<RaceEnd> {
        let SolutionFinder { spec, family, .. } = self.entries[engine].engine_identity();
        let claim = AnswerClaim::from_outcome(done, self.asked.task, self.known.best.get());
        let agreement = self.agreement.as_mut()?;
        let Some(claim) = claim else {
            // The engine has found as many solutions as requested.
            let more = matches!(&agreement.claim, AnswerClaim::All(number, _) if *number < SolutionCount::from(done.found));
            return more.then(|| agreement.refute_claim(&spec, "has more")).flatten();
        };
        if let Some(how) = agreement.claim.describe_difference(&claim) {
            return agreement.refute_claim(&spec, &how);
        }
        // Each family supports a claim once: this one must be independent of the family of the
        // claim and of all that agree already.
        let mut families =
            agreement.agreed.iter().map(|(_, family)| *family).chain(agreement.family);
        if !family.is_unknown() && families.all(|other| family.is_independent_of(other)) {
            agreement.agreed.push((spec, family));
        }
        (agreement.family_count() >= agreement.wanted).then(|| agreement.race_end())
    }
}
