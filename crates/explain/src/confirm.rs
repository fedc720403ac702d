//! Other engines repeat the claims of an explanation. Any of them may refute a claim; only one of
//! another family confirms that there is no solution.

use std::sync::Arc;

use parallax_model::engine_api::{Answer, Control, Engine, EngineFamily, Task, checked_solution};
use parallax_model::{Model, Solution};

use super::problem::ExplanationProblem;

/// The result of asking other engines about a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimConfirmation {
    /// These engines agree, each on some of the questions.
    By(Vec<String>),
    /// No engine decided, for this reason.
    Not(String),
    /// An engine disagrees; the text names it and its answer.
    Refuted(String),
}

/// Engines that are tried one after the other until one decides.
pub struct ClaimConfirmer {
    /// The engines, first those whose answers can support the claim.
    engines: Vec<Arc<dyn Engine>>,
    used: Vec<bool>,
    /// The engine whose claims are to be confirmed, and its family.
    first: String,
    family: EngineFamily,
    seed: u64,
}

/// The reason why a claim is not confirmed.
enum ConfirmationDoubt {
    Open(Answer),
    Refuted(String),
}

impl From<Answer> for ConfirmationDoubt {
    fn from(answer: Answer) -> Self {
        ConfirmationDoubt::Open(answer)
    }
}

impl ClaimConfirmer {
    /// Prepares these engines to confirm the claims of the one named `first`.
    #[must_use]
    pub fn new(
        engines: &[Arc<dyn Engine>],
        first: String,
        family: EngineFamily,
        seed: u64,
    ) -> Self {
        // An engine that leaves the work to others has the family of the one that answers.
        let supports = |engine: &Arc<dyn Engine>| {
            engine.abilities().chooses || engine.family().is_independent_of(family)
        };
        let (mut all, others): (Vec<_>, Vec<_>) =
            engines.iter().cloned().partition(|engine| supports(engine));
        // The engine itself would only repeat its answer.
        all.extend(others.into_iter().filter(|engine| engine.spec() != first));
        ClaimConfirmer { used: vec![false; all.len()], engines: all, first, family, seed }
    }

    /// Confirms that a set is minimal: it has no solution, and without any one of its parts the
    /// others have one, which is checked.
    pub(crate) fn confirm_minimal_set(
        &mut self,
        problem: &ExplanationProblem,
        set: &[usize],
        control: &Control,
    ) -> ClaimConfirmation {
        let claim = |own: &mut Self| {
            own.no_solution(&problem.model_of(set), "they have a solution", control)?;
            for index in 0..set.len() {
                let mut rest = set.to_vec();
                let part = problem.parts()[rest.remove(index)].description(problem.model());
                own.confirm_solution(
                    &problem.model_of(&rest),
                    &format!("without {part}"),
                    control,
                )?;
            }
            Ok(())
        };
        self.finish_claim(claim)
    }

    /// Confirms that each of these models has no solution.
    pub fn none_of(
        &mut self,
        models: impl IntoIterator<Item = Model>,
        what: &str,
        control: &Control,
    ) -> ClaimConfirmation {
        let mut models = models.into_iter();
        self.finish_claim(|own| models.try_for_each(|model| own.no_solution(&model, what, control)))
    }

    /// Confirms that each of these models has a solution.
    pub(crate) fn each_of(
        &mut self,
        models: impl IntoIterator<Item = Model>,
        what: &str,
        control: &Control,
    ) -> ClaimConfirmation {
        let mut models = models.into_iter();
        self.finish_claim(|own| {
            models.try_for_each(|model| own.confirm_solution(&model, what, control).map(|_| ()))
        })
    }

    fn finish_claim(
        &mut self,
        claim: impl FnOnce(&mut Self) -> Result<(), ConfirmationDoubt>,
    ) -> ClaimConfirmation {
        if self.engines.is_empty() {
            let why = format!("there is no other engine than {}", self.first);
            return ClaimConfirmation::Not(why);
        }
        // Only engines that take part in this claim are named.
        self.used.fill(false);
        match claim(self) {
            Ok(()) => {
                let used = self.engines.iter().zip(&self.used).filter(|(_, used)| **used);
                ClaimConfirmation::By(used.map(|(engine, _)| engine.spec()).collect())
            }
            Err(ConfirmationDoubt::Open(answer)) => {
                ClaimConfirmation::Not(answer.unknown_reason().unwrap_or("no answer").to_owned())
            }
            Err(ConfirmationDoubt::Refuted(how)) => ClaimConfirmation::Refuted(how),
        }
    }

    /// Confirms that a model has no solution: the engines are tried in order, none finds a
    /// solution, and the first of another family that decides finds none either.
    fn no_solution(
        &mut self,
        model: &Model,
        what: &str,
        control: &Control,
    ) -> Result<(), ConfirmationDoubt> {
        let model = Arc::new(model.clone());
        let mut last = Answer::Unknown("no engine answers".into());
        for index in 0..self.engines.len() {
            match self.ask_engine(index, &model, control)? {
                // The solution was checked, so its finder does not matter.
                Ok((Some(_), _)) => {
                    let by = self.engines[index].spec();
                    return Err(ConfirmationDoubt::Refuted(format!("{by}: {what}")));
                }
                Ok((None, family)) if family.is_independent_of(self.family) => {
                    self.used[index] = true;
                    return Ok(());
                }
                Ok((None, family)) => {
                    last = Answer::Unknown(self.describe_dependence(index, family).into());
                }
                Err(answer) => last = answer,
            }
        }
        // A stop explains missing answers better than the last engine does.
        control.check_stop().map_err(Answer::from)?;
        Err(last.into())
    }

    /// Confirms that a model has a solution: the first engine that finds one shows it, whatever its
    /// family and the other engines' answers.
    fn confirm_solution(
        &mut self,
        model: &Model,
        what: &str,
        control: &Control,
    ) -> Result<Solution, ConfirmationDoubt> {
        let model = Arc::new(model.clone());
        let mut last = Answer::Unknown("no engine answers".into());
        let mut denied = None;
        for index in 0..self.engines.len() {
            match self.ask_engine(index, &model, control)? {
                Ok((Some(solution), _)) => {
                    self.used[index] = true;
                    return Ok(solution);
                }
                // An engine without a solution refutes the claim only if all others fail as well.
                Ok((None, _)) => {
                    denied.get_or_insert_with(|| self.engines[index].spec());
                }
                Err(answer) => last = answer,
            }
        }
        control.check_stop().map_err(Answer::from)?;
        Err(match denied {
            Some(by) => ConfirmationDoubt::Refuted(format!("{by}: no solution {what}")),
            None => last.into(),
        })
    }

    /// Asks an engine for a solution. Returns the solution or `None`, and the family of the engine
    /// that answered.
    ///
    /// # Errors
    /// Returns an answer if it is time to stop; the inner result is an error if the engine does not
    /// decide.
    fn ask_engine(
        &self,
        index: usize,
        model: &Arc<Model>,
        control: &Control,
    ) -> Result<Result<(Option<Solution>, EngineFamily), Answer>, Answer> {
        control.check_stop()?;
        Ok(checked_solution(&*self.engines[index], model, Task::First, self.seed, control))
    }

    /// Describes why an engine's answer does not support the first engine's.
    fn describe_dependence(&self, index: usize, family: EngineFamily) -> String {
        let (by, first) = (self.engines[index].spec(), &self.first);
        if family.is_unknown() {
            format!("{by} agrees, but its family is unknown")
        } else if self.family.is_unknown() {
            format!("{by} agrees, but the family of {first} is unknown")
        } else {
            format!("{by} agrees, but is of the family of {first}")
        }
    }
}

impl ClaimConfirmation {
    /// Combines two results: a refutation comes first, then an open question.
    #[must_use]
    pub fn combine_with(self, other: ClaimConfirmation) -> ClaimConfirmation {
        match (self, other) {
            (ClaimConfirmation::By(mut one), ClaimConfirmation::By(other)) => {
                one.extend(other);
                one.sort_unstable();
                one.dedup();
                ClaimConfirmation::By(one)
            }
            (refuted @ ClaimConfirmation::Refuted(_), _)
            | (_, refuted @ ClaimConfirmation::Refuted(_)) => refuted,
            (open @ ClaimConfirmation::Not(_), _) | (_, open @ ClaimConfirmation::Not(_)) => open,
        }
    }

    /// The result as text, for example `confirmed by native`.
    #[must_use]
    pub fn description(&self) -> String {
        match self {
            ClaimConfirmation::By(engines) => format!("confirmed by {}", engines.join(" and ")),
            ClaimConfirmation::Not(why) => format!("not confirmed: {why}"),
            ClaimConfirmation::Refuted(how) => format!("refuted: {how}"),
        }
    }
}
