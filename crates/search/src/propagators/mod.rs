//! Propagators: the reasoning of each constraint kind on domains.
//!
//! A propagator removes values that its constraint excludes. It is sound (it removes no value that
//! a solution of its constraint under the current domains uses) and checks its constraint
//! completely once all its variables are fixed. The head of its file states the consistency that it
//! reaches beyond that, and its paper. The tests compare each one with [`Kind::holds`] over all
//! assignments.

mod all_different;
mod cardinality;
mod clause;
mod compare;
#[cfg(test)]
mod consistency_tests;
mod dimension;
mod element;
mod excluded;
mod extremum;
mod flow;
mod forward;
mod implies;
mod inverse;
mod lexicographic;
mod linear;
mod objective_bound;
mod product;
mod reify;
mod table;
#[cfg(test)]
mod tests;

use parallax_model::{Constraint, Domain, Kind, Model, Posted, VarId};

pub(crate) use objective_bound::{Bound, Ceiling};

pub use super::explain::{Past, Removal};

use super::levels::{Level, Levels};
use super::queue::{Cost, Event};
use super::store::{Pruned, Store};

/// Cloning of boxed propagators, so that one search can become several.
pub trait CloneBox {
    /// Returns a second propagator in the same state.
    fn copied(&self) -> Box<dyn Propagator>;
}

impl<T: Propagator + Clone + 'static> CloneBox for T {
    fn copied(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Propagator> {
    fn clone(&self) -> Self {
        (**self).copied()
    }
}

/// Removes values that a constraint excludes.
pub trait Propagator: CloneBox + Send + Sync {
    /// Returns the variables whose domains it reads and writes.
    fn scope(&self) -> Vec<VarId>;

    /// Returns the changes that wake it.
    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Domain)).collect()
    }

    /// Whether it calls [`Store::take_changes`] to read which of the watched places changed since
    /// its last call.
    fn wants_changes(&self) -> bool {
        false
    }

    /// Returns the cost of a call.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Whether another call right after the first would remove nothing.
    fn idempotent(&self) -> bool {
        false
    }

    /// Removes values from the store. A call that can take long reports its work to
    /// [`Store::spend`] and passes the error on.
    ///
    /// # Errors
    /// Returns a conflict if the constraint cannot be satisfied under the current domains.
    fn propagate(&mut self, store: &mut Store) -> Pruned;

    /// Whether all that it finds follows from the least and the greatest values of the other
    /// variables: each removal at its time, and each conflict from those of all variables.
    fn by_bounds(&self) -> bool {
        false
    }

    /// Explains a removal: returns domains, no smaller than those of `past`, under which the
    /// constraint has no solution with the removed value. The default is the whole scope at
    /// that time.
    fn explain(&self, removal: Removal, past: &Past<'_>) -> Vec<(VarId, Domain)> {
        let _ = removal;
        self.scope().into_iter().map(|v| (v, past.domain(v))).collect()
    }
}

/// Appends the propagators of a posted constraint at its level to `made`.
///
/// # Errors
/// Returns the reason why the requested level is not available.
pub fn post(
    posted: &Posted,
    levels: &Levels,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), String> {
    let level = levels.of(posted)?;
    make(&posted.constraint, level, levels, model, store, made)
        .map_err(|why| format!("'{}': {why}", posted.label))
}

fn make(
    constraint: &Constraint,
    level: Level,
    levels: &Levels,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) -> Result<(), String> {
    if level <= Level::Forward {
        made.push(Box::new(forward::Forward::new(constraint, level, model)));
        return Ok(());
    }
    match constraint {
        Constraint::AllDifferent(c) => all_different::make(c, level, store, made),
        Constraint::GlobalCardinality(c) => cardinality::make(c, level, store, made),
        Constraint::Linear(c) => linear::make(c, level, levels, store, made)?,
        Constraint::Compare(c) => made.push(Box::new(compare::Compare::new(c, level))),
        Constraint::Table(c) => match table::make(c, store) {
            Some(propagator) => made.push(propagator),
            None => made.push(forward(constraint, model)),
        },
        Constraint::Element(c) => made.push(Box::new(element::Element::new(c, store))),
        Constraint::Lexicographic(c) => {
            made.push(Box::new(lexicographic::Lexicographic::new(c, store)));
        }
        Constraint::Extremum(c) => made.push(Box::new(extremum::Extremum::new(c, store))),
        Constraint::Product(c) => {
            made.push(Box::new(product::Product::new(c)));
            // With different variables, bounds already check the product.
            if has_repetitions(&[c.left, c.right, c.result]) {
                made.push(forward(constraint, model));
            }
        }
        Constraint::Inverse(c) => made.push(Box::new(inverse::Inverse::new(c, store))),
        Constraint::Clause(c) => made.push(Box::new(clause::Clause::new(c, store))),
        Constraint::Dimension(c) => match dimension::Dimension::new(c, model, store) {
            Some(propagator) => made.push(Box::new(propagator)),
            None => made.push(forward(constraint, model)),
        },
        Constraint::Reify(c) => made.push(Box::new(reify::Reify::new(c))),
        Constraint::Implies(c) => {
            let mut then = Vec::new();
            let inner = levels.of_kind(c.then.kind());
            make(&c.then, inner, levels, model, store, &mut then)?;
            made.push(Box::new(implies::Implies::new(c, model, then)));
            made.push(forward(constraint, model));
        }
    }
    Ok(())
}

/// Whether a scope names a variable twice.
fn has_repetitions(scope: &[VarId]) -> bool {
    let mut sorted = scope.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

fn forward(constraint: &Constraint, model: &Model) -> Box<dyn Propagator> {
    debug_assert!(constraint.validate(model).is_ok(), "posted constraints are valid");
    Box::new(forward::Forward::new(constraint, Level::Forward, model))
}
