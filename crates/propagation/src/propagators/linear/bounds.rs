//! Linear sums by bounds consistency.

use parallax_model::{self as model, ComparisonOperator, Domain, VarId};

use super::divisor_rounding::DivisorRounding;
use super::slack::{SumBounds, SumSlack};
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainEvent, DomainStore, ExplanationPremises, PastDomains,
    ValueRemoval, by_bounds,
};
use crate::store::PropagationConflict;

/// Maximum number of terms of a sum whose bounds a certificate lists.
const MAX_LISTED_TERMS: usize = 64;

/// Bounds consistency of a weighted sum (Harvey and Schimpf 2002): each term is bounded by the room
/// that the others leave, and in equations rounded by the divisors of the coefficients. `!=` acts
/// once one variable remains.
#[derive(Clone)]
pub(super) struct LinearBoundsPropagator {
    /// Each variable once, with nonzero coefficients.
    pub(super) terms: Vec<(i64, VarId)>,
    pub(super) relation: ComparisonOperator,
    pub(super) constant: i64,
    /// For equations with a coefficient other than 1 and -1.
    pub(super) modular: Option<DivisorRounding>,
    /// For long sums.
    slack: Option<SumSlack>,
    /// Two places that were open at the last call of a `!=`; after an undo, only a guess.
    open: [usize; 2],
}

impl LinearBoundsPropagator {
    pub(super) fn new(c: &model::Linear, store: &mut DomainStore) -> Self {
        let (relation, constant) = match c.relation {
            ComparisonOperator::Lt => (ComparisonOperator::Le, c.constant - 1),
            ComparisonOperator::Gt => (ComparisonOperator::Ge, c.constant + 1),
            other => (other, c.constant),
        };
        let terms = merge_terms(c);
        let modular =
            DivisorRounding::for_terms(&terms).filter(|_| relation == ComparisonOperator::Eq);
        let slack =
            SumSlack::for_terms(&terms, store).filter(|_| relation != ComparisonOperator::Ne);
        LinearBoundsPropagator { terms, relation, constant, modular, slack, open: [0, 0] }
    }

    /// Returns the least and greatest value of a term.
    #[inline]
    fn term_bounds((a, v): (i64, VarId), store: &DomainStore) -> (i64, i64) {
        let (min, max) = (i64::from(store.min(v)), i64::from(store.max(v)));
        match a {
            1 => (min, max),
            0.. => (a * min, a * max),
            _ => (a * max, a * min),
        }
    }

    /// Keeps `low <= a * v <= high`.
    #[inline]
    fn restrict_term(
        (a, v): (i64, VarId),
        low: i64,
        high: i64,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        match a {
            1 => {
                store.remove_below(v, low)?;
                store.remove_above(v, high)
            }
            0.. => {
                // Rounds inwards: `2v >= 3` means `v >= 2`.
                store.remove_below(v, ceil_div(low, a))?;
                store.remove_above(v, floor_div(high, a))
            }
            _ => {
                // A negative coefficient swaps the ends.
                store.remove_below(v, ceil_div(high, a))?;
                store.remove_above(v, floor_div(low, a))
            }
        }
    }

    /// Returns by how much any term may exceed its least value, and stay below its greatest.
    #[inline]
    fn term_room(&self, sum_low: i64, sum_high: i64) -> (i64, i64) {
        let at_least = self.relation != ComparisonOperator::Le;
        let at_most = self.relation != ComparisonOperator::Ge;
        // With all other terms at their least, a term may use the whole slack; a missing side has
        // no limit.
        let above = if at_most { self.constant - sum_low } else { i64::MAX };
        let below = if at_least { sum_high - self.constant } else { i64::MAX };
        (above, below)
    }

    /// Calls [`tighten_bounds`](LinearBoundsPropagator::tighten_bounds), for a long sum only if
    /// some term may exceed its room.
    fn tighten_if_tight(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let terms = &self.terms;
        let bounds = |term: usize, store: &DomainStore| Self::term_bounds(terms[term], store);
        if let Some(slack) = &mut self.slack {
            let ends = slack.follow_changes(bounds, store);
            if let Some(SumBounds { low, high, widest }) = ends {
                let (above, below) = self.term_room(low, high);
                // No term is wider than the slack on either side, so no bound can move.
                if above >= widest && below >= widest {
                    return Ok(());
                }
            }
        }
        self.tighten_bounds(store)?;
        let terms = &self.terms;
        if let Some(slack) = &self.slack {
            slack.store_scan(|term, store| Self::term_bounds(terms[term], store), store);
        }
        Ok(())
    }

    fn tighten_bounds(&self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let at_least = self.relation != ComparisonOperator::Le;
        let at_most = self.relation != ComparisonOperator::Ge;
        store.spend_steps(self.terms.len())?;
        // Harvey and Schimpf: the sums of all ends make the bounds of each term a matter of
        // subtraction.
        let (mut sum_low, mut sum_high, mut widest) = (0, 0, 0);
        for &term in &self.terms {
            let (low, high) = Self::term_bounds(term, store);
            sum_low += low;
            sum_high += high;
            widest = widest.max(high - low);
        }
        loop {
            let (above, below) = self.term_room(sum_low, sum_high);
            if above < 0 || below < 0 {
                return Err(PropagationConflict);
            }
            // The widths only shrink from here, so `widest` of the first scan remains a safe limit.
            if above >= widest && below >= widest {
                return Ok(());
            }
            let before = store.prunings;
            for &term in &self.terms {
                let (low, high) = Self::term_bounds(term, store);
                // `sum_high - high` is the greatest sum of the other terms.
                let floor = if at_least { self.constant - (sum_high - high) } else { low };
                let ceiling = if at_most { self.constant - (sum_low - low) } else { high };
                if floor > low || ceiling < high {
                    Self::restrict_term(term, floor.max(low), ceiling.min(high), store)?;
                    // The sums follow, so that the next terms see the new bounds.
                    let (new_low, new_high) = Self::term_bounds(term, store);
                    sum_low += new_low - low;
                    sum_high += new_high - high;
                }
            }
            // Bounds that land in holes move further than asked, so a round may enable another one.
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    fn tighten_and_round(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        loop {
            self.tighten_if_tight(store)?;
            let Some(modular) = &mut self.modular else {
                return Ok(());
            };
            let before = store.prunings;
            modular.round_bounds(&self.terms, self.constant, store)?;
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    fn enforce_difference(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let is_open =
            |place: usize| self.terms.get(place).is_some_and(|&(_, v)| !store.is_fixed(v));
        let [first, second] = self.open;
        // Two open terms: the difference can still be met either way.
        if first != second && is_open(first) && is_open(second) {
            return Ok(());
        }
        let mut open: Option<(usize, i64, VarId)> = None;
        let mut sum = 0;
        for (place, &(a, v)) in self.terms.iter().enumerate() {
            match (store.fixed_value(v), open) {
                (Some(value), _) => sum += a * i64::from(value),
                (None, None) => open = Some((place, a, v)),
                (None, Some((before, ..))) => {
                    self.open = [before, place];
                    return Ok(());
                }
            }
        }
        let open = open.map(|(_, a, v)| (a, v));
        // The last open term must not equal the rest of the constant.
        let rest = self.constant - sum;
        match open {
            None if rest == 0 => Err(PropagationConflict),
            Some((a, v)) if rest % a == 0 => match (rest / a).try_into() {
                Ok(value) => store.remove_value(v, value),
                Err(_) => Ok(()),
            },
            _ => Ok(()),
        }
    }
}

/// Returns the terms of a sum, with each variable once and no zero coefficient.
pub(in crate::propagators) fn merge_terms(c: &model::Linear) -> Vec<(i64, VarId)> {
    let mut terms: Vec<(i64, VarId)> =
        c.terms.iter().map(|term| (term.coefficient, term.variable)).collect();
    terms.sort_by_key(|&(_, v)| v);
    terms.dedup_by(|next, kept| {
        let same = next.1 == kept.1;
        if same {
            // Only the coefficient of a variable fixed to 0 can exceed the limits.
            kept.0 = kept.0.wrapping_add(next.0);
        }
        same
    });
    terms.retain(|(coefficient, _)| *coefficient != 0);
    terms
}

fn floor_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn ceil_div(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient }
}

impl ConstraintPropagator for LinearBoundsPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.terms.iter().map(|&(_, v)| v).collect()
    }

    fn watched_events(&self) -> Vec<(VarId, DomainEvent)> {
        // The end of a term whose change tightens the bounds of the others.
        let event = |a: i64| match (self.relation, a > 0) {
            (ComparisonOperator::Ne, _) => DomainEvent::Fixed,
            (ComparisonOperator::Le, true) | (ComparisonOperator::Ge, false) => DomainEvent::Min,
            (ComparisonOperator::Le, false) | (ComparisonOperator::Ge, true) => DomainEvent::Max,
            _ => DomainEvent::Bounds,
        };
        self.terms.iter().map(|&(a, v)| (v, event(a))).collect()
    }

    fn wants_changes(&self) -> bool {
        self.slack.is_some()
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn by_bounds(&self) -> bool {
        // Rounding reads divisors as well. Listing the bounds of long sums takes longer than it
        // saves.
        self.modular.is_none() && self.terms.len() <= MAX_LISTED_TERMS
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        match self.relation {
            ComparisonOperator::Ne => self.enforce_difference(store),
            _ => self.tighten_and_round(store),
        }
    }

    /// Returns the bounds of the other variables; the values between them do not matter.
    fn explain_removal(
        &self,
        removal: ValueRemoval,
        past: &PastDomains<'_>,
    ) -> Vec<(VarId, Domain)> {
        let others = self.terms.iter().map(|&(_, v)| v).filter(|&v| v != removal.variable);
        let hull = |v| past.bounds(v).map(|(low, high)| (v, Domain::from_range(low, high)));
        let mut because: Vec<(VarId, Domain)> = others.filter_map(hull).collect();
        // Its own bounds matter if a bound moved past a hole.
        because.extend(hull(removal.variable));
        because
    }

    /// Names one bound of each other term that is needed. If these do not suffice, divisors moved
    /// the bound.
    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        let explained = self.relation != ComparisonOperator::Ne
            && by_bounds(claim, past, into, |side, limit, into| {
                self.explain_bound(claim.variable, side, limit, past, into)
            });
        if !explained {
            self.explain_rounding(claim, past, into);
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        self.explain_conflict(past, into);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_down_and_up() {
        for a in -20..=20i64 {
            for b in (-6..=6i64).filter(|&b| b != 0) {
                let exact = a as f64 / b as f64;
                assert_eq!(floor_div(a, b), exact.floor() as i64);
                assert_eq!(ceil_div(a, b), exact.ceil() as i64);
            }
        }
    }
}
