//! Minimal reasons for any conclusion about units.
//!
//! [`implied`] finds all conclusions of a state. The reason of a conclusion is first a cheap
//! minimal set ([`minimal`]), then, if there is one, the smallest counting proof ([`counting`]),
//! and on request a set that is proved to be smallest ([`smallest`]).

mod best;
mod check;
mod counting;
mod follow;
mod formula;
mod formula_error;
mod implied;
mod minimal;
mod program;
mod proved;
mod reason_literal;
mod smallest;

pub use reason_literal::Literal;

#[cfg(test)]
mod tests;

pub use best::{best, smallest_step};
pub use check::counts;
pub use counting::counting;
pub use formula::imply;
pub use formula_error::FormulaError;
pub use implied::{Implied, implied};
pub use minimal::minimal;
pub(super) use proved::proved;
pub use smallest::{Smallest, smallest};
