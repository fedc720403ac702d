//! Propagators: the reasoning of each constraint kind on domains.
//!
//! Every propagator is sound (it removes no value that a solution of its
//! constraint under the current domains uses) and checks its constraint fully
//! once all its variables are fixed. What it reaches beyond that is told in
//! its file. The tests hold each against [`Kind::holds`] over all
//! assignments.

mod all_different;
mod cardinality;
mod clause;
mod compare;
mod dimension;
mod element;
mod extremum;
mod forward;
mod implies;
mod inverse;
mod lexicographic;
mod linear;
mod product;
mod reify;
mod table;
#[cfg(test)]
mod tests;

use super::queue::{Cost, Event};
use super::store::{Pruned, Store};
use crate::model::{Constraint, Kind, Model, VarId};

/// Removes values that a constraint excludes.
pub trait Propagator {
    /// The variables whose domains it reads and writes.
    fn scope(&self) -> Vec<VarId>;

    /// The changes that wake it.
    fn watched(&self) -> Vec<(VarId, Event)> {
        self.scope().into_iter().map(|v| (v, Event::Domain)).collect()
    }

    /// What a call costs.
    fn cost(&self) -> Cost {
        Cost::Linear
    }

    /// Whether a second call right after a first one would do nothing.
    fn idempotent(&self) -> bool {
        false
    }

    /// Removes values from the store.
    ///
    /// # Errors
    /// When the constraint cannot be satisfied under the current domains.
    fn propagate(&mut self, store: &mut Store) -> Pruned;
}

/// The propagators of a constraint, appended to `made`.
pub fn make(
    constraint: &Constraint,
    model: &Model,
    store: &mut Store,
    made: &mut Vec<Box<dyn Propagator>>,
) {
    match constraint {
        Constraint::AllDifferent(c) => {
            made.push(Box::new(all_different::AllDifferent::new(c, store)))
        }
        Constraint::GlobalCardinality(c) => made.push(Box::new(cardinality::Cardinality::new(c))),
        Constraint::Linear(c) => made.push(Box::new(linear::Linear::new(c))),
        Constraint::Compare(c) => made.push(Box::new(compare::Compare::new(c))),
        Constraint::Table(c) if c.forbidden => made.push(forward(constraint, model)),
        Constraint::Table(c) => made.push(Box::new(table::Table::new(c, store))),
        Constraint::Element(c) => made.push(Box::new(element::Element::new(c))),
        Constraint::Lexicographic(c) => made.push(Box::new(lexicographic::Lexicographic::new(c))),
        Constraint::Extremum(c) => made.push(Box::new(extremum::Extremum::new(c))),
        Constraint::Product(c) => {
            made.push(Box::new(product::Product::new(c)));
            made.push(forward(constraint, model));
        }
        Constraint::Inverse(c) => made.push(Box::new(inverse::Inverse::new(c))),
        Constraint::Clause(c) => made.push(Box::new(clause::Clause::new(c))),
        Constraint::Dimension(c) => match dimension::Dimension::new(c, model, store) {
            Some(propagator) => made.push(Box::new(propagator)),
            None => made.push(forward(constraint, model)),
        },
        Constraint::Reify(c) => made.push(Box::new(reify::Reify::new(c))),
        Constraint::Implies(c) => {
            let mut then = Vec::new();
            make(&c.then, model, store, &mut then);
            made.push(Box::new(implies::Implies::new(c.condition, then)));
            made.push(forward(constraint, model));
        }
    }
}

fn forward(constraint: &Constraint, model: &Model) -> Box<dyn Propagator> {
    debug_assert!(constraint.validate(model).is_ok(), "posted constraints are valid");
    Box::new(forward::Forward::new(constraint, model))
}
