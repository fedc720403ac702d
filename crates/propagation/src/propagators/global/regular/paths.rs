//! Domain consistency of paths through a layered graph.

use std::sync::Arc;

use parallax_model::VarId;

use super::graph::LayeredGraph;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, ValueRemoval, has_repetitions,
};
use crate::store::{PropagationConflict, TrailWords};

/// Keeps the arcs on paths from the start to acceptance within the domains, and removes values
/// without an arc (Pesant 2004). Domain consistent if no variable repeats; places of one variable
/// are treated like those of different ones that share a domain.
///
/// The trail restores the set of live arcs. A call deletes the arcs of lost values, then those of
/// states that no live arc leaves or enters. The last live arc that was found for a state or a
/// value is tested first (a residue). So an arc is deleted once on each branch of the search, and a
/// call visits what changed. Constraint checks count deleted arcs.
#[derive(Clone)]
pub(super) struct RegularPropagator {
    graph: Arc<LayeredGraph>,
    /// Live arcs, states and labels, as bits.
    arrows: TrailWords,
    states: TrailWords,
    labels: TrailWords,
    /// For each state a place in the list of arcs that enter it, for each label one in its list.
    entering: Vec<u32>,
    labelled: Vec<u32>,
    repeats: bool,
    /// Buffers: deleted arcs whose ends were not visited, and changed places.
    deleted: Vec<u32>,
    changed: Vec<u32>,
}

impl RegularPropagator {
    pub(super) fn new(graph: Arc<LayeredGraph>, store: &mut DomainStore) -> Self {
        // Bits beyond the last number are set as well, but nothing reads them.
        let mut live = |number: usize| store.new_words(&vec![u64::MAX; number.div_ceil(64)]);
        RegularPropagator {
            arrows: live(graph.all_arcs().len()),
            states: live(graph.state_count()),
            labels: live(graph.labels().len()),
            entering: vec![0; graph.state_count()],
            labelled: vec![0; graph.labels().len()],
            repeats: has_repetitions(graph.scope()),
            deleted: Vec::new(),
            changed: Vec::new(),
            graph,
        }
    }

    /// Removes the values that no arc of a place has.
    fn restrict_domain(
        &self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let v = self.graph.scope()[place];
        let labels = &self.graph.labels()[self.graph.labels_at(place)];
        let words = store.domain_words(v).len();
        store.spend_steps(labels.len() + words)?;
        let mut rest = labels.iter().peekable();
        for w in 0..words {
            let end = store.word_start(v, w) + 63;
            let mut kept = 0;
            // Labels and words both ascend, so one pass over each suffices.
            while let Some(label) = rest.next_if(|label| label.value <= end) {
                kept |= 1 << (label.value & 63);
            }
            store.keep_bits(v, w, kept)?;
        }
        Ok(())
    }

    /// Deletes the arcs of the values that a place lost since the last call.
    fn drop_lost(
        &mut self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        // A second handle on the shared graph, so that its lists can be read while `self` changes.
        let graph = self.graph.clone();
        let v = graph.scope()[place];
        let labels = graph.labels_at(place);
        store.spend_steps(labels.len())?;
        for label in labels {
            if is_live(self.labels, label, store) && !store.contains(v, graph.labels()[label].value)
            {
                clear_bit(self.labels, label, store);
                let list = graph.labelled_arcs(label as u32);
                store.spend_steps(list.len())?;
                list.iter().for_each(|&arrow| self.delete_arc(arrow, store));
            }
        }
        Ok(())
    }

    #[inline]
    fn delete_arc(&mut self, arrow: u32, store: &mut DomainStore) {
        if is_live(self.arrows, arrow as usize, store) {
            clear_bit(self.arrows, arrow as usize, store);
            self.deleted.push(arrow);
        }
    }

    /// Deletes the arcs of states that became unreachable or hopeless, and removes the values that
    /// lost their last arc.
    fn settle_arcs(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        // A second handle on the shared graph, so that its lists can be read while `self` changes.
        let graph = self.graph.clone();
        let last = graph.state_count() as u32 - 1;
        while let Some(arrow) = self.deleted.pop() {
            store.spend_steps(1)?;
            store.count_checks(1);
            let arrow = graph.all_arcs()[arrow as usize];
            // Each deleted arc may have been the last one of its value, the last one that leaves
            // its source, or the last one that enters its target; a dead state takes its other arcs
            // along.
            self.check_label(arrow.label, store)?;
            if is_live(self.states, arrow.from as usize, store)
                && !any_live(self.arrows, graph.leaving_arcs(arrow.from), store)
            {
                // No path leaves the start any more.
                if arrow.from == 0 {
                    return Err(PropagationConflict);
                }
                clear_bit(self.states, arrow.from as usize, store);
                let list = graph.entering_arcs(arrow.from);
                store.spend_steps(list.len())?;
                list.iter().for_each(|&arrow| self.delete_arc(arrow, store));
            }
            if is_live(self.states, arrow.to as usize, store) {
                let guess = &mut self.entering[arrow.to as usize];
                if !found_live(graph.entering_arcs(arrow.to), self.arrows, guess, store)? {
                    // Nothing reaches acceptance any more.
                    if arrow.to == last {
                        return Err(PropagationConflict);
                    }
                    clear_bit(self.states, arrow.to as usize, store);
                    let list = graph.leaving_arcs(arrow.to);
                    store.spend_steps(list.len())?;
                    list.for_each(|arrow| self.delete_arc(arrow as u32, store));
                }
            }
        }
        Ok(())
    }

    /// Removes the value of a label without live arcs.
    #[inline]
    fn check_label(
        &mut self,
        label: u32,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        if !is_live(self.labels, label as usize, store) {
            return Ok(());
        }
        let list = self.graph.labelled_arcs(label);
        let guess = &mut self.labelled[label as usize];
        if !found_live(list, self.arrows, guess, store)? {
            clear_bit(self.labels, label as usize, store);
            let label = self.graph.labels()[label as usize];
            store.remove_value(self.graph.scope()[label.place as usize], label.value)?;
        }
        Ok(())
    }
}

#[inline]
fn is_live(set: TrailWords, number: usize, store: &DomainStore) -> bool {
    store.own_word(set, number / 64) >> (number % 64) & 1 == 1
}

#[inline]
fn clear_bit(set: TrailWords, number: usize, store: &mut DomainStore) {
    let word = store.own_word(set, number / 64);
    store.set_own_word(set, number / 64, word & !(1 << (number % 64)));
}

/// Whether a nonempty run has a live number.
#[inline]
fn any_live(set: TrailWords, run: std::ops::Range<usize>, store: &DomainStore) -> bool {
    // The arcs of a state are adjacent, so most states need one masked word.
    let (first, last) = (run.start / 64, (run.end - 1) / 64);
    (first..=last).any(|w| {
        let from = if w == first { u64::MAX << (run.start % 64) } else { u64::MAX };
        let to = if w == last { u64::MAX >> (63 - (run.end - 1) % 64) } else { u64::MAX };
        store.own_word(set, w) & from & to != 0
    })
}

/// Looks for a live arc of a list, from the last one found on.
#[inline]
fn found_live(
    list: &[u32],
    live: TrailWords,
    guess: &mut u32,
    store: &mut DomainStore,
) -> Result<bool, PropagationConflict> {
    // Every label and every target of an arc has at least one arc, so the list is not empty.
    let start = *guess as usize;
    if is_live(live, list[start] as usize, store) {
        return Ok(true);
    }
    let is_live = |&place: &usize| is_live(live, list[place] as usize, store);
    // The scan continues where the last one ended: along a branch, dead arcs stay dead and are not
    // read again.
    let found = (start..list.len()).chain(0..start).find(is_live);
    let steps = found.map_or(list.len(), |place| place.abs_diff(start));
    if let Some(place) = found {
        *guess = place as u32;
    }
    store.spend_steps(steps)?;
    Ok(found.is_some())
}

impl ConstraintPropagator for RegularPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.graph.scope().to_vec()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if self.graph.is_empty() {
            return Err(PropagationConflict);
        }
        // A call that ended in a conflict may have left arcs here.
        self.deleted.clear();
        if !store.take_changes(&mut self.changed) {
            let places = self.graph.scope().len();
            (0..places).try_for_each(|place| self.restrict_domain(place, store))?;
            self.changed.clear();
            self.changed.extend(0..places as u32);
        }
        loop {
            for i in 0..self.changed.len() {
                self.drop_lost(self.changed[i] as usize, store)?;
            }
            self.settle_arcs(store)?;
            // A value lost at one place of a variable is lost at all of them.
            if !(self.repeats && store.has_changes()) {
                return Ok(());
            }
            store.take_changes(&mut self.changed);
        }
    }

    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, parallax_model::Domain)> {
        self.graph.why_not(removal, past)
    }

    /// Names lost values that close all paths with the excluded one.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for value in into.left_to_refute(claim, past) {
            if !self.graph.explain_cut(Some((claim.variable, value)), past, into) {
                return into.add_scope(self.graph.scope(), past);
            }
        }
    }

    /// Names lost values that close all paths.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.graph.is_empty() && !self.graph.explain_cut(None, past, into) {
            into.add_scope(self.graph.scope(), past);
        }
    }
}
