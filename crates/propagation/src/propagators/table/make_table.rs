//! Chooses the propagator of a table.

use parallax_model as model;

use super::compact;
use super::forbidden;
use super::simple;
use super::tuples::Tuples;
use crate::propagators::{Propagator, has_repetitions};
use crate::store::Store;

/// Maximum number of words of the bit sets of a table (256 MiB).
const MAX_WORDS: usize = 1 << 25;

/// Returns the domain-consistent propagator of a table; `None` for forbidden tuples that are too
/// many for bit sets, or whose scope repeats a variable or is empty.
pub(in crate::propagators) fn make(
    c: &model::Table,
    store: &mut Store,
) -> Option<Box<dyn Propagator>> {
    let values: usize = c.scope.iter().map(|&v| store.description(v).len() * 64).sum();
    let fits = values.saturating_mul(c.tuples.len() / 64 + 1) <= MAX_WORDS;
    let compact = fits && !has_repetitions(&c.scope);
    match (c.forbidden, compact) {
        (false, true) => Some(Box::new(compact::Compact::new(Tuples::new(c, store)))),
        (false, false) => Some(Box::new(simple::Simple::new(c, store))),
        (true, true) if !c.scope.is_empty() => {
            Some(Box::new(forbidden::Forbidden::new(Tuples::new(c, store))))
        }
        (true, _) => None,
    }
}
