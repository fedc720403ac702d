//! Steps that the explanations of several propagators share.

use parallax_model::{Value, VarId};

use super::{DomainClaim, ExplanationPremises, PastDomains, RootClaimStatus};
use crate::decision::ValueTest;
use crate::store::DomainStore;

/// An end of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSide {
    /// The upper bound.
    Upper,
    /// The lower bound.
    Lower,
}

impl DomainClaim {
    /// Whether every value that satisfies this claim satisfies another one of the same variable.
    #[must_use]
    pub fn implies_claim(self, other: DomainClaim) -> bool {
        if self.variable != other.variable {
            return false;
        }
        match (self.test, other.test) {
            (ValueTest::Is, _) => other.admits_value(self.value),
            (ValueTest::Not, ValueTest::Not) => self.value == other.value,
            (ValueTest::AtMost, ValueTest::AtMost) => self.value <= other.value,
            // E.g. `x <= 3` implies `x != 5`. Domains are not consulted, so no bound implies an
            // equality.
            (ValueTest::AtMost, ValueTest::Not) => self.value < other.value,
            (ValueTest::Above, ValueTest::Above) => self.value >= other.value,
            (ValueTest::Above, ValueTest::Not) => self.value >= other.value,
            _ => false,
        }
    }
}

impl PastDomains<'_> {
    /// Whether a variable was fixed to a value at that time. Faster than
    /// [`fixed_value`](PastDomains::fixed_value) for the many variables that are not.
    #[inline]
    #[must_use]
    pub fn is_fixed_to(&self, v: VarId, value: Value) -> bool {
        // A variable fixed then has the same value, or none, today. This test reads no chain and
        // rejects almost all variables.
        let possible = match self.store.fixed_value(v) {
            Some(now) => now == value,
            None => self.store.domain_size(v) == 0,
        };
        possible && self.fixed_value(v) == Some(value)
    }

    /// Returns the current store, which may lack values that the variables had then.
    #[inline]
    #[must_use]
    pub fn current_store(&self) -> &DomainStore {
        self.store
    }

    /// Returns the value to which a variable is fixed by now.
    #[must_use]
    pub fn fixed_since(&self, v: VarId) -> Option<Value> {
        self.store.fixed_value(v)
    }

    /// Returns the bounds of a variable at that time as wide numbers; the bounds of an empty domain
    /// are in the wrong order.
    #[must_use]
    pub fn wide_bounds(&self, v: VarId) -> (i64, i64) {
        self.bounds(v).map_or((0, -1), |(low, high)| (low.into(), high.into()))
    }

    /// Returns the number of a value's bit among the words of a domain, if it has one.
    #[must_use]
    pub fn bit_index(&self, v: VarId, value: Value) -> Option<usize> {
        self.store.bit_index(v, value)
    }

    /// Returns the number of the propagator inside the running one that made the change at that
    /// time, or failed: from 1, and 0 for the running one itself.
    #[must_use]
    pub fn inner_number(&self) -> usize {
        self.store.inner_at(self.time as usize)
    }
}

impl ExplanationPremises<'_> {
    /// Returns the least and the greatest value of a variable at the root.
    #[must_use]
    pub fn root_ends(&self, v: VarId) -> (i64, i64) {
        let (low, high) = self.root.domain_bounds(v);
        (low.into(), high.into())
    }

    /// Returns the values of a variable at the root, in ascending order.
    #[must_use]
    pub fn root_values(&self, v: VarId) -> Vec<Value> {
        self.root.domain_values(v).collect()
    }

    /// Adds that a variable has lost each of some values, given in ascending order. One atom may
    /// cover several: that the variable is fixed, or has no value beyond a bound.
    pub fn add_lost_values(&mut self, v: VarId, values: &[Value], past: &PastDomains<'_>) {
        let had = |&value: &Value| {
            self.root.equality_status(self.store, v, value) != RootClaimStatus::Never
        };
        let values: Vec<Value> = values.iter().copied().filter(had).collect();
        // A single disequality is the weakest premise. For two values or more, one equality is
        // shorter.
        match (values.as_slice(), past.fixed_value(v)) {
            (&[only], _) => return self.add_disequality(v, only),
            ([_, _, ..], Some(value)) => return self.add_equality(v, value),
            _ => {}
        }
        let Some((min, max)) = past.bounds(v) else { return };
        // Otherwise the lost values fall into three groups: below the minimum, in holes, above the
        // maximum. Each outer group of two or more needs one bound, which is no stronger than
        // necessary.
        let below = values.partition_point(|&value| value < min);
        let above = values.partition_point(|&value| value <= max);
        match &values[..below] {
            [] => {}
            &[only] => self.add_disequality(v, only),
            // E.g. lost {1, 2} of a variable that is at least 5 by then: `v >= 3` suffices.
            [.., last] => self.at_least(v, i64::from(*last) + 1),
        }
        values[below..above].iter().for_each(|&value| self.add_disequality(v, value));
        match &values[above..] {
            [] => {}
            &[only] => self.add_disequality(v, only),
            [first, ..] => self.at_most(v, i64::from(*first) - 1),
        }
    }

    /// Adds that a variable has lost all values of the root for which `keeps` is false.
    pub fn lost_unless(&mut self, v: VarId, past: &PastDomains<'_>, keeps: impl Fn(Value) -> bool) {
        let gone: Vec<Value> = self.root.domain_values(v).filter(|&value| !keeps(value)).collect();
        self.add_lost_values(v, &gone, past);
    }

    /// Returns the values that a claim excludes and that its variable still had; adds that it has
    /// lost the other values that the claim excludes.
    pub fn left_to_refute(&mut self, claim: DomainClaim, past: &PastDomains<'_>) -> Vec<Value> {
        let v = claim.variable;
        if claim.test == ValueTest::Not {
            return vec![claim.value];
        }
        let (left, gone): (Vec<Value>, Vec<Value>) = self
            .root
            .domain_values(v)
            .filter(|&x| !claim.admits_value(x))
            .partition(|&x| past.contains(v, x));
        self.add_lost_values(v, &gone, past);
        left
    }
}

/// Explains a claim by bounds. `proves` adds the premises under which the variable has no value
/// beyond a limit on one side, or returns false without adding any. Returns whether the claim is
/// explained; if not, nothing was added.
pub fn by_bounds(
    claim: DomainClaim,
    past: &PastDomains<'_>,
    into: &mut ExplanationPremises<'_>,
    mut proves: impl FnMut(BoundSide, i64, &mut ExplanationPremises<'_>) -> bool,
) -> bool {
    let value = i64::from(claim.value);
    match claim.test {
        ValueTest::AtMost => proves(BoundSide::Upper, value, into),
        ValueTest::Above => proves(BoundSide::Lower, value + 1, into),
        ValueTest::Not => {
            // A value is excluded as soon as it lies beyond one bound. A failed attempt adds
            // nothing, so the second one starts clean.
            proves(BoundSide::Upper, value - 1, into) || proves(BoundSide::Lower, value + 1, into)
        }
        ValueTest::Is => {
            let v = claim.variable;
            // Being equal means both bounds. A bound that the variable had reached already is
            // itself the premise; the other one must be proved.
            let mark = into.atom_count();
            let (low, high) = past.wide_bounds(v);
            for (side, holds) in
                [(BoundSide::Upper, high <= value), (BoundSide::Lower, low >= value)]
            {
                match (holds, side) {
                    (true, BoundSide::Upper) => into.at_most(v, value),
                    (true, BoundSide::Lower) => into.at_least(v, value),
                    (false, _) if proves(side, value, into) => {}
                    (false, _) => {
                        into.take_back(mark);
                        return false;
                    }
                }
            }
            true
        }
    }
}
