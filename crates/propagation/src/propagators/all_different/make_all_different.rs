//! Chooses the propagator of an all-different constraint.

use parallax_model::{self as model, Model, Value, VarId};

use super::bounds;
use super::elimination;
use super::flat;
use super::matching;
use super::singles;
use crate::levels::Level;
use crate::propagators::{Propagator, has_repetitions};
use crate::store::Store;

/// Appends the propagators of an all-different at a level of at least [`Level::Arc`]. Value
/// elimination always comes first, since it is cheap.
pub(in crate::propagators) fn make(
    c: &model::AllDifferent,
    level: Level,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    made.push(Box::new(elimination::Elimination::new(c, store)));
    match level {
        Level::Singles => made.push(match flat::FlatSingles::new(c, store) {
            Some(flat) => Box::new(flat),
            None => Box::new(singles::Singles::new(c, store)),
        }),
        // With a repeated variable, elimination fails at once.
        Level::Bounds | Level::Domain if has_repetitions(&c.scope) => {}
        Level::Bounds => made.push(Box::new(bounds::Bounds::new(c))),
        Level::Domain => made.push(Box::new(matching::propagator(c, store))),
        Level::None | Level::Forward | Level::Arc => {}
    }
}

/// Whether a scope of different variables has as many values as variables.
#[must_use]
pub fn is_permutation(scope: &[VarId], model: &Model) -> bool {
    let mut values: Vec<Value> = Vec::new();
    for &v in scope {
        values.extend(model.domain(v).iter());
        if values.len() > 2 * scope.len() {
            values.sort_unstable();
            values.dedup();
            if values.len() > scope.len() {
                return false;
            }
        }
    }
    values.sort_unstable();
    values.dedup();
    values.len() == scope.len()
}
