//! Prepares a model for search and answers questions about it.

use parallax_model::engine_api::{
    Answer, CandidateCallback, Control, EffortCounters, EnumerationEnd, PreparationError,
    QuestionClock, QuestionOutcome, Session, SolverTrace, StopReason, Task,
};
use parallax_model::{Given, Model, Objective, Value, VarId};
use parallax_propagation::disjunctive_cliques;
use parallax_propagation::explain::{RemovalExplanation, explain_trail};
use parallax_propagation::levels::ConsistencySettings;
use parallax_propagation::propagators::{
    self, ConstraintPropagator, ObjectiveBoundPropagator, SharedCostBound,
};
use parallax_propagation::store::{ChangeReason, DomainStore, PropagationConflict};

use super::certify::{SearchCertifier, SearchLog};
use super::effort::SearchEffort;
use super::heuristics::BranchingGuide;
use super::learning::{self, LearningTree};
use super::node_counters::NodeCounters;
use super::restarts::RestartSchedule;
use super::settings::{SearchSettings, wants_one};
use super::trace::TraceBuilder;
use super::tree::SearchTree;
use super::unsupported::UnsupportedModel;

/// Propagator calls between two checks of the clock.
const CALLS_BETWEEN_POLLS: u64 = 256;

/// A model prepared for native search, with its root propagated.
pub struct SearchState {
    pub(super) store: DomainStore,
    pub(super) propagators: Vec<Box<dyn ConstraintPropagator>>,
    pub(super) guide: BranchingGuide,
    pub(super) settings: SearchSettings,
    /// The restarts of the running question.
    pub(super) restarts: RestartSchedule,
    pub(super) variables: usize,
    /// Whether the model has no solution, whatever the givens.
    pub(super) refuted: bool,
    pub(super) work: NodeCounters,
    /// The objective, if the model has one.
    pub(super) aim: Option<SearchObjective>,
    /// For each propagator of one constraint, the place of that constraint in the model. The bound
    /// of the objective and machines of several constraints come after them.
    pub(super) owners: Vec<usize>,
    /// The scopes of permutations, if the search learns.
    pub(super) permutations: Vec<Vec<VarId>>,
    /// The propagator that found the last conflict.
    pub(super) failed: Option<u32>,
    /// Records the tree as a trace, if requested.
    pub(super) trace: Option<Box<TraceBuilder>>,
    /// Writes each step to a log, if requested.
    pub(super) certifier: Option<Box<SearchCertifier>>,
}

/// An objective inside a search.
#[derive(Clone)]
pub(super) struct SearchObjective {
    pub(super) objective: Objective,
    /// The largest allowed cost.
    pub(super) bound: SharedCostBound,
    /// The number of the propagator that enforces it.
    pub(super) propagator: u32,
}

/// The reason why propagation ended early.
pub(super) enum PropagationStop {
    Conflict,
    Stopped(StopReason),
}

impl SearchState {
    /// Builds the propagators of `model` and propagates its root. `seed` seeds random choices.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, the settings do not fit the model,
    /// or `control` is stopped.
    pub fn new(
        model: &Model,
        settings: &SearchSettings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        SearchState::build_search(model, settings, seed, control, None)
    }

    /// Builds a search like [`new`](SearchState::new) that writes every step to a log, also those
    /// of the root. Givens must be part of the model.
    ///
    /// # Errors
    /// Returns the errors of [`new`](SearchState::new).
    pub fn with_log(
        model: &Model,
        settings: &SearchSettings,
        seed: u64,
        control: &Control,
        log: Box<dyn SearchLog>,
    ) -> Result<Self, PreparationError> {
        let certifier = SearchCertifier::new(log, model);
        SearchState::build_search(model, settings, seed, control, Some(Box::new(certifier)))
    }

    fn build_search(
        model: &Model,
        settings: &SearchSettings,
        seed: u64,
        control: &Control,
        mut certifier: Option<Box<SearchCertifier>>,
    ) -> Result<Self, PreparationError> {
        settings.check_model(model)?;
        if certifier.is_some() && settings.learns() {
            return Err(UnsupportedModel::LearningCertificate.into());
        }
        let mut store = DomainStore::new(model)?;
        store.set_limits(control);
        let levels = settings.levels.clone();
        // With nogoods, the propagators leave work to them, such as hidden singles of permutations.
        let levels = if settings.learns() { levels.for_learning() } else { levels };
        let (mut made, owners) =
            post_constraints(model, &levels, &mut store, control, certifier.as_deref_mut())?;
        let aim = model.objective().map(|objective| {
            // The bound is shared with the searches that lower it, so a better solution needs no
            // new propagator.
            let (ceiling, bound) = ObjectiveBoundPropagator::new(objective);
            made.push(Box::new(ceiling));
            let propagator = made.len() as u32 - 1;
            SearchObjective { objective: objective.clone(), bound, propagator }
        });
        // A certificate names one constraint for each removal, and these follow from several.
        if certifier.is_none() {
            made.extend(disjunctive_cliques::build_propagators(model, &settings.levels));
        }
        // The queue numbers propagators in the order of `made`; `failed`, `owners` and reasons use
        // the same numbers.
        for p in &made {
            store.queue.add_propagator(p.call_cost(), p.wants_changes(), p.watched_events());
        }
        store.queue.build_watch_lists();
        let guide = BranchingGuide::new(model, settings, seed, &made, &mut store);
        if let Some(certifier) = &mut certifier {
            certifier.register_propagators(&made, &owners);
        }
        let mut search = SearchState {
            store,
            propagators: made,
            guide,
            settings: settings.clone(),
            restarts: RestartSchedule::default(),
            variables: model.variables().len(),
            refuted: model.variables().iter().any(|v| v.domain.is_empty()),
            work: NodeCounters::default(),
            aim,
            owners,
            permutations: if settings.learns() {
                learning::permutation_scopes(model)
            } else {
                Vec::new()
            },
            failed: None,
            trace: None,
            certifier,
        };
        search.propagate_root(control)?;
        Ok(search)
    }

    /// Propagates what holds before any decision.
    fn propagate_root(&mut self, control: &Control) -> Result<(), PreparationError> {
        if !self.refuted {
            match self.propagate(control) {
                Ok(()) => {}
                Err(PropagationStop::Conflict) => self.refuted = true,
                Err(PropagationStop::Stopped(stop)) => return Err(stop.into()),
            }
        }
        Ok(())
    }

    /// Whether propagation at the root shows that there is no solution.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Whether the root alone shows nothing.
    #[must_use]
    pub fn has_bare_root(&self) -> bool {
        !self.refuted && self.store.trail().is_empty()
    }

    /// Returns the number of values that remain for a variable, at the root between questions.
    #[must_use]
    pub fn domain_size(&self, variable: VarId) -> u64 {
        self.store.domain_size(variable).into()
    }

    /// Bounds the enumerations of the following questions (`limit=N`).
    pub fn limit_to(&mut self, enumerations: Option<u64>) {
        self.settings.limit = enumerations;
    }

    /// Records the tree from now on. The search stops after `most` steps of the trace.
    pub fn record_trace(&mut self, model: &Model, most: usize) {
        let trace = TraceBuilder::new(model, &self.settings, most, &self.store);
        self.trace = Some(Box::new(trace));
    }

    /// Returns the recorded trace.
    pub fn take_trace(&mut self) -> Option<SolverTrace> {
        self.trace.take().map(|trace| trace.trace)
    }

    /// Records how propagation ended.
    pub(super) fn note_propagation(&mut self, consistent: bool) {
        let Some(trace) = &self.trace else { return };
        let conflict = (!consistent).then(|| {
            let owner = self.failed.and_then(|number| self.owners.get(number as usize));
            let (root, settled) = trace.root_domains();
            let reason = root.and_then(|root| learning::reason_of_conflict(self, root, settled));
            (owner.copied(), reason.unwrap_or_default())
        });
        if let Some(trace) = &mut self.trace {
            trace.record_propagation(&self.work, &self.store, conflict);
        }
    }

    /// Runs queued propagators until nothing changes.
    pub(super) fn propagate(&mut self, control: &Control) -> Result<(), PropagationStop> {
        let mark = self.store.trail().len();
        let ended = self.run_queue(control);
        if let Some(certifier) = &mut self.certifier {
            match ended {
                Ok(()) => certifier.log_propagation(&self.store, mark),
                Err(PropagationStop::Conflict) => {
                    let by = self.failed.expect("a propagator that has failed");
                    certifier.log_conflict(&self.store, mark, by as usize);
                }
                // A search that is cut short has no certificate.
                Err(PropagationStop::Stopped(_)) => {}
            }
        }
        ended
    }

    fn run_queue(&mut self, control: &Control) -> Result<(), PropagationStop> {
        while let Some(number) = self.store.queue.pop() {
            self.work.propagations += 1;
            if self.work.propagations.is_multiple_of(CALLS_BETWEEN_POLLS) {
                control.check_stop().map_err(PropagationStop::Stopped)?;
            }
            self.store.set_reason(ChangeReason::Propagator(number));
            // Only a trace explains conflicts of plain search; without one the refused change is
            // not needed.
            if self.trace.is_some() {
                self.store.forget_refusal();
            }
            let propagator = &mut self.propagators[number as usize];
            let before = self.store.prunings();
            let ended = propagator.propagate(&mut self.store);
            if ended == Err(PropagationConflict) {
                // A store past its limit refuses every change: that is a stop, not a conflict, and
                // no heuristic may learn from it.
                return Err(match self.store.reached_limit() {
                    Some(stop) => PropagationStop::Stopped(stop),
                    None => {
                        self.guide.note_conflict(number as usize);
                        self.failed = Some(number);
                        PropagationStop::Conflict
                    }
                });
            }
            let again = self.store.prunings() != before && !propagator.is_idempotent();
            self.store.queue.finish_running(again);
        }
        match self.store.reached_limit() {
            Some(stop) => Err(PropagationStop::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// Returns the objective of a task, if the task has one.
    pub(super) fn aim_of(&self, task: Task) -> Option<SearchObjective> {
        self.aim.clone().filter(|_| task == Task::Optimise)
    }

    pub(super) fn fix_givens(&mut self, givens: &[Given]) -> Result<(), PropagationConflict> {
        self.store.set_reason(ChangeReason::Given);
        givens.iter().try_for_each(|given| self.store.fix_value(given.variable, given.value))
    }

    /// Begins a question: clears the effort and all that the heuristics learned from earlier
    /// questions, so that only data for look-ups remains.
    pub(super) fn begin_question(&mut self, task: Task, control: &Control) {
        // The store counts prunings and checks over its whole life, so the counters of a question
        // start from its current totals.
        self.work = NodeCounters::from_store(&self.store);
        self.store.set_limits(control);
        // A learning search decides by its own activities, not by a plan.
        let (last_conflict, restarts) = if self.settings.learns() {
            (false, self.settings.restart_strategy(task).1.into())
        } else {
            self.guide.restart_strategy(&self.settings, task)
        };
        self.guide.reset(last_conflict, wants_one(task));
        self.restarts = restarts;
        if let Some(certifier) = &mut self.certifier {
            certifier.begin_question(task != Task::Optimise);
        }
    }

    /// Answers a question by a search that learns.
    fn run_learner(
        &mut self,
        task: Task,
        aim: Option<SearchObjective>,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
        found: &mut u64,
    ) -> Result<EnumerationEnd, UnsupportedModel> {
        match self.propagate(control) {
            Ok(()) => {}
            Err(PropagationStop::Conflict) => return Ok(EnumerationEnd::Exhausted),
            Err(PropagationStop::Stopped(stop)) => return Ok(EnumerationEnd::Stopped(stop)),
        }
        let mut tree = LearningTree::new(self, task, aim, control, on_candidate)?;
        Ok(tree.walk_tree(found, u64::MAX).unwrap_or(EnumerationEnd::Enough))
    }

    pub(super) fn counters(&self) -> EffortCounters {
        SearchEffort::from_search(self).named_counters(&self.settings, self.restarts.has_restarts())
    }

    /// Explains every removal on the trail, in order.
    #[must_use]
    pub fn explain_trail(&self) -> Vec<RemovalExplanation> {
        explain_trail(&self.store, &self.propagators)
    }
}

/// The propagators of constraints.
type PostedPropagators = Vec<Box<dyn ConstraintPropagator>>;

/// Makes the propagators of the constraints; the second part has the constraint of each.
fn post_constraints(
    model: &Model,
    levels: &ConsistencySettings,
    store: &mut DomainStore,
    control: &Control,
    mut certifier: Option<&mut SearchCertifier>,
) -> Result<(PostedPropagators, Vec<usize>), PreparationError> {
    let (mut made, mut owners) = (Vec::new(), Vec::new());
    for (place, posted) in model.constraints().iter().enumerate() {
        control.check_stop()?;
        // Posting a constraint may already remove values; the log names the constraint for them.
        let mark = store.trail().len();
        propagators::post_constraint(posted, levels, model, store, &mut made)?;
        if let Some(certifier) = &mut certifier {
            certifier.log_posting(store, mark, place);
        }
        // A constraint may make several propagators, or none if posting has settled it.
        owners.resize(made.len(), place);
    }
    Ok((made, owners))
}

impl Session for SearchState {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> QuestionOutcome {
        let mut clock = QuestionClock::start_clock();
        self.begin_question(task, control);
        if self.settings.learns() && matches!(task, Task::All | Task::Count) {
            let why = "learning is for one solution, a few or the best, not for all of them";
            return QuestionOutcome::at_once(Answer::Unsupported(why.into()));
        }
        if task == Task::Optimise && self.aim.is_none() {
            return QuestionOutcome::without_objective();
        }
        let aim = self.aim_of(task);
        let mut found = 0;
        let mut refused = None;
        let mut best = None;
        let mut timed = |values: &[Value]| {
            best = aim.as_ref().map(|aim| aim.objective.value_under(values));
            clock.run_outside(|| on_candidate(values))
        };
        let ended = if self.refuted {
            EnumerationEnd::Exhausted
        } else if let Some(stop) = control.stop_reason() {
            EnumerationEnd::Stopped(stop)
        } else if task.solution_limit() == Some(0) {
            EnumerationEnd::Enough
        } else {
            self.store.open_level();
            let ended = match self.fix_givens(givens) {
                Ok(()) if self.settings.learns() => self
                    .run_learner(task, aim.clone(), control, &mut timed, &mut found)
                    .unwrap_or_else(|why| {
                        EnumerationEnd::GaveUp(refused.insert(why.to_string()).clone())
                    }),
                Ok(()) => SearchTree::new(self, task, aim.clone(), control, &mut timed)
                    .run_search(&mut found),
                Err(PropagationConflict) => EnumerationEnd::Exhausted,
            };
            // The search may stop at any depth; the next question starts at the root that `new` has
            // propagated.
            while self.store.depth() > 0 {
                self.store.undo_level();
            }
            ended
        };
        if let Some(why) = refused {
            return QuestionOutcome::at_once(Answer::Unsupported(why));
        }
        if ended == EnumerationEnd::Exhausted
            && let Some(certifier) = &mut self.certifier
        {
            certifier.flush_log();
        }
        match aim {
            None => QuestionOutcome::from_enumeration(
                found,
                ended,
                self.counters(),
                clock.elapsed_time(),
            ),
            Some(aim) => {
                // The next question may ask for any solution, however bad.
                aim.bound.set_cost(i64::MAX);
                QuestionOutcome::from_optimisation(
                    best,
                    ended,
                    self.counters(),
                    clock.elapsed_time(),
                )
            }
        }
    }
}
