//! The search: decides, propagates, learns from each conflict, and jumps back.

use std::cell::Cell;

use parallax_model::engine_api::{CandidateCallback, Control, EnumerationEnd, StopReason, Task};
use parallax_model::{Value, VarId};
use parallax_propagation::explain::{DomainAtom, RootClaimStatus, RootDomains};
use parallax_propagation::store::{ChangeReason, PropagationConflict};

use super::analysis::{ConflictAnalysis, ConflictNogood, conflict_of, of_decisions};
use super::choice::ActivityHeuristic;
use super::history::ChangeHistory;
use super::nogoods::{NogoodArena, NogoodMemoryError};
use super::permutations::absence_nogoods;
use super::reasons::{DatedAtom, PremiseError, ReasonSources};
use super::watches::{AtomWatchLists, is_false, is_true, negate_atom};
use crate::effort::SearchEffort;
use crate::restarts::RestartCutoffs;
use crate::session::{SearchObjective, SearchState};
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
enum ConflictSource {
    /// All atoms of a nogood are true.
    Nogood(u32),
    /// A propagator failed.
    Propagator(u32),
}

/// A search of one question that learns nogoods.
pub(crate) struct LearningTree<'a> {
    pub(super) search: &'a mut SearchState,
    pub(super) task: Task,
    pub(super) aim: Option<SearchObjective>,
    control: &'a Control,
    pub(super) on_candidate: CandidateCallback<'a>,
    pub(super) root: RootDomains,
    pub(super) history: ChangeHistory,
    /// Room for the atoms of an explanation.
    buffer: Cell<Vec<DomainAtom>>,
    nogoods: NogoodArena,
    watches: AtomWatchLists,
    analysis: ConflictAnalysis,
    decisions: Vec<DomainAtom>,
    choice: ActivityHeuristic,
    cutoffs: RestartCutoffs,
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
        search: &'a mut SearchState,
        task: Task,
        aim: Option<SearchObjective>,
        control: &'a Control,
        on_candidate: CandidateCallback<'a>,
    ) -> Result<Self, UnsupportedModel> {
        let root = RootDomains::from_store(&search.store)?;
        let variables = search.store.variable_count();
        let mut watches = AtomWatchLists::new(&root, variables)?;
        // No atom over the root's domains is made true by the changes that led to the root.
        watches.see_from(search.store.trail().len());
        let groups = search.guide.variable_groups();
        let costs = aim.iter().flat_map(|aim| aim.objective.cost_terms());
        // A term that lowers the cost as its variable grows starts with the greatest value, so that
        // early solutions are cheap.
        let greatest: Vec<VarId> =
            costs.filter(|term| term.coefficient < 0).map(|term| term.variable).collect();
        Ok(LearningTree {
            analysis: ConflictAnalysis::new(&root),
            values: vec![0; search.variables],
            cutoffs: RestartCutoffs::new(search.restarts),
            shown: search.guide.shown_variables(),
            choice: ActivityHeuristic::new(groups, &greatest, variables, search.guide.seed()),
            nogoods: NogoodArena::with_byte_limit(search.settings.learning_bytes()),
            search,
            task,
            aim,
            control,
            on_candidate,
            root,
            history: ChangeHistory::default(),
            buffer: Cell::default(),
            watches,
            decisions: Vec::new(),
            forgets_at: FIRST_FORGETTING,
            forgettings: 0,
            stale: 0,
            started: false,
        })
    }

    /// Returns the elementary steps so far, explanations included, in the unit of plain search.
    pub(crate) fn elementary_steps(&self) -> u64 {
        SearchEffort::from_search(self.search).elementary_steps()
            + STEPS_OF_A_REASON * self.analysis.explanations
    }

    /// Reports solutions and counts them in `found`. Returns `None` after this number of
    /// [steps](LearningTree::elementary_steps) of the question: the next call continues there.
    pub(crate) fn walk_tree(&mut self, found: &mut u64, until: u64) -> Option<EnumerationEnd> {
        let mut consistent = true;
        if !self.started {
            self.started = true;
            match self.add_permutations() {
                Ok(holds) => consistent = holds,
                Err(ended) => return Some(ended),
            }
        }
        while consistent {
            // Checked between steps, so a pause leaves a state in which the next call only
            // continues.
            if self.elementary_steps() >= until {
                return None;
            }
            let step = match self.propagate() {
                Err(stop) => return Some(EnumerationEnd::Stopped(stop)),
                Ok(Some(failure)) => self.resolve_conflict(&failure),
                Ok(None) => self.take_decision(found),
            };
            match step {
                Ok(continues) => consistent = continues,
                Err(ended) => return Some(ended),
            }
        }
        Some(EnumerationEnd::Exhausted)
    }

    /// Adds that each value of a permutation is taken; returns false if one cannot be.
    fn add_permutations(&mut self) -> Result<bool, EnumerationEnd> {
        let all = absence_nogoods(&self.search.permutations, &self.root, &self.search.store);
        for atoms in all {
            if !self.add_at_root(&atoms)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a nogood at the root, to be kept; returns false if it is violated there.
    pub(super) fn add_at_root(&mut self, atoms: &[DomainAtom]) -> Result<bool, EnumerationEnd> {
        let store = &mut self.search.store;
        // A nogood with an atom that is false at the root never applies; atoms that are true there
        // are left out.
        if atoms.iter().any(|&atom| is_false(atom, store, &self.root)) {
            return Ok(true);
        }
        let open: Vec<DomainAtom> =
            atoms.iter().copied().filter(|&atom| !is_true(atom, store, &self.root)).collect();
        match open.as_slice() {
            [] => return Ok(false),
            // The index 0 is never read: changes at the root are before the first decision and need
            // no reason.
            [only] => negate_atom(*only, 0, store, &self.root),
            _ => {
                let place = self
                    .nogoods
                    .add_nogood(&open, None)
                    .map_err(|NogoodMemoryError| memory_end())?;
                self.watches.watch_nogood(place, &self.nogoods, &self.root);
            }
        }
        Ok(true)
    }

    /// Propagates nogoods and constraints until nothing changes; returns the conflict, if any.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    fn propagate(&mut self) -> Result<Option<ConflictSource>, StopReason> {
        loop {
            let SearchState { store, propagators, work, .. } = &mut *self.search;
            // Nogoods first, before every call of a propagator: they are cheap, and a conflict
            // among them saves the propagators.
            if let Some(nogood) =
                self.watches.propagate_nogoods(&mut self.nogoods, store, &self.root)
            {
                self.history.read_trail(store, &self.root);
                return Ok(Some(ConflictSource::Nogood(nogood)));
            }
            let Some(number) = store.queue.pop() else { break };
            work.propagations += 1;
            if work.propagations.is_multiple_of(CALLS_BETWEEN_POLLS) {
                self.control.check_stop()?;
            }
            store.set_reason(ChangeReason::Propagator(number));
            // A change that is refused from here on belongs to this propagator.
            store.forget_refusal();
            let propagator = &mut propagators[number as usize];
            let before = store.prunings();
            if propagator.propagate(store) == Err(PropagationConflict) {
                // A store past its limit refuses every change; the constraints have not failed.
                if let Some(stop) = store.reached_limit() {
                    return Err(stop);
                }
                self.search.failed = Some(number);
                self.history.read_trail(&self.search.store, &self.root);
                return Ok(Some(ConflictSource::Propagator(number)));
            }
            // A propagator that is not idempotent may find more from its own changes.
            let again = store.prunings() != before && !propagator.is_idempotent();
            store.queue.finish_running(again);
        }
        self.history.read_trail(&self.search.store, &self.root);
        match self.search.store.reached_limit() {
            Some(stop) => Err(stop),
            None => Ok(None),
        }
    }

    /// Learns from a conflict and jumps back; returns false if there is no further solution.
    fn resolve_conflict(&mut self, failure: &ConflictSource) -> Result<bool, EnumerationEnd> {
        self.search.work.conflicts += 1;
        self.search.work.backtracks += 1;
        // Without decisions the constraints themselves conflict.
        if self.history.depth() == 0 {
            return Ok(false);
        }
        let before = self.analysis.explanations;
        // If a reason is broken, the decisions together still are a nogood: they led to the
        // conflict. That one is long but right.
        let found = match self.analyse_conflict(failure) {
            Ok(found) => found,
            Err(PremiseError) => of_decisions(&self.decisions),
        };
        let explained = (self.analysis.explanations - before) as usize;
        self.search.store.account_steps(STEPS_OF_AN_EXPLANATION * (explained + 1));
        // No atom depends on a decision, so the root is refuted.
        let Some(found) = found else { return Ok(false) };
        self.add_learned(failure, &found)
    }

    fn analyse_conflict(
        &mut self,
        failure: &ConflictSource,
    ) -> Result<Option<ConflictNogood>, PremiseError> {
        let SearchState { store, propagators, .. } = &*self.search;
        let facts = ReasonSources {
            store,
            propagators,
            history: &self.history,
            buffer: &self.buffer,
            root: &self.root,
            nogoods: &self.nogoods,
            settled: self.history.settled_length(store),
        };
        let mut atoms: Vec<DatedAtom> = Vec::new();
        match failure {
            ConflictSource::Nogood(nogood) => {
                conflict_of(*nogood, &self.nogoods, &facts, &mut atoms)?;
            }
            ConflictSource::Propagator(number) => facts.explain_conflict(*number, &mut atoms)?,
        }
        self.analysis.learn_nogood(&atoms, &facts)
    }

    /// Adds a nogood and negates its first atom where the others are true.
    fn add_learned(
        &mut self,
        failure: &ConflictSource,
        found: &ConflictNogood,
    ) -> Result<bool, EnumerationEnd> {
        #[cfg(test)]
        super::tests::record(found.atoms.iter().map(|&atom| self.root.atom_claim(atom)).collect());
        for atom in &self.analysis.touched {
            self.choice.bump_activity(self.root.atom_variable(*atom));
        }
        self.choice.decay_activities();
        if let ConflictSource::Nogood(nogood) = failure {
            self.nogoods.bump_activity(*nogood);
        }
        // The nogoods that took part are bumped before `make_room` can move them to other indices.
        for &nogood in &self.analysis.used {
            self.nogoods.bump_activity(nogood);
        }
        self.nogoods.decay_activities();
        self.jump_back(found.level);
        self.search.work.learned += 1;
        // After the jump, all atoms but the first are true, so the nogood forces its negation at
        // once.
        let first = found.atoms[0];
        let mut place = 0;
        // A nogood of one atom is not stored: its negation at the root never comes undone.
        if found.atoms.len() > 1 {
            place = match self.nogoods.add_nogood(&found.atoms, Some(found.lbd)) {
                Ok(place) => place,
                Err(NogoodMemoryError) => return self.make_room(),
            };
            self.watches.watch_nogood(place, &self.nogoods, &self.root);
        }
        negate_atom(first, place, &mut self.search.store, &self.root);
        Ok(true)
    }

    /// Forgets nogoods at the root until at least half of the room is free. The last nogood is
    /// lost, which only repeats work.
    fn make_room(&mut self) -> Result<bool, EnumerationEnd> {
        self.return_root();
        while self.nogoods.is_half_full() {
            let before = self.nogoods.learned_count();
            if !self.forget_nogoods() {
                return Ok(false);
            }
            // Only nogoods that must stay remain: forgetting again would loop forever.
            if self.nogoods.learned_count() == before {
                return Err(memory_end());
            }
        }
        Ok(true)
    }

    /// Undoes all levels above one.
    fn jump_back(&mut self, level: usize) {
        while self.history.depth() > level {
            let store = &mut self.search.store;
            // The order matters: saved values and the history read the trail of the level that
            // `undo_level` then removes.
            let start = store.level_start();
            self.choice.save_values(store, start);
            self.history.close_level(store);
            self.watches.forget_changes(start);
            store.undo_level();
            self.decisions.pop();
        }
        self.enforce_bound();
    }

    /// Queues the bound on the objective where the fixpoint knows only an older one.
    pub(super) fn enforce_bound(&mut self) {
        let depth = self.history.depth();
        // The fixpoint of a level that was computed before the bound fell must be computed again.
        if let Some(aim) = &self.aim
            && depth < self.stale
        {
            // The levels below this one still rest on the older bound and are queued when the
            // search returns to them.
            self.stale = depth;
            self.search.store.queue.push(aim.propagator);
        }
    }

    /// Returns to the root.
    pub(super) fn return_root(&mut self) {
        // The cost of a rival's solution is taken over only here, where the whole search starts
        // again anyway.
        if let Some(aim) = &self.aim
            && let Some(cost) = self.control.rival_cost()
        {
            aim.bound.lower_cost(cost.saturating_sub(1));
            self.stale = self.history.depth() + 1;
        }
        self.jump_back(0);
    }

    /// Forgets nogoods, at the root; returns false if one of the others is violated there.
    fn forget_nogoods(&mut self) -> bool {
        let store = &self.search.store;
        let (root, mut violated, mut units) = (&self.root, false, Vec::new());
        // Compaction changes all indices. That is safe at the root only: no change on its trail
        // needs a reason, so no reason names a nogood.
        self.nogoods.forget_nogoods(|atoms| {
            let all = || atoms.iter().map(|&number| DomainAtom::from_number(number));
            if all().any(|atom| is_false(atom, store, root)) {
                return None;
            }
            // Atoms that are true at the root for good leave the nogood.
            let open: Vec<u32> =
                all().filter(|&atom| !is_true(atom, store, root)).map(DomainAtom::number).collect();
            match open.as_slice() {
                [] => violated = true,
                [only] => units.push(DomainAtom::from_number(*only)),
                _ => return Some(open),
            }
            None
        });
        // Every atom of a stored nogood is open now, so any two can be watched.
        self.watches.clear();
        let places: Vec<u32> = self.nogoods.nogood_places().collect();
        for place in places {
            self.watches.watch_nogood(place, &self.nogoods, &self.root);
        }
        // Negations wait until the arena is complete; one may make the atom of another true, which
        // is a conflict.
        for atom in units {
            let store = &mut self.search.store;
            if is_true(atom, store, &self.root) {
                violated = true;
            } else {
                negate_atom(atom, 0, store, &self.root);
            }
        }
        !violated
    }

    /// Takes the next decision at a fixpoint, or reports a solution; returns false if there is no
    /// further solution.
    fn take_decision(&mut self, found: &mut u64) -> Result<bool, EnumerationEnd> {
        if self.cutoffs.reach_cutoff(self.search.work.conflicts) {
            self.search.work.restarts += 1;
            self.return_root();
            // The intervals grow (2000, 2300, 2600, …), so that the store grows with the search and
            // completeness is not lost to forgetting.
            if self.search.work.conflicts >= self.forgets_at {
                self.forgettings += 1;
                self.forgets_at = self.search.work.conflicts
                    + FIRST_FORGETTING
                    + LATER_FORGETTING * self.forgettings;
                if !self.forget_nogoods() {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        self.check_limits()?;
        let Some(decision) = self.choice.next(&self.search.store) else {
            return self.report_solution(found);
        };
        let work = &mut self.search.work;
        work.nodes += 1;
        work.enumerations += 1;
        work.assignments += 1;
        let store = &mut self.search.store;
        // The variable is not fixed, so its values are open at the root as well.
        let RootClaimStatus::Open(atom) =
            self.root.equality_status(store, decision.variable, decision.value)
        else {
            return Err(EnumerationEnd::GaveUp("a decision is no atom of its root".into()));
        };
        // The history opens the level before the decision, which is the first change of it.
        self.history.open_level(store);
        self.decisions.push(atom);
        store.open_level();
        store.set_reason(ChangeReason::Decision);
        let taken = decision.apply(store);
        debug_assert!(taken.is_ok(), "a decision takes a value of the domain");
        work.depth = work.depth.max(self.history.depth() as u64);
        Ok(true)
    }

    fn check_limits(&mut self) -> Result<(), EnumerationEnd> {
        let steps = STEPS_OF_A_NODE + self.choice.compared_variables();
        if self.search.store.spend_steps(steps) == Err(PropagationConflict)
            && let Some(stop) = self.search.store.reached_limit()
        {
            return Err(EnumerationEnd::Stopped(stop));
        }
        match self.search.settings.limit {
            Some(limit) if self.search.work.enumerations >= limit => Err(EnumerationEnd::GaveUp(
                format!("the limit of {limit} enumerations was reached"),
            )),
            _ => Ok(()),
        }
    }
}

/// Ends a search whose nogoods must be kept and do not fit.
pub(super) fn memory_end() -> EnumerationEnd {
    EnumerationEnd::GaveUp("the memory for nogoods is used up".into())
}
