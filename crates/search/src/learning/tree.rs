//! The search: decides, propagates, learns from each conflict, and jumps back.

use std::cell::Cell;

use parallax_model::ask::{Control, Ended, OnCandidate, Task};
use parallax_model::{Value, VarId};
use parallax_propagation::explain::{Atom, Root, Standing};
use parallax_propagation::store::{Conflict, Reason};

use super::analysis::{Analysis, Found, conflict_of, of_decisions};
use super::choice::Choice;
use super::history::History;
use super::nogoods::{Full, Nogoods};
use super::permutations::nowhere;
use super::reasons::{Broken, Dated, Facts};
use super::watches::{Watches, is_false, is_true, negate};
use crate::effort::SearchEffort;
use crate::restarts::Cutoffs;
use crate::session::{Aim, PropagationStop, Search};
use crate::unsupported::UnsupportedModel;

/// The elementary steps charged for a decision, besides propagation.
const STEPS_OF_A_NODE: usize = 1 << 10;

/// The elementary steps charged for an explanation.
const STEPS_OF_AN_EXPLANATION: usize = 32;

/// The elementary steps of plain search that take about as long as an explanation.
const STEPS_OF_A_REASON: u64 = 4;

/// Propagator calls between two checks of the clock.
const CALLS_BETWEEN_POLLS: u64 = 256;

/// Learned nogoods before the first are forgotten, and how many more each time.
const FIRST_FORGETTING: u64 = 2000;
const LATER_FORGETTING: u64 = 300;

/// A conflict, before it is explained.
enum Failure {
    /// All atoms of a nogood are true.
    Nogood(u32),
    /// A propagator failed.
    Propagator(u32),
}

/// A search of one question that learns nogoods.
pub(crate) struct LearningTree<'a> {
    pub(super) search: &'a mut Search,
    pub(super) task: Task,
    pub(super) aim: Option<Aim>,
    control: &'a Control,
    pub(super) on_candidate: OnCandidate<'a>,
    pub(super) root: Root,
    pub(super) history: History,
    /// Room for the atoms of an explanation.
    buffer: Cell<Vec<Atom>>,
    nogoods: Nogoods,
    watches: Watches,
    analysis: Analysis,
    decisions: Vec<Atom>,
    choice: Choice,
    cutoffs: Cutoffs,
    /// Conflicts after which half of the nogoods is forgotten.
    forgets_at: u64,
    forgettings: u64,
    pub(super) values: Vec<Value>,
    pub(super) shown: Vec<VarId>,
    /// The number of lowest levels whose fixpoint knows only an older bound on the objective.
    pub(super) stale: usize,
    /// Whether the clauses of permutations were added.
    started: bool,
}

impl<'a> LearningTree<'a> {
    /// Starts a question at the current state of the search, whose givens are fixed.
    ///
    /// # Errors
    /// Returns an error if the domains are too large for learning.
    pub(crate) fn new(
        search: &'a mut Search,
        task: Task,
        aim: Option<Aim>,
        control: &'a Control,
        on_candidate: OnCandidate<'a>,
    ) -> Result<Self, UnsupportedModel> {
        let root = Root::of(&search.store)?;
        let variables = search.store.variables();
        let mut watches = Watches::new(&root, variables)?;
        watches.see_from(search.store.trail().len());
        let groups = search.guide.groups();
        let costs = aim.iter().flat_map(|aim| aim.objective.cost());
        let greatest: Vec<VarId> =
            costs.filter(|term| term.coefficient < 0).map(|term| term.variable).collect();
        Ok(LearningTree {
            analysis: Analysis::new(&root),
            values: vec![0; search.variables],
            cutoffs: Cutoffs::new(search.restarts),
            shown: search.guide.shown(),
            choice: Choice::new(groups, &greatest, variables, search.guide.seed()),
            nogoods: Nogoods::within(search.settings.learning_bytes()),
            search,
            task,
            aim,
            control,
            on_candidate,
            root,
            history: History::default(),
            buffer: Cell::default(),
            watches,
            decisions: Vec::new(),
            forgets_at: FIRST_FORGETTING,
            forgettings: 0,
            stale: 0,
            started: false,
        })
    }

    /// Returns the elementary steps so far: as those of plain search, and the explanations.
    pub(crate) fn steps(&self) -> u64 {
        SearchEffort::of(self.search).steps() + STEPS_OF_A_REASON * self.analysis.explanations
    }

    /// Reports solutions and counts them in `found`. Returns `None` after this number of
    /// [steps](LearningTree::steps) of the question: the next call continues there.
    pub(crate) fn walk(&mut self, found: &mut u64, until: u64) -> Option<Ended> {
        let mut consistent = true;
        if !self.started {
            self.started = true;
            match self.add_permutations() {
                Ok(holds) => consistent = holds,
                Err(ended) => return Some(ended),
            }
        }
        while consistent {
            if self.steps() >= until {
                return None;
            }
            let step = match self.propagate() {
                Err(PropagationStop::Stopped(stop)) => return Some(Ended::Stopped(stop)),
                Err(PropagationStop::Conflict) => return Some(Ended::Exhausted),
                Ok(Some(failure)) => self.resolve(&failure),
                Ok(None) => self.advance(found),
            };
            match step {
                Ok(goes_on) => consistent = goes_on,
                Err(ended) => return Some(ended),
            }
        }
        Some(Ended::Exhausted)
    }

    /// Adds that each value of a permutation is taken; returns false if one cannot be.
    fn add_permutations(&mut self) -> Result<bool, Ended> {
        let all = nowhere(&self.search.permutations, &self.root, &self.search.store);
        for atoms in all {
            if !self.add_at_root(&atoms)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a nogood at the root, to be kept; returns false if it is violated there.
    pub(super) fn add_at_root(&mut self, atoms: &[Atom]) -> Result<bool, Ended> {
        let store = &mut self.search.store;
        if atoms.iter().any(|&atom| is_false(atom, store, &self.root)) {
            return Ok(true);
        }
        let open: Vec<Atom> =
            atoms.iter().copied().filter(|&atom| !is_true(atom, store, &self.root)).collect();
        match open.as_slice() {
            [] => return Ok(false),
            [only] => negate(*only, 0, store, &self.root),
            _ => {
                let place = self.nogoods.add(&open, None).map_err(|Full| full())?;
                self.watches.watch(place, &self.nogoods, &self.root);
            }
        }
        Ok(true)
    }

    /// Propagates nogoods and constraints until nothing changes; returns the conflict, if any.
    fn propagate(&mut self) -> Result<Option<Failure>, PropagationStop> {
        loop {
            let Search { store, propagators, work, .. } = &mut *self.search;
            if let Some(nogood) = self.watches.propagate(&mut self.nogoods, store, &self.root) {
                self.history.follow(store, &self.root);
                return Ok(Some(Failure::Nogood(nogood)));
            }
            let Some(number) = store.queue.pop() else { break };
            work.propagations += 1;
            if work.propagations.is_multiple_of(CALLS_BETWEEN_POLLS) {
                self.control.check().map_err(PropagationStop::Stopped)?;
            }
            store.because(Reason::Propagator(number));
            store.forget_refusal();
            let propagator = &mut propagators[number as usize];
            let before = store.prunings();
            if propagator.propagate(store) == Err(Conflict) {
                if let Some(stop) = store.stopped() {
                    return Err(PropagationStop::Stopped(stop));
                }
                self.search.failed = Some(number);
                self.history.follow(&self.search.store, &self.root);
                return Ok(Some(Failure::Propagator(number)));
            }
            let again = store.prunings() != before && !propagator.idempotent();
            store.queue.done(again);
        }
        self.history.follow(&self.search.store, &self.root);
        match self.search.store.stopped() {
            Some(stop) => Err(PropagationStop::Stopped(stop)),
            None => Ok(None),
        }
    }

    /// Learns from a conflict and jumps back; returns false if there is no further solution.
    fn resolve(&mut self, failure: &Failure) -> Result<bool, Ended> {
        self.search.work.conflicts += 1;
        self.search.work.backtracks += 1;
        if self.history.depth() == 0 {
            return Ok(false);
        }
        let before = self.analysis.explanations;
        let found = match self.analyse(failure) {
            Ok(found) => found,
            Err(Broken) => of_decisions(&self.decisions),
        };
        let explained = (self.analysis.explanations - before) as usize;
        self.search.store.account(STEPS_OF_AN_EXPLANATION * (explained + 1));
        let Some(found) = found else { return Ok(false) };
        self.learn(failure, &found)
    }

    fn analyse(&mut self, failure: &Failure) -> Result<Option<Found>, Broken> {
        let Search { store, propagators, .. } = &*self.search;
        let facts = Facts {
            store,
            propagators,
            history: &self.history,
            buffer: &self.buffer,
            root: &self.root,
            nogoods: &self.nogoods,
            settled: self.history.settled(store),
        };
        let mut atoms: Vec<Dated> = Vec::new();
        match failure {
            Failure::Nogood(nogood) => conflict_of(*nogood, &self.nogoods, &facts, &mut atoms)?,
            Failure::Propagator(number) => facts.explain_conflict(*number, &mut atoms)?,
        }
        self.analysis.learn(&atoms, &facts)
    }

    /// Adds a nogood and negates its first atom where the others are true.
    fn learn(&mut self, failure: &Failure, found: &Found) -> Result<bool, Ended> {
        #[cfg(test)]
        super::tests::record(found.atoms.iter().map(|&atom| self.root.claim(atom)).collect());
        for atom in &self.analysis.touched {
            self.choice.bump(self.root.variable(*atom));
        }
        self.choice.decay();
        if let Failure::Nogood(nogood) = failure {
            self.nogoods.bump(*nogood);
        }
        for &nogood in &self.analysis.used {
            self.nogoods.bump(nogood);
        }
        self.nogoods.decay();
        self.jump(found.level);
        self.search.work.learned += 1;
        let first = found.atoms[0];
        let mut place = 0;
        if found.atoms.len() > 1 {
            place = match self.nogoods.add(&found.atoms, Some(found.lbd)) {
                Ok(place) => place,
                Err(Full) => return self.make_room(),
            };
            self.watches.watch(place, &self.nogoods, &self.root);
        }
        negate(first, place, &mut self.search.store, &self.root);
        Ok(true)
    }

    /// Forgets nogoods at the root until at least half of the room is free. The last nogood is
    /// lost, which only repeats work.
    fn make_room(&mut self) -> Result<bool, Ended> {
        self.restart();
        while self.nogoods.is_half_full() {
            let before = self.nogoods.learned();
            if !self.forget() {
                return Ok(false);
            }
            if self.nogoods.learned() == before {
                return Err(full());
            }
        }
        Ok(true)
    }

    /// Undoes all levels above one.
    fn jump(&mut self, level: usize) {
        while self.history.depth() > level {
            let store = &mut self.search.store;
            let start = store.level_start();
            self.choice.save(store, start);
            self.history.close(store);
            self.watches.cut(start);
            store.undo_level();
            self.decisions.pop();
        }
        self.enforce_bound();
    }

    /// Queues the bound on the objective where the fixpoint knows only an older one.
    pub(super) fn enforce_bound(&mut self) {
        let depth = self.history.depth();
        if let Some(aim) = &self.aim
            && depth < self.stale
        {
            self.stale = depth;
            self.search.store.queue.push(aim.propagator);
        }
    }

    /// Returns to the root.
    pub(super) fn restart(&mut self) {
        if let Some(aim) = &self.aim
            && let Some(cost) = self.control.rival()
        {
            aim.bound.lower(cost.saturating_sub(1));
            self.stale = self.history.depth() + 1;
        }
        self.jump(0);
    }

    /// Forgets nogoods, at the root; returns false if one of the others is violated there.
    fn forget(&mut self) -> bool {
        let store = &self.search.store;
        let (root, mut violated, mut units) = (&self.root, false, Vec::new());
        self.nogoods.forget(|atoms| {
            let all = || atoms.iter().map(|&number| Atom::from_number(number));
            if all().any(|atom| is_false(atom, store, root)) {
                return None;
            }
            let open: Vec<u32> =
                all().filter(|&atom| !is_true(atom, store, root)).map(Atom::number).collect();
            match open.as_slice() {
                [] => violated = true,
                [only] => units.push(Atom::from_number(*only)),
                _ => return Some(open),
            }
            None
        });
        self.watches.clear();
        let places: Vec<u32> = self.nogoods.places().collect();
        for place in places {
            self.watches.watch(place, &self.nogoods, &self.root);
        }
        for atom in units {
            let store = &mut self.search.store;
            if is_true(atom, store, &self.root) {
                violated = true;
            } else {
                negate(atom, 0, store, &self.root);
            }
        }
        !violated
    }

    /// Takes the next decision at a fixpoint, or reports a solution; returns false if there is no
    /// further solution.
    fn advance(&mut self, found: &mut u64) -> Result<bool, Ended> {
        if self.cutoffs.reached(self.search.work.conflicts) {
            self.search.work.restarts += 1;
            self.restart();
            if self.search.work.conflicts >= self.forgets_at {
                self.forgettings += 1;
                self.forgets_at = self.search.work.conflicts
                    + FIRST_FORGETTING
                    + LATER_FORGETTING * self.forgettings;
                if !self.forget() {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        self.check_limits()?;
        let Some(decision) = self.choice.next(&self.search.store) else {
            return self.solved(found);
        };
        let work = &mut self.search.work;
        work.nodes += 1;
        work.enumerations += 1;
        work.assignments += 1;
        let store = &mut self.search.store;
        let Standing::Open(atom) = self.root.is(store, decision.variable, decision.value) else {
            return Err(Ended::GaveUp("a decision is no atom of its root".into()));
        };
        self.history.open(store);
        self.decisions.push(atom);
        store.open_level();
        store.because(Reason::Decision);
        let taken = decision.apply(store);
        debug_assert!(taken.is_ok(), "a decision takes a value of the domain");
        work.depth = work.depth.max(self.history.depth() as u64);
        Ok(true)
    }

    fn check_limits(&mut self) -> Result<(), Ended> {
        let steps = STEPS_OF_A_NODE + self.choice.compared();
        if self.search.store.spend(steps) == Err(Conflict)
            && let Some(stop) = self.search.store.stopped()
        {
            return Err(Ended::Stopped(stop));
        }
        match self.search.settings.limit {
            Some(limit) if self.search.work.enumerations >= limit => {
                Err(Ended::GaveUp(format!("the limit of {limit} enumerations was reached")))
            }
            _ => Ok(()),
        }
    }
}

/// Ends a search whose nogoods must be kept and do not fit.
pub(super) fn full() -> Ended {
    Ended::GaveUp("the memory for nogoods is used up".into())
}
