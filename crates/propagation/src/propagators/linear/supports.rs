//! Domain consistency of sums by reachable partial sums.

use parallax_model::{self as model, VarId};

use super::bounds::merge_terms;
use crate::propagators::{
    ConstraintPropagator, DomainClaim, DomainStore, ExplanationPremises, PastDomains,
    PropagatorCost, PropagatorError,
};
use crate::store::{PropagationConflict, set_bits};

/// Maximum number of word operations of one call: values of all terms times words of a set of
/// partial sums. Larger sums fall back on bounds.
const MAX_STEPS: usize = 1 << 16;

/// Domain consistency of `sum = constant` by dynamic programming (Trick 2003): for each place,
/// the partial sums reachable from the left and those from which the constant is reachable, as
/// bit sets. A value stays while it leads from one of the former to one of the latter.
/// Constraint checks count the values visited.
#[derive(Clone)]
pub(super) struct LinearSupportPropagator {
    terms: Vec<SupportTerm>,
    /// The constant minus the sum of the least values at the root.
    target: usize,
    /// Words in a set of sums from 0 to the target.
    len: usize,
    /// A set before each term and one after the last.
    reached: Vec<u64>,
    /// The sums at one place from which the target is reachable, and those one place before.
    open: Vec<u64>,
    before: Vec<u64>,
}

#[derive(Clone, Copy)]
struct SupportTerm {
    coefficient: i64,
    variable: VarId,
    /// Its least value at the root.
    least: i64,
}

impl SupportTerm {
    /// Returns the shift of the partial sum by a value.
    #[inline]
    fn sum_shift(&self, value: i32) -> usize {
        (self.coefficient * i64::from(value) - self.least) as usize
    }
}

impl LinearSupportPropagator {
    /// Builds the sets for an equation.
    ///
    /// # Errors
    /// Returns by how much the sets would be too large.
    pub(super) fn new(c: &model::Linear, store: &DomainStore) -> Result<Self, PropagatorError> {
        let mut greatest: i64 = 0;
        let terms: Vec<SupportTerm> = merge_terms(c)
            .into_iter()
            .map(|(coefficient, variable)| {
                let ends = [store.min(variable), store.max(variable)];
                let [a, b] = ends.map(|end| coefficient * i64::from(end));
                greatest += a.max(b);
                SupportTerm { coefficient, variable, least: a.min(b) }
            })
            .collect();
        let least: i64 = terms.iter().map(|term| term.least).sum();
        // A constant beyond these sums is a conflict, which bounds consistency detects at once.
        let is_within = (least..=greatest).contains(&c.constant);
        let target = if is_within { (c.constant - least) as usize } else { 0 };
        let len = target / 64 + 1;
        let values: usize =
            terms.iter().map(|term| store.domain_size(term.variable) as usize).sum();
        // A call costs this product; larger equations keep to bounds.
        if values.saturating_mul(len) > MAX_STEPS {
            return Err(PropagatorError::Sums { values, words: len, most: MAX_STEPS });
        }
        Ok(LinearSupportPropagator {
            reached: vec![0; len * (terms.len() + 1)],
            open: vec![0; len],
            before: vec![0; len],
            terms,
            target,
            len,
        })
    }

    /// Computes the sums reachable by each prefix of the terms.
    fn reach_sums(&mut self, store: &DomainStore) {
        self.reached.fill(0);
        // The empty prefix. Each value shifts the sum by its distance from the term's least value.
        self.reached[0] = 1;
        for (i, term) in self.terms.iter().enumerate() {
            // The set after a term is the union of the set before it, shifted by each value of the
            // term.
            let (done, rest) = self.reached.split_at_mut((i + 1) * self.len);
            let (from, to) = (&done[i * self.len..], &mut rest[..self.len]);
            for value in store.values(term.variable) {
                or_shifted_up(from, term.sum_shift(value), to);
            }
        }
    }

    /// Keeps the values of a term that lead from a reached sum to an open one, and replaces the
    /// open sums by those before the term.
    fn filter_term(
        &mut self,
        place: usize,
        store: &mut DomainStore,
    ) -> Result<(), PropagationConflict> {
        let term = self.terms[place];
        let from = &self.reached[place * self.len..][..self.len];
        self.before.fill(0);
        for w in 0..store.domain_words(term.variable).len() {
            let word = store.domain_words(term.variable)[w];
            let mut kept = 0;
            for bit in set_bits(word) {
                let shift = term.sum_shift(store.word_start(term.variable, w) + bit as i32);
                // Some prefix reaches a sum from which this value leads to an open one.
                if meets_shifted_up(from, shift, &self.open) {
                    kept |= 1 << bit;
                    or_shifted_down(&self.open, shift, &mut self.before);
                }
            }
            store.keep_bits(term.variable, w, kept)?;
        }
        // The terms are filtered from the last to the first; removed values cannot spoil `reached`,
        // since a value without support is on no complete path.
        std::mem::swap(&mut self.open, &mut self.before);
        Ok(())
    }
}

/// Returns the word at `place` of a set shifted up by `shift` bits.
#[inline]
fn moved_up(set: &[u64], shift: usize, place: usize) -> u64 {
    let (words, bits) = (shift / 64, shift % 64);
    let Some(at) = place.checked_sub(words) else {
        return 0;
    };
    // Without a bit offset no bits come from the word below, and the shift by 64 would overflow.
    let low = if bits > 0 && at > 0 { set[at - 1] >> (64 - bits) } else { 0 };
    set[at] << bits | low
}

/// Adds `set`, shifted up, to `into`; bits beyond its end are lost.
fn or_shifted_up(set: &[u64], shift: usize, into: &mut [u64]) {
    for (place, word) in into.iter_mut().enumerate().skip(shift / 64) {
        *word |= moved_up(set, shift, place);
    }
}

/// Whether `set`, shifted up, and `other` share a bit.
fn meets_shifted_up(set: &[u64], shift: usize, other: &[u64]) -> bool {
    let mut words = other.iter().enumerate().skip(shift / 64);
    words.any(|(place, word)| word & moved_up(set, shift, place) != 0)
}

/// Adds `set`, shifted down, to `into`.
fn or_shifted_down(set: &[u64], shift: usize, into: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for (place, word) in into.iter_mut().enumerate() {
        let at = |place: usize| set.get(place + words).copied().unwrap_or(0);
        let high = if bits > 0 { at(place + 1) << (64 - bits) } else { 0 };
        *word |= at(place) >> bits | high;
    }
}

impl ConstraintPropagator for LinearSupportPropagator {
    fn scope(&self) -> Vec<VarId> {
        self.terms.iter().map(|term| term.variable).collect()
    }

    fn call_cost(&self) -> PropagatorCost {
        PropagatorCost::High
    }

    fn is_idempotent(&self) -> bool {
        true
    }

    fn propagate(&mut self, store: &mut DomainStore) -> Result<(), PropagationConflict> {
        let values: usize = self.terms.iter().map(|t| store.domain_size(t.variable) as usize).sum();
        store.spend_steps(values * self.len)?;
        store.count_checks(values);
        self.reach_sums(store);
        let end = &self.reached[self.terms.len() * self.len..];
        if end[self.target / 64] >> (self.target % 64) & 1 == 0 {
            return Err(PropagationConflict);
        }
        self.open.fill(0);
        self.open[self.target / 64] |= 1 << (self.target % 64);
        (0..self.terms.len()).rev().try_for_each(|place| self.filter_term(place, store))
    }

    fn explain_atom(
        &self,
        claim: DomainClaim,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) {
        for value in into.left_to_refute(claim, past) {
            if !self.explain_cut(Some((claim.variable, value)), past, into) {
                return into.add_scope(&self.scope(), past);
            }
        }
    }

    fn explain_failure(&self, past: &PastDomains<'_>, into: &mut ExplanationPremises<'_>) {
        if !self.explain_cut(None, past, into) {
            into.add_scope(&self.scope(), past);
        }
    }
}

impl LinearSupportPropagator {
    /// Explains why no values have the sum, if one variable has a value: from the last term to the
    /// first, adds the lost values that would lead from a reached sum to one from which the target
    /// is reachable. Returns false and adds nothing if the target is reached.
    fn explain_cut(
        &self,
        assumed: Option<(VarId, i32)>,
        past: &PastDomains<'_>,
        into: &mut ExplanationPremises<'_>,
    ) -> bool {
        // Forward with the domains of that time, then backward as in `propagate`.
        let value_of = |v: VarId| assumed.filter(|&(own, _)| own == v).map(|(_, value)| value);
        let mut reached = vec![0; self.len * (self.terms.len() + 1)];
        reached[0] = 1;
        for (i, term) in self.terms.iter().enumerate() {
            let (done, rest) = reached.split_at_mut((i + 1) * self.len);
            let (from, to) = (&done[i * self.len..], &mut rest[..self.len]);
            match value_of(term.variable) {
                Some(value) => or_shifted_up(from, term.sum_shift(value), to),
                None => past
                    .values(term.variable)
                    .for_each(|value| or_shifted_up(from, term.sum_shift(value), to)),
            }
        }
        let mut open = vec![0; self.len];
        open[self.target / 64] |= 1 << (self.target % 64);
        if meets_shifted_up(&reached[self.terms.len() * self.len..], 0, &open) {
            return false;
        }
        for (i, term) in self.terms.iter().enumerate().rev() {
            let from = &reached[i * self.len..][..self.len];
            let mut before = vec![0; self.len];
            if let Some(value) = value_of(term.variable) {
                or_shifted_down(&open, term.sum_shift(value), &mut before);
            } else {
                // A root value that would connect both sides must be lost and becomes a premise.
                // The reason does not depend on the others, so they count as present and widen the
                // open sums.
                let (connecting, harmless): (Vec<i32>, Vec<i32>) = into
                    .root_values(term.variable)
                    .into_iter()
                    .partition(|&value| meets_shifted_up(from, term.sum_shift(value), &open));
                for value in harmless {
                    or_shifted_down(&open, term.sum_shift(value), &mut before);
                }
                into.add_lost_values(term.variable, &connecting, past);
            }
            open = before;
        }
        true
    }
}
