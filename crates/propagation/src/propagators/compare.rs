//! Comparisons of two variables.

use parallax_model::{self as model, ComparisonOperator, Domain, Value, VarId};

use super::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises,
    PastDomains, PropagatorCost, ValueRemoval, by_bounds,
};
use crate::levels::ConsistencyLevel;
use crate::store::PropagationConflict;

/// Enforces `left relation right + offset`: orders by bounds and `!=` once one side is fixed, both
/// domain consistent; `=` value by value, or by bounds at
/// [`ConsistencyLevel::Bounds`].
#[derive(Clone)]
pub(super) struct ComparisonPropagator {
    left: VarId,
    relation: ComparisonOperator,
    right: VarId,
    offset: i64,
    bounds: bool,
}

impl ComparisonPropagator {
    pub(super) fn new(c: &model::Compare, level: ConsistencyLevel) -> Self {
        // Orders become `left <= right + offset`.
        let (left, relation, right, offset) = match c.relation {
            ComparisonOperator::Lt => (c.left, ComparisonOperator::Le, c.right, c.offset - 1),
            ComparisonOperator::Ge => (c.right, ComparisonOperator::Le, c.left, -c.offset),
            ComparisonOperator::Gt => (c.right, ComparisonOperator::Le, c.left, -c.offset - 1),
            other => (c.left, other, c.right, c.offset),
        };
        ComparisonPropagator {
            left,
            relation,
            right,
            offset,
            bounds: level <= ConsistencyLevel::Bounds,
        }
    }

    fn at_most(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        store.remove_above(self.left, i64::from(store.max(self.right)) + self.offset)?;
        store.remove_below(self.right, i64::from(store.min(self.left)) - self.offset)
    }

    fn enforce_equality(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if self.bounds {
            // Raises both minima, then lowers both maxima; each line uses the bounds that the lines
            // before left.
            store.remove_below(self.left, i64::from(store.min(self.right)) + self.offset)?;
            store.remove_below(self.right, i64::from(store.min(self.left)) - self.offset)?;
            store.remove_above(self.right, i64::from(store.max(self.left)) - self.offset)?;
            return self.at_most(store);
        }
        // After the first line every left value has an image, and the second line removes the right
        // values without a preimage; no third pass is needed.
        keep_images(self.left, self.right, -self.offset, store)?;
        keep_images(self.right, self.left, self.offset, store)
    }

    fn enforce_difference(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if let Some(value) = store.fixed_value(self.left) {
            remove_wide(self.right, i64::from(value) - self.offset, store)?;
        }
        match store.fixed_value(self.right) {
            Some(value) => remove_wide(self.left, i64::from(value) + self.offset, store),
            None => Ok(()),
        }
    }
}

impl ComparisonPropagator {
    /// Returns the other variable, and what it adds to the value of this one.
    fn other_side(&self, v: VarId) -> (VarId, i64) {
        if v == self.left { (self.right, -self.offset) } else { (self.left, self.offset) }
    }

    /// Explains a bound by one bound of the other variable.
    fn explain_bound(
        &self,
        v: VarId,
        side: BoundSide,
        limit: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (other, shift) = self.other_side(v);
        // In `left <= right + offset` only the upper bound of `left` and the lower bound of `right`
        // move.
        let ordered = (v == self.left) == (side == BoundSide::Upper);
        if !ordered && self.relation != ComparisonOperator::Eq {
            return false;
        }
        let (low, high) = past.wide_bounds(other);
        match side {
            BoundSide::Upper if high <= limit + shift => into.at_most(other, limit + shift),
            BoundSide::Lower if low >= limit + shift => into.at_least(other, limit + shift),
            _ => return false,
        }
        true
    }

    /// Explains lost values by the value to which the other variable is fixed.
    fn explain_difference(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (other, shift) = self.other_side(claim.variable);
        let mark = into.atom_count();
        for value in into.left_to_refute(claim, past) {
            match past.fixed_value(other) {
                Some(own) if i64::from(value) + shift == i64::from(own) => {
                    into.add_equality(other, own);
                }
                _ => {
                    into.take_back(mark);
                    return false;
                }
            }
        }
        true
    }

    /// Explains lost values by their images, which the other variable has lost.
    fn explain_images(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (other, shift) = self.other_side(claim.variable);
        for value in into.left_to_refute(claim, past) {
            // An image outside the range of values was never there and needs no premise.
            if let Ok(image) = Value::try_from(i64::from(value) + shift) {
                into.add_disequality(other, image);
            }
        }
        true
    }
}

/// Keeps the values `x` of `v` for which `other` still has `x + offset`.
fn keep_images(
    v: VarId,
    other: VarId,
    offset: i64,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    store.spend_steps(store.domain_size(v) as usize)?;
    for w in 0..store.domain_words(v).len() {
        let from = store.word_start(v, w);
        let word = store.domain_words(v)[w];
        let mut kept = 0;
        for bit in crate::store::set_bits(word) {
            let image = i64::from(from) + i64::from(bit) + offset;
            if Value::try_from(image).is_ok_and(|image| store.contains(other, image)) {
                kept |= 1 << bit;
            }
        }
        if kept != word {
            store.keep_bits(v, w, kept)?;
        }
    }
    Ok(())
}

fn remove_wide(v: VarId, value: i64, store: &mut DomainStore) -> Result<(), PropagationConflict> {
    // No domain has a value beyond 32 bits, so there is nothing to remove.
    match Value::try_from(value) {
        Ok(value) => store.remove_value(v, value),
        Err(_) => Ok(()),
    }
}

impl ConstraintPropagator for ComparisonPropagator {
    fn scope(&self) -> Vec<VarId> {
        vec![self.left, self.right]
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let (left, right) = match self.relation {
            ComparisonOperator::Eq if self.bounds => (DomainEvent::Bounds, DomainEvent::Bounds),
            ComparisonOperator::Eq => (DomainEvent::Domain, DomainEvent::Domain),
            ComparisonOperator::Ne => (DomainEvent::Fixed, DomainEvent::Fixed),
            // `left <= right + offset` tightens only when the least left or the greatest right
            // value moves.
            _ => (DomainEvent::Min, DomainEvent::Max),
        };
        vec![(self.left, left), (self.right, right)]
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::Constant
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        if self.left == self.right {
            return if self.relation.holds_between(0, self.offset) {
                Ok(())
            } else {
                Err(PropagationConflict)
            };
        }
        match self.relation {
            ComparisonOperator::Eq => self.enforce_equality(store),
            ComparisonOperator::Ne => self.enforce_difference(store),
            _ => self.at_most(store),
        }
    }

    /// Returns the other variable.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let scope = [self.left, self.right];
        let others = scope.into_iter().filter(|&v| v != removal.variable);
        others.map(|v| (v, past.domain(v))).collect()
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let explained = match self.relation {
            ComparisonOperator::Ne => self.explain_difference(claim, past, into),
            ComparisonOperator::Eq if !self.bounds => self.explain_images(claim, past, into),
            _ => by_bounds(claim, past, into, |side, limit, into| {
                self.explain_bound(claim.variable, side, limit, past, into)
            }),
        };
        if !explained {
            into.add_scope(&self.scope(), past);
        }
    }

    /// Needs no premise if a variable is compared with itself.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if self.left != self.right {
            into.add_scope(&self.scope(), past);
        }
    }
}
