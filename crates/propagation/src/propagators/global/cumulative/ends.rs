//! Bounds of variables and operands, now or at an earlier removal.

use parallax_model::{Domain, Operand, VarId};

use crate::propagators::{Past, Removal, Store};
use crate::store::Conflict;

/// The bounds of each variable, from the store or from an explanation.
pub(in super::super) trait Ends {
    /// Returns the least and the greatest value of a variable.
    fn ends(&self, v: VarId) -> (i64, i64);

    /// Returns the least and the greatest value of an operand.
    fn of(&self, operand: Operand) -> (i64, i64) {
        match operand {
            Operand::Number(number) => (number.into(), number.into()),
            Operand::Variable(v) => self.ends(v),
        }
    }
}

impl Ends for Store {
    #[inline]
    fn ends(&self, v: VarId) -> (i64, i64) {
        (self.min(v).into(), self.max(v).into())
    }
}

/// The bounds just before a removal, with the removed value as the only one of its variable: if
/// they break the constraint, they explain the removal.
pub(in super::super) struct Assumed<'a> {
    pub(in super::super) past: &'a Past<'a>,
    pub(in super::super) removal: Removal,
}

impl Ends for Assumed<'_> {
    fn ends(&self, v: VarId) -> (i64, i64) {
        if v == self.removal.variable {
            return (self.removal.value.into(), self.removal.value.into());
        }
        // A domain is never empty before a removal.
        let (low, high) = self.past.bounds(v).unwrap_or_default();
        (low.into(), high.into())
    }
}

impl Assumed<'_> {
    /// Returns the bounds of these variables, as an explanation; the removed value is for its
    /// own variable.
    pub(in super::super) fn bounds_of(&self, mut all: Vec<VarId>) -> Vec<(VarId, Domain)> {
        all.sort_unstable();
        all.dedup();
        all.retain(|&v| v != self.removal.variable);
        let hull = |v| self.past.bounds(v).map(|(low, high)| (v, Domain::range(low, high)));
        all.into_iter().filter_map(hull).collect()
    }
}

/// Removes the values of an operand above a bound.
///
/// # Errors
/// Returns a conflict if none remains, or a number is above it.
pub(in super::super) fn at_most(
    operand: Operand,
    bound: i64,
    store: &mut Store,
) -> Result<(), Conflict> {
    match operand {
        Operand::Number(number) if i64::from(number) > bound => Err(Conflict),
        Operand::Number(_) => Ok(()),
        Operand::Variable(v) => store.remove_above(v, bound),
    }
}

/// Removes the values of an operand below a bound.
///
/// # Errors
/// Returns a conflict if none remains, or a number is below it.
pub(in super::super) fn at_least(
    operand: Operand,
    bound: i64,
    store: &mut Store,
) -> Result<(), Conflict> {
    match operand {
        Operand::Number(number) if i64::from(number) < bound => Err(Conflict),
        Operand::Number(_) => Ok(()),
        Operand::Variable(v) => store.remove_below(v, bound),
    }
}
