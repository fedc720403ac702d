//! The problem to explain: a model, and the parts of it that may be named.

use std::sync::Arc;

use parallax_instance::{Instance, OptionEffect, Viewpoint};
use parallax_model::engine_api::{Answer, Control, Engine, Task, checked_solution};
use parallax_model::{Given, Model, ModelError, Solution};

use super::part::{ExplanationPart, list_parts};

/// A model and its parts. A set of parts represents its clues and constraints, together with the
/// domains and the constraints that only define hidden variables. Sets are ascending indices in
/// `parts`.
#[derive(Clone, Debug)]
pub struct ExplanationProblem {
    model: Arc<Model>,
    parts: Vec<ExplanationPart>,
    /// The indices of the constraints that always hold.
    background: Vec<usize>,
    /// Values that variables have in every set, and values that they do not have.
    facts: Vec<Given>,
    excluded: Vec<Given>,
}

impl ExplanationProblem {
    /// The problem that an instance poses from a viewpoint.
    ///
    /// # Errors
    /// Returns an error if the instance has no such model, or the model does not keep all
    /// solutions.
    pub fn from_instance(
        instance: &dyn Instance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Self, ModelError> {
        if viewpoint.combined_effect() != OptionEffect::Same {
            return Err(ModelError::new(format!(
                "'{viewpoint}' drops solutions; an explanation needs a model that keeps them all"
            )));
        }
        let model = match instance.explanation_source() {
            Some(own) => own.explainable_model(viewpoint, control)?,
            None => instance.model(viewpoint)?,
        };
        let (parts, background) = list_parts(instance, &model, &instance.givens(viewpoint));
        let (facts, excluded) = (Vec::new(), Vec::new());
        Ok(ExplanationProblem { model: Arc::new(model), parts, background, facts, excluded })
    }

    /// Returns this problem with a value as a fact.
    #[must_use]
    pub fn with_value(&self, given: Given) -> Self {
        let mut problem = self.clone();
        problem.model = Arc::new(self.model.restrict_givens(&[given]));
        problem.facts.push(given);
        problem
    }

    /// Returns this problem without a value.
    pub(super) fn without_value(&self, given: Given) -> Self {
        let mut problem = self.clone();
        problem.model = Arc::new(self.model.without_value(given.variable, given.value));
        problem.excluded.push(given);
        problem
    }

    /// Returns this problem with other parts.
    pub(super) fn with_parts(&self, parts: Vec<ExplanationPart>) -> Self {
        ExplanationProblem { parts, ..self.clone() }
    }

    /// Returns the rules alone, with these values as facts.
    pub(super) fn rules_with_facts(&self, givens: &[Given]) -> Self {
        let mut problem = self.clone();
        problem.model = Arc::new(self.model.restrict_givens(givens));
        problem.parts.retain(|part| !part.is_clue());
        problem.facts.extend(givens);
        problem
    }

    /// Returns the rules alone, of a model that differs in its domains only.
    #[must_use]
    pub fn rules_of(&self, model: Model) -> Self {
        let mut problem = self.clone();
        problem.model = Arc::new(model);
        problem.parts.retain(|part| !part.is_clue());
        problem
    }

    /// The values that variables have in every set.
    pub(super) fn fact_givens(&self) -> &[Given] {
        &self.facts
    }

    /// The values that variables do not have in any set.
    pub(super) fn excluded_givens(&self) -> &[Given] {
        &self.excluded
    }

    /// The model, without the clues.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// All parts, clues first.
    #[must_use]
    pub fn parts(&self) -> &[ExplanationPart] {
        &self.parts
    }

    /// All parts as a set.
    #[must_use]
    pub fn all_parts(&self) -> Vec<usize> {
        (0..self.parts.len()).collect()
    }

    /// The parts that are not in a set.
    #[must_use]
    pub fn other_parts(&self, set: &[usize]) -> Vec<usize> {
        let mut is_in = vec![false; self.parts.len()];
        set.iter().for_each(|&part| is_in[part] = true);
        (0..self.parts.len()).filter(|&part| !is_in[part]).collect()
    }

    /// Returns the clues and the indices of the constraints that a set represents.
    pub(super) fn set_contents(&self, set: &[usize]) -> (Vec<Given>, Vec<usize>) {
        let mut givens = Vec::new();
        let mut places = self.background.clone();
        for &part in set {
            match &self.parts[part] {
                ExplanationPart::Clue(given) => givens.push(*given),
                ExplanationPart::Rule { places: own, .. } => places.extend(own),
            }
        }
        places.sort_unstable();
        (givens, places)
    }

    /// The model of a set: only its constraints, with its clues as domains.
    #[must_use]
    pub fn model_of(&self, set: &[usize]) -> Model {
        let (givens, places) = self.set_contents(set);
        self.model.with_constraints(&places).restrict_givens(&givens)
    }

    /// The parts that hold in a solution of some of them.
    pub(super) fn satisfied_parts(&self, solution: &Solution) -> Vec<usize> {
        let holds = |&part: &usize| self.parts[part].is_satisfied(&self.model, solution.values());
        (0..self.parts.len()).filter(holds).collect()
    }
}

/// Asks an engine for one solution of a model, and checks it.
///
/// # Errors
/// Returns an answer if it is unknown or unsupported, also if the engine panics or returns values
/// that are not a solution.
pub(super) fn find_checked_solution(
    engine: &dyn Engine,
    model: &Arc<Model>,
    seed: u64,
    control: &Control,
) -> Result<Option<Solution>, Answer> {
    ask_for_solution(engine, model, Task::First, seed, control)
}

/// Asks as [`find_checked_solution`] does, and for the best solution with [`Task::Optimise`].
pub(super) fn ask_for_solution(
    engine: &dyn Engine,
    model: &Arc<Model>,
    task: Task,
    seed: u64,
    control: &Control,
) -> Result<Option<Solution>, Answer> {
    checked_solution(engine, model, task, seed, control).map(|(found, _)| found)
}
