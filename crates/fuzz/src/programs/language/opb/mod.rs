//! OPB: pseudo-Boolean constraints, also with products.
//!
//! An integer variable is one Boolean variable for each value, exactly one of which is true. Every
//! expression is a polynomial over them.

mod answer;
mod opb_language;
mod poly;

pub use opb_language::OpbLanguage;
use opb_language::literal_count;

use super::NotExpressible;

pub(super) use answer::read_solution;
