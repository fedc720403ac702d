//! The published reformulation of SET, part by part under its own names: Swearngin, Choueiry
//! and Freuder, "A Reformulation Strategy for Multi-Dimensional CSPs: The Case Study of the SET
//! Game" (SARA 2011).
//!
//! A [`CardModel`] is recognised in a model. A [`PaperSubproblem`] has a [`PaperDomainTable`], or a
//! [`SummaryTable`] if its domains differ; the [`heuristics`] choose an attribute from it, the
//! [`conditions`] (Tests 1 to 3) rule out some of its [`children`](children::branch_attribute),
//! [`PaperConsistency`] is enforced on the others, and [`PaperStrategy`] takes them from the agenda
//! until nothing remains to be enforced. A search solves the remaining subproblems.

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

pub use cards::{CardModel, PaperAttribute};
pub use cards_error::CardsError;
pub use consistency::PaperConsistency;
pub use domain_table::PaperDomainTable;
pub use strategy::{PaperOptions, PaperStrategy, SubproblemTable};
pub use subproblem::PaperSubproblem;
pub use summary_table::{AttributeSummary, SummaryTable};
