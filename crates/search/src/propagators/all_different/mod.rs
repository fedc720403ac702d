//! All variables take different values.

mod bounds;
mod elimination;
mod flat;
mod hall;
mod matching;
mod singles;

use parallax_model as model;

use super::{Propagator, has_repetitions};
use crate::levels::Level;
use crate::store::Store;

/// Makes the propagators of an all-different at a level of at least [`Level::Arc`]. Value
/// elimination always comes first, since it is cheap.
pub(super) fn make(
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
        // Elimination fails at once.
        Level::Bounds | Level::Domain if has_repetitions(&c.scope) => {}
        Level::Bounds => made.push(Box::new(bounds::Bounds::new(c))),
        Level::Domain => made.push(Box::new(matching::Matching::new(c, store))),
        Level::None | Level::Forward | Level::Arc => {}
    }
}
