//! Bounds of variables and operands, now or at an earlier removal.

use parallax_model::{ConstraintOperand, Domain, VarId};

use crate::propagators::{DomainStore, PastDomains, ValueRemoval};
use crate::store::PropagationConflict;

/// The bounds of each variable, from the store or from an explanation.
pub(in super::super) trait BoundsSource {
    /// Returns the least and the greatest value of a variable.
    fn variable_bounds(&self, v: VarId) -> (i64, i64);

    /// Returns the least and the greatest value of an operand.
    fn operand_bounds(&self, operand: ConstraintOperand) -> (i64, i64) {
        match operand {
            ConstraintOperand::Number(number) => (number.into(), number.into()),
            ConstraintOperand::Variable(v) => self.variable_bounds(v),
        }
    }
}

impl BoundsSource for DomainStore {
    #[inline]
    fn variable_bounds(&self, v: VarId) -> (i64, i64) {
        (self.min(v).into(), self.max(v).into())
    }
}

/// The bounds just before a removal, with the removed value as the only one of its variable: if
/// they break the constraint, they explain the removal.
pub(in super::super) struct AssumptionBounds<'a> {
    pub(in super::super) past: &'a PastDomains<'a>,
    pub(in super::super) removal: ValueRemoval,
}

impl BoundsSource for AssumptionBounds<'_> {
    fn variable_bounds(&self, v: VarId) -> (i64, i64) {
        if v == self.removal.variable {
            return (self.removal.value.into(), self.removal.value.into());
        }
        // A domain is never empty before a removal.
        let (low, high) = self.past.bounds(v).unwrap_or_default();
        (low.into(), high.into())
    }
}

impl AssumptionBounds<'_> {
    /// Returns the bounds of these variables, as an explanation; the removed value is for its
    /// own variable.
    pub(in super::super) fn bounds_of(&self, mut all: Vec<VarId>) -> Vec<(VarId, Domain)> {
        all.sort_unstable();
        all.dedup();
        all.retain(|&v| v != self.removal.variable);
        // The rules read bounds alone, so holes are not premises.
        let hull = |v| self.past.bounds(v).map(|(low, high)| (v, Domain::from_range(low, high)));
        all.into_iter().filter_map(hull).collect()
    }
}

/// Removes the values of an operand above a bound.
///
/// # Errors
/// Returns a conflict if none remains, or a number is above it.
pub(in super::super) fn at_most(
    operand: ConstraintOperand,
    bound: i64,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    match operand {
        ConstraintOperand::Number(number) if i64::from(number) > bound => Err(PropagationConflict),
        ConstraintOperand::Number(_) => Ok(()),
        ConstraintOperand::Variable(v) => store.remove_above(v, bound),
    }
}

/// Removes the values of an operand below a bound.
///
/// # Errors
/// Returns a conflict if none remains, or a number is below it.
pub(in super::super) fn at_least(
    operand: ConstraintOperand,
    bound: i64,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    match operand {
        ConstraintOperand::Number(number) if i64::from(number) < bound => Err(PropagationConflict),
        ConstraintOperand::Number(_) => Ok(()),
        ConstraintOperand::Variable(v) => store.remove_below(v, bound),
    }
}
