//! A second opinion: engines of other families repeat what an explanation claims.

use std::sync::Arc;

use super::problem::{Problem, found_by};
use crate::ask::{Answer, Control, Engine, Family, Task};
use crate::model::{Model, Solution};

/// Whether another engine agrees with a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Confirmed {
    /// These engines do, each on some of the questions.
    By(Vec<String>),
    /// It is not known; why.
    Not(String),
    /// One does not; how.
    Refuted(String),
}

/// Engines that are asked one after the other until one decides.
pub(super) struct Confirmer {
    engines: Vec<Arc<dyn Engine>>,
    used: Vec<bool>,
    /// The engine to be confirmed, and its family.
    first: String,
    family: Family,
    seed: u64,
}

/// Why a claim is not confirmed.
enum Doubt {
    Open(Answer),
    Refuted(String),
}

impl From<Answer> for Doubt {
    fn from(answer: Answer) -> Self {
        Doubt::Open(answer)
    }
}

impl Confirmer {
    /// Of these engines, those whose answers support one of a family.
    pub fn new(engines: &[Arc<dyn Engine>], first: String, family: Family, seed: u64) -> Self {
        // An engine that leaves the work to others has the family of the one that answers.
        let other = |engine: &&Arc<dyn Engine>| {
            engine.abilities().chooses || engine.family().is_independent_of(family)
        };
        let engines: Vec<_> = engines.iter().filter(other).cloned().collect();
        Confirmer { used: vec![false; engines.len()], engines, first, family, seed }
    }

    /// Confirms that a set is minimal: it has no solution, and without any one of its parts the
    /// others have one, which is checked.
    pub fn minimal(&mut self, problem: &Problem, set: &[usize], control: &Control) -> Confirmed {
        let claim = |own: &mut Self| {
            own.no_solution(&problem.model_of(set), "they have a solution", control)?;
            for place in 0..set.len() {
                let mut rest = set.to_vec();
                let part = problem.parts()[rest.remove(place)].words(problem.model());
                own.solution(&problem.model_of(&rest), &format!("without {part}"), control)?;
            }
            Ok(())
        };
        self.finish(claim)
    }

    /// Confirms that each of these models has no solution.
    pub fn none_of(
        &mut self,
        models: impl IntoIterator<Item = Model>,
        what: &str,
        control: &Control,
    ) -> Confirmed {
        let mut models = models.into_iter();
        self.finish(|own| models.try_for_each(|model| own.no_solution(&model, what, control)))
    }

    /// Confirms that each of these models has a solution.
    pub fn each_of(
        &mut self,
        models: impl IntoIterator<Item = Model>,
        what: &str,
        control: &Control,
    ) -> Confirmed {
        let mut models = models.into_iter();
        self.finish(|own| {
            models.try_for_each(|model| own.solution(&model, what, control).map(|_| ()))
        })
    }

    fn finish(&mut self, claim: impl FnOnce(&mut Self) -> Result<(), Doubt>) -> Confirmed {
        if self.engines.is_empty() {
            let why = format!("there is no engine of another family than {}", self.first);
            return Confirmed::Not(why);
        }
        self.used.fill(false);
        match claim(self) {
            Ok(()) => {
                let used = self.engines.iter().zip(&self.used).filter(|(_, used)| **used);
                Confirmed::By(used.map(|(engine, _)| engine.spec()).collect())
            }
            Err(Doubt::Open(answer)) => {
                Confirmed::Not(answer.reason().unwrap_or("no answer").to_owned())
            }
            Err(Doubt::Refuted(how)) => Confirmed::Refuted(how),
        }
    }

    fn no_solution(&mut self, model: &Model, what: &str, control: &Control) -> Result<(), Doubt> {
        match self.ask(model, control)? {
            (_, None) => Ok(()),
            (by, Some(_)) => Err(Doubt::Refuted(format!("{by}: {what}"))),
        }
    }

    fn solution(
        &mut self,
        model: &Model,
        what: &str,
        control: &Control,
    ) -> Result<Solution, Doubt> {
        match self.ask(model, control)? {
            (_, Some(solution)) => Ok(solution),
            (by, None) => Err(Doubt::Refuted(format!("{by}: no solution {what}"))),
        }
    }

    /// The answer of the first engine that decides, with its name.
    fn ask(
        &mut self,
        model: &Model,
        control: &Control,
    ) -> Result<(String, Option<Solution>), Answer> {
        let model = Arc::new(model.clone());
        let mut last = Answer::Unknown("no engine answers".into());
        for (place, engine) in self.engines.iter().enumerate() {
            control.check()?;
            match found_by(&**engine, &model, Task::First, self.seed, control) {
                Ok((found, family)) if family.is_independent_of(self.family) => {
                    self.used[place] = true;
                    return Ok((engine.spec(), found));
                }
                Ok(_) => {
                    let why = format!("{} used the family of {}", engine.spec(), self.first);
                    last = Answer::Unknown(why);
                }
                Err(answer) => last = answer,
            }
        }
        control.check()?;
        Err(last)
    }
}

impl Confirmed {
    /// Both claims: what refutes comes first, then what is open.
    #[must_use]
    pub fn and(self, other: Confirmed) -> Confirmed {
        match (self, other) {
            (Confirmed::By(mut one), Confirmed::By(other)) => {
                one.extend(other);
                one.sort_unstable();
                one.dedup();
                Confirmed::By(one)
            }
            (refuted @ Confirmed::Refuted(_), _) | (_, refuted @ Confirmed::Refuted(_)) => refuted,
            (open @ Confirmed::Not(_), _) | (_, open @ Confirmed::Not(_)) => open,
        }
    }

    /// The claim in words: `confirmed by native`.
    #[must_use]
    pub fn words(&self) -> String {
        match self {
            Confirmed::By(engines) => format!("confirmed by {}", engines.join(" and ")),
            Confirmed::Not(why) => format!("not confirmed: {why}"),
            Confirmed::Refuted(how) => format!("refuted: {how}"),
        }
    }
}
