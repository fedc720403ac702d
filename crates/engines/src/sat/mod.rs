//! Engines that solve through clauses.
//!
//! SAT engines enumerate with clauses that forbid each solution found, under a literal of the
//! question. If a question has many solutions, assumptions lead the first shown variables through
//! the tree of their values, and the clauses are dropped with the part of the tree that they belong
//! to, so that the solver does not grow. BatSat treats a solution as a conflict of a theory and
//! continues from there. Z3 does the same with scopes. Pumpkin never forgets a clause, so after a
//! few dozen solutions only assumptions lead it.

mod descend;
mod enumerate;
mod guarded_formula;
mod kind;
mod sat_session;

pub(crate) use sat_session::SatSession;
use sat_session::{AMBIGUOUS_MODEL, FreshVariables, SatQuestion, SatRecipe, add_formula};

#[cfg(test)]
mod tests;

pub use kind::SatEngine;
