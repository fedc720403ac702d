//! Allowed and forbidden tuples.
//!
//! Three propagators, chosen by the size of the table: Compact-Table on bit sets of tuples
//! (`compact.rs`, `tuples.rs`; Demeulenaere and others 2016), simple tabular reduction on a list,
//! which needs less memory (`simple.rs`; Ullmann 2007), and counting for forbidden tuples
//! (`forbidden.rs`; Verhaeghe, Lecoutre and Schaus 2017). A forbidden table that is too large, or
//! that names a variable twice, gets forward checking from the caller.

mod compact;
mod cover;
mod forbidden;
mod simple;
mod tuples;

use parallax_model as model;

use super::{Propagator, has_repetitions};
use crate::store::Store;
use tuples::Tuples;

/// Maximum number of words of the bit sets of a table (256 MiB).
const MAX_WORDS: usize = 1 << 25;

/// Returns the domain-consistent propagator of a table; `None` for forbidden tuples that are too
/// many for bit sets, or whose scope repeats a variable or is empty.
pub(super) fn make(c: &model::Table, store: &mut Store) -> Option<Box<dyn Propagator>> {
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
