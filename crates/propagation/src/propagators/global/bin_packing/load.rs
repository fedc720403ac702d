//! The load of a bin: a number or a variable.

use parallax_model::Operand;

use crate::store::{Conflict, Store};

/// Returns the least and the greatest load.
#[inline]
pub(super) fn ends(load: Operand, store: &Store) -> (i64, i64) {
    match load {
        Operand::Number(number) => (number.into(), number.into()),
        Operand::Variable(v) => (store.min(v).into(), store.max(v).into()),
    }
}

/// Keeps the loads from `low` to `high`.
///
/// # Errors
/// Returns a conflict if there is none.
#[inline]
pub(super) fn clip(load: Operand, low: i64, high: i64, store: &mut Store) -> Result<(), Conflict> {
    match load {
        Operand::Number(number) if (low..=high).contains(&number.into()) => Ok(()),
        Operand::Number(_) => Err(Conflict),
        Operand::Variable(v) => {
            store.remove_below(v, low)?;
            store.remove_above(v, high)
        }
    }
}
