//! Answers every task from one session, each with the propagation that pays off for it, and by
//! learning where that may help.

use std::sync::Arc;

use parallax_model::engine_api::{
    CandidateCallback, Control, PreparationError, QuestionClock, QuestionOutcome, Session, Task,
};
use parallax_model::{Given, Model};

use super::orders::with_orders;
use super::settings::{LearningMode, wants_one};
use super::turns::{self, LazyLearner, TurnQuestion, is_for_few};
use super::{SearchSettings, SearchState};

/// An enumerating search, plus a second search for tasks that end with one solution, if the
/// settings propagate differently there ([`SearchSettings::for_one`]), or tasks share a resource:
/// then it also branches on their orders, unless the model has a search plan. The first such task
/// builds the second search. For one solution, a few, or the best, a search that learns takes turns
/// with them ([`SearchSettings::learns_after`]).
pub struct ByTask {
    model: Arc<Model>,
    seed: u64,
    many: SearchState,
    settings: SearchSettings,
    /// Whether the settings for one solution are different.
    differs: bool,
    /// Whether the model may have tasks to order.
    may_order: bool,
    one: Option<SearchState>,
    /// The search that learns, if there may be one.
    learner: Option<LazyLearner>,
}

impl ByTask {
    /// Builds the enumerating search of a model.
    ///
    /// # Errors
    /// Returns the errors of [`SearchState::new`].
    pub fn new(
        model: &Arc<Model>,
        settings: &SearchSettings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let many = SearchState::new(model, settings, seed, control)?;
        let for_one = settings.for_one(model).filter(|_| !many.is_refuted());
        // A plan of the model decides the times itself, without variables for orders.
        let is_planned = settings.plan_of(model).is_some_and(|plan| !plan.steps.is_empty());
        let may_order = model.has_globals()
            && settings.leaves_heuristics_open()
            && !is_planned
            && !many.is_refuted();
        let first_slice = settings.learns_after(model).filter(|_| !many.is_refuted());
        let learner = first_slice
            .map(|failures| LazyLearner::new(model, settings, seed, may_order, failures));
        Ok(ByTask {
            learner,
            model: model.clone(),
            seed,
            many,
            differs: for_one.is_some(),
            settings: for_one.unwrap_or_else(|| settings.clone()),
            may_order,
            one: None,
        })
    }

    /// Returns the search for a task, and the one that learns if it may take part. Falls back on
    /// the enumerating search if the other one cannot be built.
    pub(super) fn select_searches(
        &mut self,
        task: Task,
        control: &Control,
    ) -> (&mut SearchState, Option<&mut LazyLearner>) {
        if self.one.is_none() && wants_one(task) {
            self.one = self.make_one(control);
        }
        let may_learn = match self.settings.learning {
            // A search for several solutions learns only on request.
            LearningMode::ByTask => wants_one(task),
            _ => is_for_few(task),
        };
        let plain = match &mut self.one {
            Some(one) if wants_one(task) => one,
            _ => &mut self.many,
        };
        // These questions need no search, so no learner is built for them either.
        let trivial = plain.is_refuted()
            || control.stop_reason().is_some()
            || task.solution_limit() == Some(0)
            || task == Task::Optimise && plain.aim.is_none();
        let learner = self.learner.as_mut().filter(|_| !trivial && may_learn);
        (plain, learner)
    }

    /// Builds the search for one solution, if it is a different one.
    fn make_one(&mut self, control: &Control) -> Option<SearchState> {
        let ordered = self.may_order.then(|| with_orders(&self.model)).flatten();
        // A model without open orders is not examined again by the next question.
        self.may_order = ordered.is_some();
        if let Some(ordered) = ordered {
            let mut search = SearchState::new(&ordered, &self.settings, self.seed, control).ok()?;
            // A candidate has values of the model's own variables only, not of the orders after
            // them.
            search.variables = self.model.variables().len();
            return Some(search);
        }
        let differs = self.differs.then_some(&self.settings);
        differs
            .and_then(|settings| SearchState::new(&self.model, settings, self.seed, control).ok())
    }
}

impl Session for ByTask {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let clock = QuestionClock::start_clock();
        let (search, learner) = self.select_searches(task, control);
        // The first question for one solution builds the second search, and pays for it.
        let prepared = clock.elapsed_time();
        let mut outcome = match learner {
            None => search.ask(givens, task, control, on_candidate),
            Some(learner) => {
                let question = TurnQuestion { givens, task, control };
                turns::answer_question(search, learner, &question, on_candidate)
            }
        };
        outcome.solve += prepared;
        outcome
    }
}
