//! All-different by matching.

use parallax_model as model;

use crate::propagators::Store;
use crate::propagators::flow::{Capacity, Incremental};

/// Builds generalised arc consistency (Régin 1994) for a scope without repetitions: a matching that
/// gives every variable a value of its own, and the strongly connected components of its residual
/// graph.
pub(super) fn propagator(c: &model::AllDifferent, store: &mut Store) -> Incremental {
    Incremental::new(&c.scope, |_| Capacity::ONE, store)
}
