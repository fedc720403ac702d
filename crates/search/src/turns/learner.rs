//! The learning search that runs next to plain search: built when first needed, and run in turns.

use std::cell::RefCell;
use std::sync::Arc;

use parallax_model::engine_api::{Control, EnumerationEnd};
use parallax_model::{Model, Value};

use super::sink::SolutionSink;
use super::solution_facts::SolutionFacts;
use super::{TurnQuestion, undo_all};
use crate::effort::SearchEffort;
use crate::learning::{LearningOutlook, LearningTree, learning_outlook};
use crate::orders::with_orders;
use crate::session::PropagationStop;
use crate::{SearchSettings, SearchState};

/// A search that learns, built when first needed.
pub(crate) struct LazyLearner {
    model: Arc<Model>,
    settings: SearchSettings,
    seed: u64,
    /// Whether the model may have tasks to order.
    may_order: bool,
    search: Option<SearchState>,
    /// Whether the model is too large for it.
    is_refused: bool,
    /// The failures of the slice of plain search before it.
    pub(crate) first_slice: u64,
}

impl LazyLearner {
    /// Describes the search that learns at the levels of these settings, after this number of
    /// failures of plain search.
    pub(crate) fn new(
        model: &Arc<Model>,
        settings: &SearchSettings,
        seed: u64,
        may_order: bool,
        first_slice: u64,
    ) -> Self {
        LazyLearner {
            model: model.clone(),
            settings: settings.learning_settings(),
            seed,
            may_order,
            search: None,
            is_refused: false,
            first_slice,
        }
    }

    /// Returns the search; `None` if it cannot be built.
    pub(crate) fn prepare_search(&mut self, control: &Control) -> Option<&mut SearchState> {
        if self.search.is_none() && !self.is_refused {
            // Variables for the orders of tasks come after the model's own, so values and givens
            // keep their indices.
            let ordered = self.may_order.then(|| with_orders(&self.model)).flatten();
            let model = ordered.as_ref().unwrap_or(&self.model);
            let built = SearchState::new(model, &self.settings, self.seed, control).ok();
            // A limit that stops the construction also ends the question.
            self.is_refused = built.is_none() && control.stop_reason().is_none();
            self.search = built.map(|mut search| {
                // A candidate has values of the model's own variables only, not of the orders after
                // them.
                search.variables = self.model.variables().len();
                search
            });
        }
        self.search.as_mut()
    }

    /// Returns the model of the questions.
    pub(crate) fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the expected result of learning on the model, with the domains of `plain`.
    pub(crate) fn learning_outlook(&self, plain: &SearchState) -> LearningOutlook {
        learning_outlook(&self.model, plain)
    }
}

/// A search that learns, at work on a question.
pub(crate) struct LearnerRun<'a, 'c> {
    tree: LearningTree<'a>,
    sink: &'a RefCell<SolutionSink<'c>>,
    /// The number of solutions that it has found.
    found: u64,
    /// The number of solutions, of all searches, that it must not repeat.
    excluded: usize,
    /// The steps after which it pauses.
    until: u64,
}

impl LearnerRun<'_, '_> {
    /// Works for this number of elementary steps; returns `None` if the question is still open.
    pub(crate) fn take_turn(&mut self, steps: u64) -> Option<EnumerationEnd> {
        // Solutions that plain search found since the last turn: a better cost lowers the bound,
        // others are excluded one by one.
        if let Some(cost) = self.sink.borrow().best_cost() {
            self.tree.improve_on(cost);
        } else {
            let others = self.sink.borrow().solutions_since(self.excluded);
            for values in others {
                match self.tree.exclude_solution(&values) {
                    Ok(true) => {}
                    Ok(false) => return Some(EnumerationEnd::Exhausted),
                    Err(ended) => return Some(ended),
                }
            }
        }
        self.until = self.until.saturating_add(steps);
        let ended = self.tree.walk_tree(&mut self.found, self.until);
        // The tree excludes its own solutions when it reports them, so all that are known by now
        // are excluded.
        self.excluded = self.sink.borrow().found as usize;
        ended
    }
}

impl LazyLearner {
    /// Begins a question and leads it with `lead`. Adds the effort to `effort`. Returns `None` if
    /// the search does not take the model, or `lead` returns that.
    pub(crate) fn lead_question(
        &mut self,
        question: &TurnQuestion<'_>,
        known: &SolutionFacts,
        sink: &RefCell<SolutionSink<'_>>,
        effort: &mut SearchEffort,
        lead: &mut dyn FnMut(&mut LearnerRun<'_, '_>) -> Option<EnumerationEnd>,
    ) -> Option<EnumerationEnd> {
        let search = self.prepare_search(question.control)?;
        search.begin_question(question.task, question.control);
        // The givens and the learned bounds live on this level. Undoing it gives the next question
        // the same root.
        search.store.open_level();
        let ended = search.lead_learner(question, known, sink, lead);
        effort.add_effort(&SearchEffort::from_search(search));
        undo_all(search);
        ended
    }
}

impl SearchState {
    /// Works on a question at its root, with one level open.
    fn lead_learner(
        &mut self,
        question: &TurnQuestion<'_>,
        known: &SolutionFacts,
        sink: &RefCell<SolutionSink<'_>>,
        lead: &mut dyn FnMut(&mut LearnerRun<'_, '_>) -> Option<EnumerationEnd>,
    ) -> Option<EnumerationEnd> {
        if self.is_refuted() {
            return Some(EnumerationEnd::Exhausted);
        }
        let TurnQuestion { givens, task, control } = *question;
        let aim = self.aim_of(task);
        // The bound comes before the root is fixed: a nogood may rest on it, as it only falls.
        if let (Some(aim), Some(cost)) = (&aim, sink.borrow().best_cost()) {
            aim.bound.lower_cost(cost.saturating_sub(1));
            self.store.queue.push(aim.propagator);
        }
        let begun = self.fix_givens(givens).and_then(|()| known.apply_facts(self));
        let begun =
            begun.map_err(|_| PropagationStop::Conflict).and_then(|()| self.propagate(control));
        match begun {
            Ok(()) => {}
            Err(PropagationStop::Conflict) => return Some(EnumerationEnd::Exhausted),
            Err(PropagationStop::Stopped(stop)) => return Some(EnumerationEnd::Stopped(stop)),
        }
        // From here on, the current domains are the root that all atoms refer to.
        let mut pass = |values: &[Value]| sink.borrow_mut().pass_solution(values);
        let tree = LearningTree::new(self, task, aim, control, &mut pass).ok()?;
        lead(&mut LearnerRun { tree, sink, found: 0, excluded: 0, until: 0 })
    }
}
