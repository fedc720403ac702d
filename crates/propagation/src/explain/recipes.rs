//! Steps that the explanations of several propagators share.

use parallax_model::{Value, VarId};

use super::{Claim, Past, Premises, Standing};
use crate::decision::Test;
use crate::store::Store;

/// An end of a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The upper bound.
    Upper,
    /// The lower bound.
    Lower,
}

impl Claim {
    /// Whether every value that satisfies this claim satisfies another one of the same variable.
    #[must_use]
    pub fn implies(self, other: Claim) -> bool {
        if self.variable != other.variable {
            return false;
        }
        match (self.test, other.test) {
            (Test::Is, _) => other.holds(self.value),
            (Test::Not, Test::Not) => self.value == other.value,
            (Test::AtMost, Test::AtMost) => self.value <= other.value,
            (Test::AtMost, Test::Not) => self.value < other.value,
            (Test::Above, Test::Above) => self.value >= other.value,
            (Test::Above, Test::Not) => self.value >= other.value,
            _ => false,
        }
    }
}

impl Past<'_> {
    /// Whether a variable was fixed to a value at that time. Faster than
    /// [`fixed`](Past::fixed) for the many variables that are not.
    #[inline]
    #[must_use]
    pub fn is_fixed_to(&self, v: VarId, value: Value) -> bool {
        let possible = match self.store.fixed(v) {
            Some(now) => now == value,
            None => self.store.size(v) == 0,
        };
        possible && self.fixed(v) == Some(value)
    }

    /// Returns the store of now, which may lack values that the variables had then.
    #[inline]
    #[must_use]
    pub fn current(&self) -> &Store {
        self.store
    }

    /// Returns the value to which a variable is fixed by now.
    #[must_use]
    pub fn fixed_since(&self, v: VarId) -> Option<Value> {
        self.store.fixed(v)
    }

    /// Returns the bounds of a variable at that time as wide numbers; those of an empty domain are
    /// in the wrong order.
    #[must_use]
    pub fn ends(&self, v: VarId) -> (i64, i64) {
        self.bounds(v).map_or((0, -1), |(low, high)| (low.into(), high.into()))
    }

    /// Returns the number of a value's bit among the words of a domain, if it has one.
    #[must_use]
    pub fn place(&self, v: VarId, value: Value) -> Option<usize> {
        self.store.place(v, value)
    }

    /// Returns the number of the propagator inside the running one that made the change at that
    /// time, or failed: from 1, and 0 for the running one itself.
    #[must_use]
    pub fn inner(&self) -> usize {
        self.store.inner_at(self.time as usize)
    }
}

impl Premises<'_> {
    /// Returns the least and the greatest value of a variable at the root.
    #[must_use]
    pub fn root_ends(&self, v: VarId) -> (i64, i64) {
        let (low, high) = self.root.bounds(v);
        (low.into(), high.into())
    }

    /// Returns the values of a variable at the root, in ascending order.
    #[must_use]
    pub fn root_values(&self, v: VarId) -> Vec<Value> {
        self.root.values(v).collect()
    }

    /// Adds that a variable has lost each of some values, given in ascending order. One atom may
    /// say it of several: that the variable is fixed, or has none beyond a bound.
    pub fn lost(&mut self, v: VarId, values: &[Value], past: &Past<'_>) {
        let had = |&value: &Value| self.root.is(self.store, v, value) != Standing::Never;
        let values: Vec<Value> = values.iter().copied().filter(had).collect();
        match (values.as_slice(), past.fixed(v)) {
            (&[only], _) => return self.not(v, only),
            ([_, _, ..], Some(value)) => return self.is(v, value),
            _ => {}
        }
        let Some((min, max)) = past.bounds(v) else { return };
        let below = values.partition_point(|&value| value < min);
        let above = values.partition_point(|&value| value <= max);
        match &values[..below] {
            [] => {}
            &[only] => self.not(v, only),
            [.., last] => self.at_least(v, i64::from(*last) + 1),
        }
        values[below..above].iter().for_each(|&value| self.not(v, value));
        match &values[above..] {
            [] => {}
            &[only] => self.not(v, only),
            [first, ..] => self.at_most(v, i64::from(*first) - 1),
        }
    }

    /// Adds that a variable has none of the values of the root for which `keeps` is false; it has
    /// lost all of these.
    pub fn lost_unless(&mut self, v: VarId, past: &Past<'_>, keeps: impl Fn(Value) -> bool) {
        let gone: Vec<Value> = self.root.values(v).filter(|&value| !keeps(value)).collect();
        self.lost(v, &gone, past);
    }

    /// Returns the values that a variable still had and that a claim excludes; adds that it has
    /// lost the others of these.
    pub fn left_to_refute(&mut self, claim: Claim, past: &Past<'_>) -> Vec<Value> {
        let v = claim.variable;
        if claim.test == Test::Not {
            return vec![claim.value];
        }
        let (left, gone): (Vec<Value>, Vec<Value>) =
            self.root.values(v).filter(|&x| !claim.holds(x)).partition(|&x| past.contains(v, x));
        self.lost(v, &gone, past);
        left
    }
}

/// Explains a claim by bounds. `proves` adds the premises under which the variable has no value
/// beyond a limit on one side, or returns false without adding any. Returns whether the claim is
/// explained; if not, nothing was added.
pub fn by_bounds(
    claim: Claim,
    past: &Past<'_>,
    into: &mut Premises<'_>,
    mut proves: impl FnMut(Side, i64, &mut Premises<'_>) -> bool,
) -> bool {
    let value = i64::from(claim.value);
    match claim.test {
        Test::AtMost => proves(Side::Upper, value, into),
        Test::Above => proves(Side::Lower, value + 1, into),
        Test::Not => proves(Side::Upper, value - 1, into) || proves(Side::Lower, value + 1, into),
        Test::Is => {
            let v = claim.variable;
            let mark = into.mark();
            let (low, high) = past.ends(v);
            for (side, holds) in [(Side::Upper, high <= value), (Side::Lower, low >= value)] {
                match (holds, side) {
                    (true, Side::Upper) => into.at_most(v, value),
                    (true, Side::Lower) => into.at_least(v, value),
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
