//! Prepares a model for search and answers questions about it.

use parallax_model::ask::{
    Answer, Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Stop, Task,
    Trace,
};
use parallax_model::{Given, Model, Objective, Value, VarId};
use parallax_propagation::cliques;
use parallax_propagation::explain::{Explanation, explain_trail};
use parallax_propagation::levels::Levels;
use parallax_propagation::propagators::{self, Bound, Ceiling, Propagator};
use parallax_propagation::store::{Conflict, Reason, Store};

use super::certify::{Certifier, Log};
use super::effort::SearchEffort;
use super::heuristics::Guide;
use super::learning::{self, LearningTree};
use super::node_counters::NodeCounters;
use super::restarts::Schedule;
use super::settings::{Settings, wants_one};
use super::trace::TraceBuilder;
use super::tree::Tree;
use super::unsupported::UnsupportedModel;

/// Propagator calls between two checks of the clock.
const CALLS_BETWEEN_POLLS: u64 = 256;

/// A model prepared for native search, with its root propagated.
pub struct Search {
    pub(super) store: Store,
    pub(super) propagators: Vec<Box<dyn Propagator>>,
    pub(super) guide: Guide,
    pub(super) settings: Settings,
    /// The restarts of the running question.
    pub(super) restarts: Schedule,
    pub(super) variables: usize,
    /// Whether the model has no solution, whatever the givens.
    pub(super) refuted: bool,
    pub(super) work: NodeCounters,
    /// The objective, if the model has one.
    pub(super) aim: Option<Aim>,
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
    pub(super) certifier: Option<Box<Certifier>>,
}

/// An objective inside a search.
#[derive(Clone)]
pub(super) struct Aim {
    pub(super) objective: Objective,
    /// The largest allowed cost.
    pub(super) bound: Bound,
    /// The number of the propagator that enforces it.
    pub(super) propagator: u32,
}

/// The reason why propagation ended early.
pub(super) enum PropagationStop {
    Conflict,
    Stopped(Stop),
}

impl Search {
    /// Builds the propagators of `model` and propagates its root. `seed` seeds random choices.
    ///
    /// # Errors
    /// Returns an error if domains are too large for bit sets, the settings do not fit the model,
    /// or `control` is stopped.
    pub fn new(
        model: &Model,
        settings: &Settings,
        seed: u64,
        control: &Control,
    ) -> Result<Self, Refusal> {
        Search::made(model, settings, seed, control, None)
    }

    /// Builds a search like [`new`](Search::new) that writes every step to a log, also those of the
    /// root. Givens must be part of the model.
    ///
    /// # Errors
    /// Returns the errors of [`new`](Search::new).
    pub fn certified(
        model: &Model,
        settings: &Settings,
        seed: u64,
        control: &Control,
        log: Box<dyn Log>,
    ) -> Result<Self, Refusal> {
        let certifier = Certifier::new(log, model);
        Search::made(model, settings, seed, control, Some(Box::new(certifier)))
    }

    fn made(
        model: &Model,
        settings: &Settings,
        seed: u64,
        control: &Control,
        mut certifier: Option<Box<Certifier>>,
    ) -> Result<Self, Refusal> {
        settings.fit(model)?;
        if certifier.is_some() && settings.learns() {
            return Err(UnsupportedModel::LearningCertificate.into());
        }
        let mut store = Store::new(model)?;
        store.obey(control);
        let levels = settings.levels.clone();
        let levels = if settings.learns() { levels.for_learning() } else { levels };
        let (mut made, owners) =
            posted(model, &levels, &mut store, control, certifier.as_deref_mut())?;
        let aim = model.objective().map(|objective| {
            let (ceiling, bound) = Ceiling::new(objective);
            made.push(Box::new(ceiling));
            let propagator = made.len() as u32 - 1;
            Aim { objective: objective.clone(), bound, propagator }
        });
        // A certificate names one constraint for each removal, and these follow from several.
        if certifier.is_none() {
            made.extend(cliques::propagators(model, &settings.levels));
        }
        for p in &made {
            store.queue.add(p.cost(), p.wants_changes(), p.watched());
        }
        store.queue.close();
        let guide = Guide::new(model, settings, seed, &made, &mut store);
        if let Some(certifier) = &mut certifier {
            certifier.watch(&made, &owners);
        }
        let mut search = Search {
            store,
            propagators: made,
            guide,
            settings: settings.clone(),
            restarts: Schedule::default(),
            variables: model.variables().len(),
            refuted: model.variables().iter().any(|v| v.domain.is_empty()),
            work: NodeCounters::default(),
            aim,
            owners,
            permutations: if settings.learns() { learning::scopes(model) } else { Vec::new() },
            failed: None,
            trace: None,
            certifier,
        };
        search.propagate_root(control)?;
        Ok(search)
    }

    /// Propagates what holds before any decision.
    fn propagate_root(&mut self, control: &Control) -> Result<(), Refusal> {
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

    /// The number of values that a variable has left, at the root between questions.
    #[must_use]
    pub fn size(&self, variable: VarId) -> u64 {
        self.store.size(variable).into()
    }

    /// Bounds the enumerations of the following questions (`limit=N`).
    pub fn limit_to(&mut self, enumerations: Option<u64>) {
        self.settings.limit = enumerations;
    }

    /// Records the tree from now on. The search stops after `most` steps of the trace.
    pub fn record(&mut self, model: &Model, most: usize) {
        let trace = TraceBuilder::new(model, &self.settings, most, &self.store);
        self.trace = Some(Box::new(trace));
    }

    /// Returns the recorded trace.
    pub fn recorded(&mut self) -> Option<Trace> {
        self.trace.take().map(|trace| trace.trace)
    }

    /// Records how propagation ended.
    pub(super) fn note(&mut self, consistent: bool) {
        let Some(trace) = &self.trace else { return };
        let conflict = (!consistent).then(|| {
            let owner = self.failed.and_then(|number| self.owners.get(number as usize));
            let (root, settled) = trace.root();
            let reason = root.and_then(|root| learning::reason_of_conflict(self, root, settled));
            (owner.copied(), reason.unwrap_or_default())
        });
        if let Some(trace) = &mut self.trace {
            trace.propagated(&self.work, &self.store, conflict);
        }
    }

    /// Runs queued propagators until nothing changes.
    pub(super) fn propagate(&mut self, control: &Control) -> Result<(), PropagationStop> {
        let mark = self.store.trail().len();
        let ended = self.run_queue(control);
        if let Some(certifier) = &mut self.certifier {
            match ended {
                Ok(()) => certifier.propagated(&self.store, mark),
                Err(PropagationStop::Conflict) => {
                    let by = self.failed.expect("a propagator that has failed");
                    certifier.failed(&self.store, mark, by as usize);
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
                control.check().map_err(PropagationStop::Stopped)?;
            }
            self.store.because(Reason::Propagator(number));
            if self.trace.is_some() {
                self.store.forget_refusal();
            }
            let propagator = &mut self.propagators[number as usize];
            let before = self.store.prunings();
            let ended = propagator.propagate(&mut self.store);
            if ended == Err(Conflict) {
                return Err(match self.store.stopped() {
                    Some(stop) => PropagationStop::Stopped(stop),
                    None => {
                        self.guide.conflict(number as usize);
                        self.failed = Some(number);
                        PropagationStop::Conflict
                    }
                });
            }
            let again = self.store.prunings() != before && !propagator.idempotent();
            self.store.queue.done(again);
        }
        match self.store.stopped() {
            Some(stop) => Err(PropagationStop::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// Returns the objective of a task, if the task has one.
    pub(super) fn aim_of(&self, task: Task) -> Option<Aim> {
        self.aim.clone().filter(|_| task == Task::Optimise)
    }

    pub(super) fn fix_givens(&mut self, givens: &[Given]) -> Result<(), Conflict> {
        self.store.because(Reason::Given);
        givens.iter().try_for_each(|given| self.store.fix(given.variable, given.value))
    }

    /// Begins a question: clears the effort and all that the heuristics learned from earlier
    /// questions, so that only data for look-ups remains.
    pub(super) fn begin(&mut self, task: Task, control: &Control) {
        self.work = NodeCounters::since(&self.store);
        self.store.obey(control);
        // A learning search decides by its own activities, not by a plan.
        let (last_conflict, restarts) = if self.settings.learns() {
            (false, self.settings.strategy(task).1.into())
        } else {
            self.guide.strategy(&self.settings, task)
        };
        self.guide.reset(last_conflict, wants_one(task));
        self.restarts = restarts;
        if let Some(certifier) = &mut self.certifier {
            certifier.begins(task != Task::Optimise);
        }
    }

    /// Answers a question by a search that learns.
    fn learn(
        &mut self,
        task: Task,
        aim: Option<Aim>,
        control: &Control,
        on_candidate: OnCandidate<'_>,
        found: &mut u64,
    ) -> Result<Ended, UnsupportedModel> {
        match self.propagate(control) {
            Ok(()) => {}
            Err(PropagationStop::Conflict) => return Ok(Ended::Exhausted),
            Err(PropagationStop::Stopped(stop)) => return Ok(Ended::Stopped(stop)),
        }
        let mut tree = LearningTree::new(self, task, aim, control, on_candidate)?;
        Ok(tree.walk(found, u64::MAX).unwrap_or(Ended::Enough))
    }

    pub(super) fn counters(&self) -> Counters {
        SearchEffort::of(self).counters(&self.settings, self.restarts.happen())
    }

    /// Explains every removal on the trail, in order.
    #[must_use]
    pub fn explain_trail(&self) -> Vec<Explanation> {
        explain_trail(&self.store, &self.propagators)
    }
}

/// The propagators of constraints.
type Posted = Vec<Box<dyn Propagator>>;

/// Makes the propagators of the constraints; the second part has the constraint of each.
fn posted(
    model: &Model,
    levels: &Levels,
    store: &mut Store,
    control: &Control,
    mut certifier: Option<&mut Certifier>,
) -> Result<(Posted, Vec<usize>), Refusal> {
    let (mut made, mut owners) = (Vec::new(), Vec::new());
    for (place, posted) in model.constraints().iter().enumerate() {
        control.check()?;
        let mark = store.trail().len();
        propagators::post(posted, levels, model, store, &mut made)?;
        if let Some(certifier) = &mut certifier {
            certifier.posted(store, mark, place);
        }
        owners.resize(made.len(), place);
    }
    Ok((made, owners))
}

impl Session for Search {
    fn ask(
        &mut self,
        givens: &[Given],
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
    ) -> Outcome {
        let mut clock = Clock::start();
        self.begin(task, control);
        if self.settings.learns() && matches!(task, Task::All | Task::Count) {
            let why = "learning is for one solution, a few or the best, not for all of them";
            return Outcome::at_once(Answer::Unsupported(why.into()));
        }
        if task == Task::Optimise && self.aim.is_none() {
            return Outcome::without_objective();
        }
        let aim = self.aim_of(task);
        let mut found = 0;
        let mut refused = None;
        let mut best = None;
        let mut timed = |values: &[Value]| {
            best = aim.as_ref().map(|aim| aim.objective.value(values));
            clock.outside(|| on_candidate(values))
        };
        let ended = if self.refuted {
            Ended::Exhausted
        } else if let Some(stop) = control.stopped() {
            Ended::Stopped(stop)
        } else if task.limit() == Some(0) {
            Ended::Enough
        } else {
            self.store.open_level();
            let ended = match self.fix_givens(givens) {
                Ok(()) if self.settings.learns() => self
                    .learn(task, aim.clone(), control, &mut timed, &mut found)
                    .unwrap_or_else(|why| Ended::GaveUp(refused.insert(why.to_string()).clone())),
                Ok(()) => Tree::new(self, task, aim.clone(), control, &mut timed).run(&mut found),
                Err(Conflict) => Ended::Exhausted,
            };
            while self.store.depth() > 0 {
                self.store.undo_level();
            }
            ended
        };
        if let Some(why) = refused {
            return Outcome::at_once(Answer::Unsupported(why));
        }
        if ended == Ended::Exhausted
            && let Some(certifier) = &mut self.certifier
        {
            certifier.ends();
        }
        match aim {
            None => Outcome::enumerated(found, ended, self.counters(), clock.elapsed()),
            Some(aim) => {
                aim.bound.set(i64::MAX);
                Outcome::optimised(best, ended, self.counters(), clock.elapsed())
            }
        }
    }
}
