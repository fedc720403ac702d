//! Chooses the propagator of an all-different constraint.

use parallax_model::{self as model, Model, Value, VarId};

use super::elimination;
use super::hall_intervals;
use super::matching;
use super::singles;
use super::word_singles;
use crate::levels::ConsistencyLevel;
use crate::propagators::{ConstraintPropagator, has_repetitions};
use crate::store::DomainStore;

/// Appends the propagators of an all-different at a level of at least [`ConsistencyLevel::Arc`].
/// Value elimination always comes first, since it is cheap.
pub(in crate::propagators) fn post_all_different(
    c: &model::AllDifferent,
    level: ConsistencyLevel,
    store: &mut DomainStore,
    made: &mut Vec<Box<dyn ConstraintPropagator>>,
) {
    made.push(Box::new(elimination::ValueEliminationPropagator::new(c, store)));
    match level {
        // The word version needs all values within one aligned word, and a permutation.
        ConsistencyLevel::Singles => made.push(match word_singles::FlatSingles::new(c, store) {
            Some(flat) => Box::new(flat),
            None => Box::new(singles::HiddenSinglePropagator::new(c, store)),
        }),
        // With a repeated variable, elimination fails at once.
        ConsistencyLevel::Bounds | ConsistencyLevel::Domain if has_repetitions(&c.scope) => {}
        ConsistencyLevel::Bounds => {
            made.push(Box::new(hall_intervals::HallIntervalPropagator::new(c)));
        }
        ConsistencyLevel::Domain => made.push(Box::new(matching::build_matching(c, store))),
        ConsistencyLevel::None | ConsistencyLevel::Forward | ConsistencyLevel::Arc => {}
    }
}

/// Whether a scope of different variables has as many values as variables.
#[must_use]
pub fn is_permutation(scope: &[VarId], model: &Model) -> bool {
    let mut values: Vec<Value> = Vec::new();
    for &v in scope {
        values.extend(model.domain(v).iter());
        // Deduplicates only when the list has doubled, so that it stays short and the sorting is
        // amortised; an early surplus of values ends the scan.
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
