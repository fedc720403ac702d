//! The load of a bin: a number or a variable.

use parallax_model::ConstraintOperand;

use crate::store::{DomainStore, PropagationConflict};

/// Returns the least and the greatest load.
#[inline]
pub(super) fn load_bounds(load: ConstraintOperand, store: &DomainStore) -> (i64, i64) {
    match load {
        ConstraintOperand::Number(number) => (number.into(), number.into()),
        ConstraintOperand::Variable(v) => (store.min(v).into(), store.max(v).into()),
    }
}

/// Keeps the loads from `low` to `high`.
///
/// # Errors
/// Returns a conflict if there is none.
#[inline]
pub(super) fn clip_load(
    load: ConstraintOperand,
    low: i64,
    high: i64,
    store: &mut DomainStore,
) -> Result<(), PropagationConflict> {
    match load {
        ConstraintOperand::Number(number) if (low..=high).contains(&number.into()) => Ok(()),
        ConstraintOperand::Number(_) => Err(PropagationConflict),
        ConstraintOperand::Variable(v) => {
            store.remove_below(v, low)?;
            store.remove_above(v, high)
        }
    }
}
