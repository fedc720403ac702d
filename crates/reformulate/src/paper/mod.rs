//! The published reformulation of SET, part by part under its own names: Swearngin, Choueiry
//! and Freuder, "A Reformulation Strategy for Multi-Dimensional CSPs: The Case Study of the SET
//! Game" (SARA 2011).
//!
//! [`Cards`] are recognised in a model. A [`Subproblem`] has a [`DomainTable`], or a
//! [`SummaryTable`] if its domains differ; the [`heuristics`] choose an attribute from it, the
//! [`conditions`] (Tests 1 to 3) rule out some of its [`children`](children::children),
//! [`Consistency`] is enforced on the others, and [`Strategy`] takes them from the agenda until
//! nothing remains to be enforced. A search solves the remaining subproblems.

mod cards;
mod cards_error;
pub mod children;
pub mod conditions;
mod consistency;
mod domain_table;
pub mod heuristics;
mod strategy;
mod subproblem;
mod summary_table;
#[cfg(test)]
mod tests;
mod trace;

pub use cards::{Attribute, Cards};
pub use cards_error::CardsError;
pub use consistency::Consistency;
pub use domain_table::DomainTable;
pub use strategy::{Options, Strategy, Table};
pub use subproblem::Subproblem;
pub use summary_table::{Summary, SummaryTable};
