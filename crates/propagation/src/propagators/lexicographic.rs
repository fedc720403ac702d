//! Two vectors in lexicographic order.

use std::cmp::Ordering;

use parallax_model::{self as model, VarId};

use super::{
    BoundSide, ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises,
    PastDomains, by_bounds,
};
use crate::store::{PropagationConflict, TrailCell};

/// The propagator of Frisch, Hnich, Kiziltan, Miguel and Walsh (2002): at the first place that is
/// not yet equal (their alpha, restored by the trail), `left <= right`; and `<` if the rest cannot
/// satisfy the order after an equality. Domain consistent unless a variable repeats.
#[derive(Clone)]
pub(super) struct LexicographicPropagator {
    left: Vec<VarId>,
    right: Vec<VarId>,
    strict: bool,
    /// All places before this one are equal.
    alpha: TrailCell,
}

impl LexicographicPropagator {
    pub(super) fn new(c: &model::Lexicographic, store: &mut DomainStore) -> Self {
        let (left, right) = (c.left.clone(), c.right.clone());
        LexicographicPropagator { left, right, strict: c.strict, alpha: store.new_cell(0) }
    }

    /// Returns the first place from `from` on that decides whether the vectors can be in order, and
    /// whether they can: the first at which the least value of the left differs from the greatest
    /// of the right.
    fn deciding_place(&self, from: usize, store: &DomainStore) -> (usize, bool) {
        let pairs = self.left.iter().zip(&self.right).enumerate().skip(from);
        let orders = pairs.map(|(place, (&l, &r))| (place, store.min(l).cmp(&store.max(r))));
        // While `min(left)` equals `max(right)`, the two can only be equal or out of order, so a
        // later place has to decide.
        let mut decided = orders.filter(|(_, order)| *order != Ordering::Equal);
        match decided.next() {
            Some((place, order)) => (place, order == Ordering::Less),
            None => (self.left.len(), !self.strict),
        }
    }
}

impl ConstraintPropagator for LexicographicPropagator {
    fn scope(&self) -> Vec<VarId> {
        let mut scope = [self.left.as_slice(), &self.right].concat();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Watches the least values of the left and the greatest of the right; no others matter.
    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        let left = self.left.iter().map(|&v| (v, DomainEvent::Min));
        left.chain(self.right.iter().map(|&v| (v, DomainEvent::Max))).collect()
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let alpha = store.get(self.alpha) as usize;
        // The result for the rest remains valid while places before it become equal; for a repeated
        // variable it may be too weak, never wrong.
        let mut rest = (0, true);
        for (i, (&l, &r)) in self.left.iter().zip(&self.right).enumerate().skip(alpha) {
            let equal =
                l == r || store.fixed_value(l).is_some_and(|x| store.fixed_value(r) == Some(x));
            // An equal place decides nothing; the next one takes over.
            if equal {
                continue;
            }
            // One scan ahead serves all places up to the one that it found, so a call is linear.
            if rest.0 <= i {
                rest = self.deciding_place(i + 1, store);
                store.spend_steps(rest.0 - i)?;
            }
            // If the rest cannot be in order, equality here would fail, and the left variable must
            // be less.
            let gap = i64::from(!rest.1);
            store.remove_above(l, i64::from(store.max(r)) - gap)?;
            store.remove_below(r, i64::from(store.min(l)) + gap)?;
            let still_equal = store.fixed_value(l).is_some_and(|x| store.fixed_value(r) == Some(x));
            if !still_equal {
                // This place is open: the places after it do not matter yet.
                store.set_cell(self.alpha, i as u32);
                return Ok(());
            }
        }
        if self.strict { Err(PropagationConflict) } else { Ok(()) }
    }

    /// Names the earlier places, which can only be in order by equality; the opposite bound; and if
    /// that allows equality, the later places, which then cannot be in order.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let explained = by_bounds(claim, past, into, |side, limit, into| {
            let own = if side == BoundSide::Upper { &self.left } else { &self.right };
            let mut places = (0..own.len()).filter(|&place| own[place] == claim.variable);
            places.any(|place| self.explain_place(place, side, limit, past, into))
        });
        if !explained {
            into.add_scope(&self.scope(), past);
        }
    }

    /// Names all places, each of which can only be in order by equality.
    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_rest(0, past, into) {
            into.add_scope(&self.scope(), past);
        }
    }
}

impl LexicographicPropagator {
    /// Explains a bound of a variable at one place.
    fn explain_place(
        &self,
        place: usize,
        side: BoundSide,
        limit: i64,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (l, r) = (self.left[place], self.right[place]);
        // How far the opposite bound is from forcing the limit by itself: at most 0 if it does, 1
        // if it does so together with a strict order.
        let gap = match side {
            BoundSide::Upper => past.wide_bounds(r).1 - limit,
            BoundSide::Lower => limit - past.wide_bounds(l).0,
        };
        let mark = into.atom_count();
        let mut before = self.left.iter().zip(&self.right).take(place);
        let explained = l != r
            && gap <= 1
            && before.all(|(&l, &r)| self.explain_no_less(l, r, past, into))
            && (gap <= 0 || self.explain_rest(place + 1, past, into));
        match (explained, side) {
            (false, _) => into.take_back(mark),
            (true, BoundSide::Upper) => into.at_most(r, limit + gap.max(0)),
            (true, BoundSide::Lower) => into.at_least(l, limit - gap.max(0)),
        }
        explained
    }

    /// Explains why the left variable is not less than the right one.
    fn explain_no_less(
        &self,
        l: VarId,
        r: VarId,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let (low, high) = (past.wide_bounds(l).0, past.wide_bounds(r).1);
        if l != r && low >= high {
            into.at_least(l, low);
            into.at_most(r, low);
        }
        l == r || low >= high
    }

    /// Explains why the places from one on are not in order.
    fn explain_rest(
        &self,
        from: usize,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        let mark = into.atom_count();
        for (&l, &r) in self.left.iter().zip(&self.right).skip(from) {
            let (low, high) = (past.wide_bounds(l).0, past.wide_bounds(r).1);
            if l != r && low > high {
                into.at_least(l, low);
                into.at_most(r, low - 1);
                return true;
            }
            if !self.explain_no_less(l, r, past, into) {
                into.take_back(mark);
                return false;
            }
        }
        // Equal vectors satisfy an order that is not strict, so there is nothing to explain.
        if !self.strict {
            into.take_back(mark);
        }
        self.strict
    }
}
