//! A model as SMT terms over integers.
//!
//! Every constraint is written over integers, as one assertion under its label. The encodings crate
//! then translates the script to bit-vectors or truth values, if that is requested.

mod expressions;
#[cfg(test)]
mod expressions_tests;
mod kinds;
mod smt_script;

pub use expressions::script_by_expressions;
pub(super) use smt_script::script_of;
use smt_script::{SmtLowering, integer_indices, script_atom};
pub use smt_script::{assert_givens, declare_variables, write_script};
