//! The search tree: depth first, two-way branching, no copying.

use super::propagators::{self, Propagator};
use super::store::{Conflict, Pruned, Reason, Store};
use crate::ask::{Clock, Control, Counters, Ended, OnCandidate, Outcome, Refusal, Session, Task};
use crate::model::{Given, Model, Value, VarId};

/// How many propagator calls go by between two looks at the clock.
const CALLS_BETWEEN_LOOKS: u64 = 256;

/// A model prepared for native search, with its root propagated.
///
/// Search is depth first. A node takes the unfixed variable with the smallest
/// domain (the first of equals; shown variables before hidden ones), tries
/// its smallest value, then excludes that value: binary branching `x = v`,
/// `x != v`. After each decision propagators run to a fixpoint.
pub struct Search {
    pub(super) store: Store,
    pub(super) propagators: Vec<Box<dyn Propagator>>,
    variables: usize,
    unfixed: [Candidates; 2],
    /// Whether the model has no solution whatever is given.
    refuted: bool,
    work: Work,
}

/// Effort of one question.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    nodes: u64,
    backtracks: u64,
    propagations: u64,
    deepest: u64,
    prunings_before: u64,
}

/// Variables to branch on; those that are fixed move behind `open`, a count
/// that is undone with the trail.
struct Candidates {
    list: Vec<VarId>,
    open: super::store::Cell,
}

/// A tried decision, whose other side is still to come.
#[derive(Clone, Copy)]
struct Decision {
    variable: VarId,
    value: Value,
    shown: bool,
}

/// Why propagation ended early.
enum Halt {
    Conflict,
    Stopped(crate::ask::Stop),
}

impl From<Conflict> for Halt {
    fn from(_: Conflict) -> Self {
        Halt::Conflict
    }
}

impl Search {
    /// Makes the propagators of `model` and propagates its root.
    ///
    /// # Errors
    /// When domains are too large for bit sets, or `control` said stop.
    pub fn new(model: &Model, control: &Control) -> Result<Self, Refusal> {
        let mut store = Store::new(model).map_err(Refusal::Unsupported)?;
        let mut made = Vec::new();
        for posted in model.constraints() {
            control.check()?;
            propagators::make(&posted.constraint, model, &mut store, &mut made);
        }
        for propagator in &made {
            store.queue.add(propagator.cost(), propagator.watched());
        }
        let unfixed = [true, false].map(|shown| {
            let chosen =
                (0..model.variables().len()).filter(|&i| model.variables()[i].shown == shown);
            let list: Vec<VarId> = chosen.map(VarId::new).collect();
            let open = store.new_cell(list.len() as u32);
            Candidates { list, open }
        });
        let mut search = Search {
            store,
            propagators: made,
            variables: model.variables().len(),
            unfixed,
            refuted: model.variables().iter().any(|v| v.domain.is_empty()),
            work: Work::default(),
        };
        if !search.refuted {
            match search.propagate(control) {
                Ok(()) => {}
                Err(Halt::Conflict) => search.refuted = true,
                Err(Halt::Stopped(stop)) => return Err(stop.into()),
            }
        }
        search.work = Work::default();
        Ok(search)
    }

    /// Whether the root alone has shown that there is no solution.
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Runs queued propagators until nothing changes.
    fn propagate(&mut self, control: &Control) -> Result<(), Halt> {
        while let Some(number) = self.store.queue.pop() {
            self.work.propagations += 1;
            if self.work.propagations.is_multiple_of(CALLS_BETWEEN_LOOKS) {
                control.check().map_err(Halt::Stopped)?;
            }
            self.store.reason = Reason::Propagator(number);
            let propagator = &mut self.propagators[number as usize];
            let before = self.store.prunings;
            propagator.propagate(&mut self.store)?;
            self.store.queue.done();
            if !propagator.idempotent() && self.store.prunings != before {
                self.store.queue.push(number);
            }
        }
        Ok(())
    }

    fn fix_givens(&mut self, givens: &[Given]) -> Pruned {
        self.store.reason = Reason::Given;
        givens.iter().try_for_each(|given| self.store.fix(given.variable, given.value))
    }

    /// The next variable and value to try, or `None` when all are fixed.
    fn decide(&mut self) -> Option<Decision> {
        let [shown, hidden] = &mut self.unfixed;
        let chosen = shown.smallest(&mut self.store).map(|v| (v, true));
        let (variable, shown) = match chosen {
            Some(chosen) => chosen,
            None => (hidden.smallest(&mut self.store)?, false),
        };
        let value = self.store.min(variable);
        Some(Decision { variable, value, shown })
    }

    /// Undoes levels down to a decision whose other side is open, and takes
    /// that side. After a solution, decisions on hidden variables are given
    /// up: another completion of the same shown values counts for nothing.
    fn retreat(&mut self, open: &mut Vec<Decision>, from_solution: bool) -> bool {
        while let Some(decision) = open.pop() {
            self.store.undo_level();
            if from_solution && !decision.shown {
                continue;
            }
            self.store.reason = Reason::Decision;
            if self.store.remove(decision.variable, decision.value).is_ok() {
                return true;
            }
        }
        false
    }

    fn run(
        &mut self,
        task: Task,
        control: &Control,
        on_candidate: OnCandidate<'_>,
        found: &mut u64,
    ) -> Ended {
        let mut open: Vec<Decision> = Vec::new();
        let mut values = vec![0; self.variables];
        loop {
            let from_solution = match self.propagate(control) {
                Err(Halt::Stopped(stop)) => return Ended::Stopped(stop),
                Err(Halt::Conflict) => false,
                Ok(()) => match self.decide() {
                    Some(decision) => {
                        self.work.nodes += 1;
                        if self.work.nodes.is_multiple_of(64)
                            && let Some(stop) = control.stopped()
                        {
                            return Ended::Stopped(stop);
                        }
                        open.push(decision);
                        self.work.deepest = self.work.deepest.max(open.len() as u64);
                        self.store.open_level();
                        self.store.reason = Reason::Decision;
                        let tried = self.store.fix(decision.variable, decision.value);
                        debug_assert!(tried.is_ok(), "a decision takes a value of the domain");
                        continue;
                    }
                    None => {
                        for (i, value) in values.iter_mut().enumerate() {
                            *value = self.store.min(VarId::new(i));
                        }
                        *found += 1;
                        let more = on_candidate(&values);
                        if more.is_break() || task.limit().is_some_and(|limit| *found >= limit) {
                            return Ended::Enough;
                        }
                        true
                    }
                },
            };
            if !from_solution {
                self.work.backtracks += 1;
            }
            if !self.retreat(&mut open, from_solution) {
                return Ended::Exhausted;
            }
        }
    }

    fn counters(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("nodes", self.work.nodes);
        counters.add("backtracks", self.work.backtracks);
        counters.add("propagations", self.work.propagations);
        counters.add("prunings", self.store.prunings - self.work.prunings_before);
        counters.add("depth", self.work.deepest);
        counters
    }
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
        self.work = Work { prunings_before: self.store.prunings, ..Work::default() };
        let mut found = 0;
        let mut timed = |values: &[Value]| clock.outside(|| on_candidate(values));
        let ended = if self.refuted {
            Ended::Exhausted
        } else if let Some(stop) = control.stopped() {
            Ended::Stopped(stop)
        } else if task.limit() == Some(0) {
            Ended::Enough
        } else {
            self.store.open_level();
            let ended = match self.fix_givens(givens) {
                Ok(()) => self.run(task, control, &mut timed, &mut found),
                Err(Conflict) => Ended::Exhausted,
            };
            while self.store.depth() > 0 {
                self.store.undo_level();
            }
            ended
        };
        Outcome::enumerated(found, ended, self.counters(), clock.elapsed())
    }
}

impl Candidates {
    /// The unfixed variable with the smallest domain, the first of equals.
    fn smallest(&mut self, store: &mut Store) -> Option<VarId> {
        let mut open = store.get(self.open) as usize;
        let mut best: Option<(u32, VarId)> = None;
        let mut i = 0;
        while i < open {
            let variable = self.list[i];
            let size = store.size(variable);
            if size == 1 {
                open -= 1;
                self.list.swap(i, open);
                continue;
            }
            if best.is_none_or(|best| (size, variable) < best) {
                best = Some((size, variable));
            }
            i += 1;
        }
        store.set(self.open, open as u32);
        best.map(|(_, variable)| variable)
    }
}
