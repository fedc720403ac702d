//! Unsatisfiable cores, and how to minimise them.

use super::{Answer, Control, Session};
use crate::Given;

/// Constraints and givens of a question without a common solution. Need not be minimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnsatCore {
    /// Indices into [`Model::constraints`](crate::Model::constraints).
    pub constraints: Vec<usize>,
    /// The givens.
    pub givens: Vec<Given>,
}

impl UnsatCore {
    /// Returns the number of constraints and givens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.constraints.len() + self.givens.len()
    }

    /// Whether the domains alone have no solution.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn into_elements(self) -> Vec<CoreElement> {
        let constraints = self.constraints.into_iter().map(CoreElement::Constraint);
        constraints.chain(self.givens.into_iter().map(CoreElement::Given)).collect()
    }

    fn from_elements(elements: &[CoreElement]) -> UnsatCore {
        let mut core = UnsatCore::default();
        for &element in elements {
            match element {
                CoreElement::Constraint(index) => core.constraints.push(index),
                CoreElement::Given(given) => core.givens.push(given),
            }
        }
        core
    }
}

/// An element of a core.
#[derive(Clone, Copy)]
enum CoreElement {
    Constraint(usize),
    Given(Given),
}

/// Removes unneeded elements from a core, one after the other, until every remaining one is needed.
/// Returns the core, and whether it is known to be minimal; `control` may stop the work earlier.
pub fn minimize_core(
    session: &mut dyn Session,
    core: UnsatCore,
    control: &Control,
) -> (UnsatCore, bool) {
    // A session may return a smaller core than it was asked about, so one question can drop several
    // elements.
    let (elements, stopped) = delete_unneeded(core.into_elements(), &mut |rest| {
        let UnsatCore { constraints, givens } = UnsatCore::from_elements(rest);
        Ok::<_, Answer>(session.core(&givens, &constraints, control)?.map(UnsatCore::into_elements))
    });
    (UnsatCore::from_elements(&elements), stopped.is_none())
}

/// Removes unneeded elements from a set that has a property, until removing any other one would
/// lose the property (deletion, as in Marques-Silva 2010). `has` decides whether a part of the set
/// has the property, and then returns a part of that which still has it, in the same order. Returns
/// the set, and the error of `has` if it ended the work earlier.
pub fn delete_unneeded<T, E, F>(set: Vec<T>, has: &mut F) -> (Vec<T>, Option<E>)
where
    T: Clone,
    F: FnMut(&[T]) -> Result<Option<Vec<T>>, E>,
{
    let mut set = set;
    // Every element before this place is needed.
    let mut needed = 0;
    while needed < set.len() {
        let mut rest = set.clone();
        rest.remove(needed);
        match has(&rest) {
            // The smaller set keeps the order, so the needed elements stay in front.
            Ok(Some(smaller)) => set = smaller,
            Ok(None) => needed += 1,
            Err(why) => return (set, Some(why)),
        }
    }
    (set, None)
}

/// Returns the answer of a session that has no cores.
#[must_use]
pub fn no_cores() -> Answer {
    Answer::Unsupported("this engine gives no cores; SAT engines do".into())
}
