//! A model as SMT terms over integers.
//!
//! Every constraint is written over integers, as one assertion under its label. The encodings crate
//! then translates the script to bit-vectors or truth values, if that is requested.

mod kinds;
mod smt_script;

pub(super) use smt_script::script_of;
use smt_script::{Lowering, atom, ints};
pub use smt_script::{assert_givens, script};
