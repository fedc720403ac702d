//! Unsatisfiable cores.

use super::{Answer, Control, Session};
use crate::model::Given;

/// Constraints and givens of a question without a common solution. Need not be minimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Core {
    /// Indices into [`Model::constraints`](crate::model::Model::constraints).
    pub constraints: Vec<usize>,
    /// The givens.
    pub givens: Vec<Given>,
}

impl Core {
    /// The number of constraints and givens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.constraints.len() + self.givens.len()
    }

    /// Whether the domains alone have no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn without(&self, place: usize) -> Core {
        let mut rest = self.clone();
        match place.checked_sub(self.constraints.len()) {
            None => drop(rest.constraints.remove(place)),
            Some(given) => drop(rest.givens.remove(given)),
        }
        rest
    }
}

/// Removes unneeded elements from a core, one after the other (deletion, as in Marques-Silva
/// 2010), until every remaining one is needed. Returns the core, and whether it is known to be
/// minimal; `control` may stop the work earlier.
pub fn minimize(session: &mut dyn Session, core: Core, control: &Control) -> (Core, bool) {
    let mut core = core;
    // Every element before this place is needed.
    let mut needed = 0;
    while needed < core.len() {
        let rest = core.without(needed);
        match session.core(&rest.givens, &rest.constraints, control) {
            // The smaller core keeps the order, so the needed elements stay in front.
            Ok(Some(smaller)) => core = smaller,
            Ok(None) => needed += 1,
            Err(_) => return (core, false),
        }
    }
    (core, true)
}

/// The answer of a session that has no cores.
#[must_use]
pub fn no_cores() -> Answer {
    Answer::Unsupported("this engine gives no cores; SAT engines do".into())
}
