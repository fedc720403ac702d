//! The vocabulary of cases: operators with the sorts of their arguments.
//!
//! To add an operator: a line in `list.rs`, its meaning in the file of `definition/` that its
//! family names, its arguments in `draw/` if the sorts alone do not make sense of them, and its
//! spelling in each language that has it. A test names an operator that no language has, or whose
//! arguments have no meaning.

mod list;
mod operator_sorts;

pub use operator_sorts::{Argument, Sort};

pub(crate) use list::Family;
pub use list::Operator;
