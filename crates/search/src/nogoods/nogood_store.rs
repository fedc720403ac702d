//! The store of nogoods and its watches.

use parallax_model::VarId;
use parallax_model::engine_api::Control;
use parallax_propagation::store::{ChangeReason, DomainStore, PropagationConflict};
use parallax_propagation::{SearchDecision, ValueTest};

use crate::SearchState;
use crate::session::PropagationStop;
use crate::settings::BranchingScheme;

/// Maximum number of decisions in all nogoods. Above it the longest ones are dropped.
const MAX_NOGOOD_DECISIONS: usize = 1 << 18;

/// The nogoods of a question.
pub(crate) struct RestartNogoods {
    /// The decisions whose opposites hold on the current branch, with the number of levels that
    /// were open then.
    refuted: Vec<(usize, SearchDecision)>,
    /// The decisions of all nogoods. The first two of each are watched.
    pub(super) decisions: Vec<SearchDecision>,
    /// Where each nogood begins in `decisions`, and the end of the last one.
    pub(super) starts: Vec<u32>,
    /// By variable, up to the last one that has any: watched decisions `x = v`, which hold when
    /// `x` is fixed.
    pub(super) values: Vec<Vec<DecisionWatch>>,
    /// By variable: watched decisions of other kinds.
    others: Vec<Vec<DecisionWatch>>,
    /// The length of the trail up to which changes have been read.
    read: usize,
    /// The number of decisions after which nogoods are cleaned.
    pub(super) clean_at: usize,
    /// Maximum number of decisions.
    pub(super) max_decisions: usize,
}

/// A watched decision and its nogood.
#[derive(Clone, Copy)]
pub(super) struct DecisionWatch {
    pub(super) decision: SearchDecision,
    pub(super) nogood: u32,
}

/// The state of a decision under the current domains.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DecisionStatus {
    Holds,
    Open,
    Fails,
}

pub(super) fn decision_status(decision: SearchDecision, store: &DomainStore) -> DecisionStatus {
    if !decision.is_possible(store) {
        DecisionStatus::Fails
    } else if decision.opposite().is_possible(store) {
        DecisionStatus::Open
    } else {
        DecisionStatus::Holds
    }
}

impl RestartNogoods {
    /// Returns the nogoods of a search that restarts; `None` if they do not apply: with a branch
    /// for each value, and with a certificate, whose steps do not know them.
    pub(crate) fn for_search(search: &SearchState) -> Option<Self> {
        let applies = search.restarts.has_restarts()
            && search.settings.branching == BranchingScheme::TwoWay
            && search.certifier.is_none();
        applies.then(RestartNogoods::new)
    }

    pub(super) fn new() -> Self {
        RestartNogoods {
            refuted: Vec::new(),
            decisions: Vec::new(),
            starts: vec![0],
            values: Vec::new(),
            others: Vec::new(),
            read: 0,
            clean_at: MAX_NOGOOD_DECISIONS / 16,
            max_decisions: MAX_NOGOOD_DECISIONS,
        }
    }

    /// Propagates a search and these nogoods, if there are any, until nothing changes.
    ///
    /// # Errors
    /// Returns the reason why propagation ended early.
    pub(crate) fn propagate_with(
        own: &mut Option<Self>,
        search: &mut SearchState,
        control: &Control,
    ) -> Result<(), PropagationStop> {
        loop {
            search.propagate(control)?;
            let Some(nogoods) = own else { return Ok(()) };
            match nogoods.propagate_nogoods(&mut search.store) {
                Ok(false) => return Ok(()),
                Ok(true) => {}
                Err(PropagationConflict) => {
                    // No propagator has failed, so no constraint may be blamed or explained for
                    // this conflict.
                    search.failed = None;
                    return Err(PropagationStop::Conflict);
                }
            }
        }
    }

    /// Records that the opposite of a decision holds from now on, at this number of open levels.
    pub(crate) fn record_refutation(&mut self, decision: SearchDecision, levels: usize) {
        self.refuted.push((levels, decision));
    }

    /// Forgets the changes above this number of open levels, which are undone.
    pub(crate) fn forget_levels(&mut self, levels: usize, store: &DomainStore) {
        while self.refuted.last().is_some_and(|&(level, _)| level > levels) {
            self.refuted.pop();
        }
        self.read = self.read.min(store.trail().len());
    }

    /// Returns the nogoods of a run that ends at a failed node below these decisions.
    pub(crate) fn of_branch(&mut self, branch: &[SearchDecision]) -> Vec<Vec<SearchDecision>> {
        let mut found = Vec::new();
        // The decisions above a refuted one are the branch up to its level. Negated ones among them
        // follow from earlier nogoods of this list and are left out (reduced nogoods in the paper).
        for (levels, decision) in std::mem::take(&mut self.refuted) {
            // All below the last decision is refuted with it.
            if levels < branch.len() {
                found.push(branch[..levels].iter().copied().chain([decision]).collect());
            }
        }
        found.push(branch.to_vec());
        found
    }

    /// Adds nogoods, with all levels of the search undone.
    ///
    /// # Errors
    /// Returns a conflict if they leave no solution.
    pub(crate) fn add_nogoods(
        &mut self,
        nogoods: Vec<Vec<SearchDecision>>,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        self.read = store.trail().len();
        store.set_reason(ChangeReason::Decision);
        for mut nogood in nogoods {
            store.account_steps(nogood.len());
            if nogood.iter().any(|&own| decision_status(own, store) == DecisionStatus::Fails) {
                continue;
            }
            // Only open decisions remain, so the first two of a stored nogood are fit to be
            // watched.
            nogood.retain(|&own| decision_status(own, store) == DecisionStatus::Open);
            match nogood.as_slice() {
                [] => return Err(PropagationConflict),
                [only] => only.opposite().apply(store)?,
                _ => self.append_nogood(&nogood),
            }
        }
        // The changes at the root may have made watched decisions true.
        self.read = self.read.min(store.level_start());
        if self.decisions.len() > self.clean_at {
            self.clean_nogoods(store)?;
        }
        Ok(())
    }

    fn append_nogood(&mut self, nogood: &[SearchDecision]) {
        let number = self.starts.len() as u32 - 1;
        self.decisions.extend(nogood);
        self.starts.push(self.decisions.len() as u32);
        nogood[..2]
            .iter()
            .for_each(|&decision| self.add_watch(DecisionWatch { decision, nogood: number }));
    }

    fn add_watch(&mut self, watch: DecisionWatch) {
        let lists = self.watch_lists(watch.decision.test == ValueTest::Is);
        let index = watch.decision.variable.index();
        if lists.len() <= index {
            lists.resize_with(index + 1, Vec::new);
        }
        lists[index].push(watch);
    }

    fn watch_lists(&mut self, is_value: bool) -> &mut Vec<Vec<DecisionWatch>> {
        if is_value { &mut self.values } else { &mut self.others }
    }

    /// Drops what the root decides, then the longest nogoods if they take more than their share.
    fn clean_nogoods(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let ends = self.starts.windows(2).map(|pair| pair[0] as usize..pair[1] as usize);
        let mut kept: Vec<Vec<SearchDecision>> =
            ends.map(|range| self.decisions[range].to_vec()).collect();
        store.account_steps(8 * self.decisions.len());
        kept.retain(|nogood| {
            nogood.iter().all(|&own| decision_status(own, store) != DecisionStatus::Fails)
        });
        let mut total: usize = kept.iter().map(Vec::len).sum();
        if total > self.max_decisions / 2 {
            // The order among equal lengths stays.
            kept.sort_by_key(Vec::len);
            while total > self.max_decisions / 2 {
                // An empty list ends the loop by subtracting all that remains.
                total -= kept.pop().map_or(total, |longest| longest.len());
            }
        }
        self.decisions.clear();
        self.starts.truncate(1);
        self.values.iter_mut().chain(&mut self.others).for_each(Vec::clear);
        // `add_nogoods` below must not clean again.
        self.clean_at = usize::MAX;
        self.add_nogoods(kept, store)?;
        // The next cleaning waits until the store has doubled, which keeps its cost linear in what
        // is added.
        self.clean_at =
            (2 * self.decisions.len()).clamp(self.max_decisions / 16, self.max_decisions);
        Ok(())
    }

    /// Takes the opposite of each decision that alone remains of a nogood. Returns whether it has
    /// changed domains.
    ///
    /// # Errors
    /// Returns a conflict if all decisions of a nogood hold, or a domain becomes empty.
    pub(crate) fn propagate_nogoods(
        &mut self,
        store: &mut DomainStore,
    ) -> Result<bool, PropagationConflict> {
        if self.decisions.is_empty() {
            self.read = store.trail().len();
            return Ok(false);
        }
        let before = store.trail().len();
        store.set_reason(ChangeReason::Decision);
        while self.read < store.trail().len() {
            let variable = store.trail()[self.read].variable();
            self.read += 1;
            // `x = v` comes to hold only when `x` is fixed, so these watches sleep through all
            // other changes.
            if store.is_fixed(variable) {
                self.visit_watches(variable, true, store)?;
            }
            self.visit_watches(variable, false, store)?;
        }
        Ok(store.trail().len() > before)
    }

    /// Visits the watched decisions of a variable of one kind.
    fn visit_watches(
        &mut self,
        variable: VarId,
        is_value: bool,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let Some(list) = self.watch_lists(is_value).get_mut(variable.index()) else {
            return Ok(());
        };
        let mut list = std::mem::take(list);
        store.account_steps(list.len());
        let mut ended = Ok(());
        // After a conflict the rest of the list is kept unvisited: the branch is undone anyway.
        list.retain(|&watch| {
            let stays =
                ended.is_err() || decision_status(watch.decision, store) != DecisionStatus::Holds;
            stays || {
                let stays = self.move_watch(watch, store);
                ended = stays.map(|_| ());
                stays != Ok(false)
            }
        });
        // Moved watches may have arrived in the meantime.
        list.append(&mut self.watch_lists(is_value)[variable.index()]);
        self.watch_lists(is_value)[variable.index()] = list;
        ended
    }

    /// Finds another decision to watch for one that holds, and returns whether there is none. Then
    /// the other watched decision fails.
    fn move_watch(
        &mut self,
        watch: DecisionWatch,
        store: &mut DomainStore,
    ) -> Result<bool, PropagationConflict> {
        let range = self.starts[watch.nogood as usize] as usize
            ..self.starts[watch.nogood as usize + 1] as usize;
        let nogood = &mut self.decisions[range];
        // Index 1 is the decision that holds, index 0 the other watched one.
        if nogood[0] == watch.decision {
            nogood.swap(0, 1);
        }
        let other = nogood[0];
        // A nogood with a failed decision cannot apply on this branch; the watch may stay on one
        // that holds.
        if decision_status(other, store) == DecisionStatus::Fails {
            return Ok(true);
        }
        let next = (2..nogood.len())
            .find(|&index| decision_status(nogood[index], store) != DecisionStatus::Holds);
        if let Some(index) = next {
            nogood.swap(1, index);
            let decision = nogood[1];
            self.add_watch(DecisionWatch { decision, ..watch });
            return Ok(false);
        }
        // All decisions but one hold: the nogood excludes the last.
        other.opposite().apply(store)?;
        Ok(true)
    }
}
