//! All variables take different values.

mod elimination;
mod flat;
mod singles;

use super::Propagator;
use crate::model;
use crate::search::levels::Level;
use crate::search::store::Store;

/// The propagators of an all-different at a level of at least
/// [`Level::Arc`]. Value elimination always goes first, since it is cheap.
pub(super) fn make(
    c: &model::AllDifferent,
    level: Level,
    store: &Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    made.push(Box::new(elimination::Elimination::new(c, store)));
    match level {
        Level::Singles => made.push(match flat::FlatSingles::new(c, store) {
            Some(flat) => Box::new(flat),
            None => Box::new(singles::Singles::new(c, store)),
        }),
        Level::Bounds | Level::Domain => {}
        Level::None | Level::Forward | Level::Arc => {}
    }
}
