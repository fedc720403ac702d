//! No-overlap pair by pair.

use parallax_model::{self as model, ConstraintOperand, Domain, VarId};

use super::super::bounds_guess::BoundsGuess;
use super::super::cumulative::bounds_source::{AssumptionBounds, BoundsSource, at_most};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    ValueRemoval,
};
use crate::store::PropagationConflict;

/// If bounds leave two boxes one order in one dimension, they keep it; if they leave none, the
/// boxes overlap, unless one of them may be empty (the constructive part of Beldiceanu and
/// Contejean 1994). Checks the constraint once all is fixed. A call looks only at the pairs of
/// boxes that changed.
#[derive(Clone)]
pub(super) struct BoxPairPropagator {
    /// The origin of each box, one box after the other.
    starts: Vec<VarId>,
    /// The lengths, in the same order.
    lengths: Vec<ConstraintOperand>,
    dimensions: usize,
    boxes: usize,
    /// Whether a box with a length 0 overlaps nothing.
    zero_ignored: bool,
    /// The box of each watched place.
    owners: Vec<u32>,
    /// Buffer: watched places that changed.
    changed: Vec<u32>,
}

/// One box before another in a dimension: places of their starts and lengths.
#[derive(Clone, Copy, Debug)]
struct BoxOrder {
    first: usize,
    second: usize,
}

/// The state of a pair of boxes by bounds.
enum BoxPairState {
    /// Nothing yet.
    Open,
    /// They do not overlap only in this order.
    Forced(BoxOrder),
    /// They overlap.
    Overlap,
    /// They overlap unless the length at this place is 0.
    Vanishing(usize),
}

impl BoxPairPropagator {
    pub(super) fn new(c: &model::NoOverlap) -> Self {
        let dimensions = c.origins.first().map_or(1, Vec::len);
        let starts = c.origins.concat();
        let lengths = c.lengths.concat();
        let mut pairs = BoxPairPropagator {
            dimensions,
            boxes: c.origins.len(),
            zero_ignored: c.zero_ignored,
            owners: Vec::new(),
            changed: Vec::new(),
            starts,
            lengths,
        };
        pairs.owners =
            pairs.variable_places().map(|(place, _)| (place / dimensions) as u32).collect();
        pairs
    }

    /// Returns each variable with the place of its start or length.
    fn variable_places(&self) -> impl Iterator<Item = (usize, VarId)> + '_ {
        let starts = self.starts.iter().copied().enumerate();
        let lengths = self.lengths.iter().enumerate();
        starts.chain(lengths.filter_map(|(place, length)| Some((place, length.as_variable()?))))
    }

    /// Returns the places of a box's starts and lengths.
    fn box_range(&self, one: usize) -> std::ops::Range<usize> {
        one * self.dimensions..(one + 1) * self.dimensions
    }

    /// Returns the least length at a place of a box that is not empty.
    #[inline]
    fn least_length(&self, place: usize, ends: &impl BoundsSource) -> i64 {
        let low = ends.operand_bounds(self.lengths[place]).0;
        if self.zero_ignored { low.max(1) } else { low }
    }

    /// Whether bounds leave an order.
    #[inline]
    fn is_possible(&self, order: BoxOrder, ends: &impl BoundsSource) -> bool {
        let BoxOrder { first, second } = order;
        let length = self.least_length(first, ends);
        // Equal starts: one ends by the start of the other only if it is empty.
        if self.starts[first] == self.starts[second] {
            return length == 0;
        }
        ends.variable_bounds(self.starts[first]).0 + length
            <= ends.variable_bounds(self.starts[second]).1
    }

    /// Returns the state of two different boxes by their bounds.
    fn pair_state(&self, one: usize, other: usize, ends: &impl BoundsSource) -> BoxPairState {
        let mut only = None;
        for (a, b) in self.box_range(one).zip(self.box_range(other)) {
            for (first, second) in [(a, b), (b, a)] {
                let order = BoxOrder { first, second };
                if self.is_possible(order, ends) {
                    // Two orders remain possible, so nothing follows; most pairs end here early.
                    if only.is_some() {
                        return BoxPairState::Open;
                    }
                    only = Some(order);
                }
            }
        }
        let mut vanishing = None;
        // Boxes with an empty side overlap nothing. A side that is empty for certain, or two that
        // may be, leave the pair open.
        if self.zero_ignored {
            for place in self.box_range(one).chain(self.box_range(other)) {
                let (low, high) = ends.operand_bounds(self.lengths[place]);
                if low > 0 {
                    continue;
                }
                // Certainly empty, or a second side that may be: no single length is to blame.
                if high == 0 || vanishing.is_some() {
                    return BoxPairState::Open;
                }
                vanishing = Some(place);
            }
        }
        match (only, vanishing) {
            // The order may hold or the length may vanish: two ways out, so nothing is forced.
            (Some(_), Some(_)) => BoxPairState::Open,
            (Some(order), None) => BoxPairState::Forced(order),
            (None, Some(place)) => BoxPairState::Vanishing(place),
            (None, None) => BoxPairState::Overlap,
        }
    }

    fn keep_order(
        &self,
        order: BoxOrder,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let BoxOrder { first, second } = order;
        let (before, after, length) =
            (self.starts[first], self.starts[second], self.lengths[first]);
        // A box precedes one with the same start only if it is empty.
        if before == after {
            return at_most(length, 0, store);
        }
        let least = self.least_length(first, store);
        // The order `before + length <= after` on bounds: each of the three is bounded by the other
        // two.
        store.remove_below(after, store.variable_bounds(before).0 + least)?;
        store.remove_above(before, store.variable_bounds(after).1 - least)?;
        at_most(length, store.variable_bounds(after).1 - store.variable_bounds(before).0, store)
    }

    fn separate_boxes(
        &self,
        one: usize,
        other: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        match self.pair_state(one, other, store) {
            BoxPairState::Open => Ok(()),
            BoxPairState::Forced(order) => self.keep_order(order, store),
            BoxPairState::Vanishing(place) => at_most(self.lengths[place], 0, store),
            BoxPairState::Overlap => Err(PropagationConflict),
        }
    }

    /// Compares one box with the other boxes in the range `which`.
    fn separate_from(
        &self,
        one: usize,
        which: std::ops::Range<usize>,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        store.spend_steps(which.len() * self.dimensions)?;
        which
            .filter(|&other| other != one)
            .try_for_each(|other| self.separate_boxes(one, other, store))
    }

    /// Returns the variables of a box.
    fn box_variables(&self, one: usize) -> impl Iterator<Item = VarId> + '_ {
        let lengths = self.box_range(one).filter_map(|place| self.lengths[place].as_variable());
        self.box_range(one).map(|place| self.starts[place]).chain(lengths)
    }
}

impl BoxPairPropagator {
    fn explain_pair(
        &self,
        one: usize,
        other: usize,
        claim: Option<DomainClaim>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let guess = BoundsGuess::from_past(
            self.box_variables(one).chain(self.box_variables(other)).collect(),
            past,
        );
        // The opposite of a claim limits its variable to the excluded values; if the boxes then
        // overlap, their bounds explain the claim.
        let guess = match claim {
            Some(claim) => guess.assume_opposite(claim),
            None => Some(guess),
        };
        let overlap = |guess: &BoundsGuess| {
            matches!(self.pair_state(one, other, guess), BoxPairState::Overlap)
        };
        guess.is_some_and(|guess| guess.explain_guess(into, false, overlap))
    }
}

impl ConstraintPropagator for BoxPairPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope: Vec<VarId> = self.variable_places().map(|(_, v)| v).collect();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        self.variable_places().map(|(_, v)| (v, DomainEvent::Bounds)).collect()
    }

    fn wants_changes(&self) -> bool {
        true
    }

    fn by_bounds(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if !store.take_changes(&mut self.changed) {
            // Only with earlier boxes, so that each pair is compared once.
            return (0..self.boxes).try_for_each(|one| self.separate_from(one, 0..one, store));
        }
        for place in &mut self.changed {
            // Several variables of one box may have changed: the list of places becomes a list of
            // boxes.
            *place = self.owners[*place as usize];
        }
        self.changed.sort_unstable();
        self.changed.dedup();
        let mut changed = self.changed.iter();
        changed.try_for_each(|&one| self.separate_from(one as usize, 0..self.boxes, store))
    }

    /// Returns the bounds of two boxes that overlap with the value.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let assumed = AssumptionBounds { past, removal };
        for one in 0..self.boxes {
            if self.box_variables(one).all(|v| v != removal.variable) {
                continue;
            }
            for other in (0..self.boxes).filter(|&other| other != one) {
                if matches!(self.pair_state(one, other, &assumed), BoxPairState::Overlap) {
                    let all = self.box_variables(one).chain(self.box_variables(other)).collect();
                    return assumed.bounds_of(all);
                }
            }
        }
        assumed.bounds_of(self.scope())
    }

    /// Names the bounds of two boxes that overlap with the excluded values, as wide as possible.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let own =
            (0..self.boxes).filter(|&one| self.box_variables(one).any(|v| v == claim.variable));
        for one in own {
            for other in (0..self.boxes).filter(|&other| other != one) {
                if self.explain_pair(one, other, Some(claim), past, into) {
                    return;
                }
            }
        }
        self.scope().iter().for_each(|&v| into.add_bounds(v, past));
    }

    /// Names the bounds of two boxes that overlap.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        for one in 0..self.boxes {
            if (0..one).any(|other| self.explain_pair(one, other, None, past, into)) {
                return;
            }
        }
        self.scope().iter().for_each(|&v| into.add_bounds(v, past));
    }
}
