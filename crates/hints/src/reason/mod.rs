//! Minimal reasons for any conclusion about units.
//!
//! [`implied_literals`] finds all conclusions of a state. The reason of a conclusion is first a
//! cheap minimal set ([`minimal_parts`]), then, if there is one, the smallest counting proof
//! ([`counting_parts`]), and on request a set that is proved to be smallest ([`smallest_parts`]).

mod assumption_trail;
mod best_reason;
mod check;
mod counting;
mod formula;
mod formula_error;
mod implied;
mod minimal;
mod program;
mod proved;
mod reason_literal;
mod smallest;

pub use reason_literal::CandidateLiteral;

#[cfg(test)]
mod tests;

pub use best_reason::{smallest_reason_step, smallest_step};
pub use check::counts_literal;
pub use counting::counting_parts;
pub use formula::parts_imply;
pub use formula_error::FormulaError;
pub use implied::{StateConsequences, implied_literals};
pub use minimal::minimal_parts;
pub(super) use proved::proved_step;
pub use smallest::{SmallestPartSet, smallest_parts};
