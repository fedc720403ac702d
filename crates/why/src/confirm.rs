//! A second opinion: other engines repeat what an explanation claims. Any of them may refute it;
//! only one of another family confirms that there is no solution.

use std::sync::Arc;

use parallax_model::ask::{Answer, Control, Engine, Family, Task, checked_solution};
use parallax_model::{Model, Solution};

use super::problem::Problem;

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
    /// Those whose answers support the first one come first.
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
    /// Has these engines confirm the claims of the one that is named `first`.
    pub(crate) fn new(
        engines: &[Arc<dyn Engine>],
        first: String,
        family: Family,
        seed: u64,
    ) -> Self {
        // An engine that leaves the work to others has the family of the one that answers.
        let supports = |engine: &Arc<dyn Engine>| {
            engine.abilities().chooses || engine.family().is_independent_of(family)
        };
        let (mut all, others): (Vec<_>, Vec<_>) =
            engines.iter().cloned().partition(|engine| supports(engine));
        // The engine itself would only repeat what it said.
        all.extend(others.into_iter().filter(|engine| engine.spec() != first));
        Confirmer { used: vec![false; all.len()], engines: all, first, family, seed }
    }

    /// Confirms that a set is minimal: it has no solution, and without any one of its parts the
    /// others have one, which is checked.
    pub(crate) fn minimal(
        &mut self,
        problem: &Problem,
        set: &[usize],
        control: &Control,
    ) -> Confirmed {
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
    pub(crate) fn none_of(
        &mut self,
        models: impl IntoIterator<Item = Model>,
        what: &str,
        control: &Control,
    ) -> Confirmed {
        let mut models = models.into_iter();
        self.finish(|own| models.try_for_each(|model| own.no_solution(&model, what, control)))
    }

    /// Confirms that each of these models has a solution.
    pub(crate) fn each_of(
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
            let why = format!("there is no other engine than {}", self.first);
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

    /// Confirms that a model has no solution: none of the engines before the first one of another
    /// family finds any, and that one says that there is none.
    fn no_solution(&mut self, model: &Model, what: &str, control: &Control) -> Result<(), Doubt> {
        let model = Arc::new(model.clone());
        let mut last = Answer::Unknown("no engine answers".into());
        for place in 0..self.engines.len() {
            match self.ask(place, &model, control)? {
                // It was checked, so it does not matter who found it.
                Ok((Some(_), _)) => {
                    let by = self.engines[place].spec();
                    return Err(Doubt::Refuted(format!("{by}: {what}")));
                }
                Ok((None, family)) if family.is_independent_of(self.family) => {
                    self.used[place] = true;
                    return Ok(());
                }
                Ok((None, family)) => last = Answer::Unknown(self.dependent(place, family)),
                Err(answer) => last = answer,
            }
        }
        control.check().map_err(Answer::from)?;
        Err(last.into())
    }

    /// Confirms that a model has a solution: the first engine that finds one shows it, whatever
    /// its family and whatever the others say.
    fn solution(
        &mut self,
        model: &Model,
        what: &str,
        control: &Control,
    ) -> Result<Solution, Doubt> {
        let model = Arc::new(model.clone());
        let mut last = Answer::Unknown("no engine answers".into());
        let mut denied = None;
        for place in 0..self.engines.len() {
            match self.ask(place, &model, control)? {
                Ok((Some(solution), _)) => {
                    self.used[place] = true;
                    return Ok(solution);
                }
                Ok((None, _)) => {
                    denied.get_or_insert_with(|| self.engines[place].spec());
                }
                Err(answer) => last = answer,
            }
        }
        control.check().map_err(Answer::from)?;
        Err(match denied {
            Some(by) => Doubt::Refuted(format!("{by}: no solution {what}")),
            None => last.into(),
        })
    }

    /// The answer of an engine: a solution, or that there is none, and the family that says so.
    ///
    /// # Errors
    /// When it is time to stop; the inner result when it does not decide.
    fn ask(
        &self,
        place: usize,
        model: &Arc<Model>,
        control: &Control,
    ) -> Result<Result<(Option<Solution>, Family), Answer>, Answer> {
        control.check()?;
        Ok(checked_solution(&*self.engines[place], model, Task::First, self.seed, control))
    }

    /// Why an answer of an engine supports none of the first one.
    fn dependent(&self, place: usize, family: Family) -> String {
        let (by, first) = (self.engines[place].spec(), &self.first);
        if family.is_unknown() {
            format!("{by} agrees, but its family is unknown")
        } else if self.family.is_unknown() {
            format!("{by} agrees, but the family of {first} is unknown")
        } else {
            format!("{by} agrees, but is of the family of {first}")
        }
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
