//! The number of different values.
//!
//! Lower bounds on it are sets of variables of which no two can share a value: disjoint ranges
//! (Beldiceanu, "Pruning for the minimum constraint family and for the number of distinct values
//! constraint family", CP 2001) and disjoint domains, chosen greedily (Bessiere, Hebrard, Hnich,
//! Kiziltan and Walsh, "Filtering algorithms for the NValue constraint", Constraints 11, 2006). At
//! the greatest total, the other variables keep the values of such a set. Upper bounds are the
//! values that remain, and the values taken so far with one for each open variable. At the least
//! total, each of these must bring a new value, or each value that remains must be taken.

mod apart;
mod different;
#[cfg(test)]
mod tests;

use parallax_model as model;

use self::different::Different;
use crate::propagators::Propagator;
use crate::store::Store;

/// Maximum number of words of the domains of a scope.
const MOST_WORDS: usize = 1 << 18;

/// Returns the propagator; `None` if the domains are too large to be visited at each call.
pub(super) fn make(c: &model::DistinctCount, store: &mut Store) -> Option<Box<dyn Propagator>> {
    let words: usize = c.scope.iter().map(|&v| store.description(v).len()).sum();
    (words <= MOST_WORDS).then(|| -> Box<dyn Propagator> { Box::new(Different::new(c, store)) })
}
