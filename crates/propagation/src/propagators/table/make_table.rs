//! Chooses the propagator of a table.

use parallax_model as model;

use super::compact;
use super::negative_table;
use super::tabular_reduction;
use super::tuples::SparseTupleSet;
use crate::propagators::{ConstraintPropagator, has_repetitions};
use crate::store::DomainStore;

/// Maximum number of words of the bit sets of a table (256 MiB).
const MAX_WORDS: usize = 1 << 25;

/// Returns the domain-consistent propagator of a table; `None` for forbidden tuples that are too
/// many for bit sets, or whose scope repeats a variable or is empty.
pub(in crate::propagators) fn build_table(
    c: &model::Table,
    store: &mut DomainStore,
) -> Option<Box<dyn ConstraintPropagator>> {
    let values: usize = c.scope.iter().map(|&v| store.domain_words(v).len() * 64).sum();
    let fits = values.saturating_mul(c.tuples.len() / 64 + 1) <= MAX_WORDS;
    let compact = fits && !has_repetitions(&c.scope);
    match (c.forbidden, compact) {
        (false, true) => {
            Some(Box::new(compact::CompactTablePropagator::new(SparseTupleSet::new(c, store))))
        }
        (false, false) => {
            Some(Box::new(tabular_reduction::TabularReductionPropagator::new(c, store)))
        }
        (true, true) if !c.scope.is_empty() => Some(Box::new(
            negative_table::NegativeTablePropagator::new(SparseTupleSet::new(c, store)),
        )),
        (true, _) => None,
    }
}
