//! OPB: pseudo-Boolean constraints, also with products.
//!
//! An integer variable is one Boolean variable for each value, exactly one of which is true. Every
//! expression is a polynomial over them.

mod answer;
mod opb_language;
mod poly;

pub use opb_language::Opb;
use opb_language::literals;

use super::Unspelled;

pub(super) use answer::solution;
