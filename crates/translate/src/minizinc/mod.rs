//! A model as MiniZinc, for people to read and for the solvers of `minizinc` (Nethercote,
//! Stuckey, Becket, Brand, Duck and Tack, "MiniZinc: Towards a Standard CP Modelling Language",
//! CP 2007).
//!
//! Variables keep their names as far as MiniZinc allows them (`names.rs`), and 0/1 variables that
//! are only used as truth values become `bool` (`bool_variables.rs`). Every constraint is one
//! formula (`formula.rs`). The kinds that MiniZinc's library has are written as its predicates.
//! Where the library means something else, as for tasks without a length, the constraint is spelled
//! out. Names that end with `_` belong to the formulas: `i_`, `v_`.

mod bool_variables;
mod classes;
mod expressions;
mod formula;
mod global;
mod kinds;
mod limits;
mod minizinc_model;
mod names;
mod question;
mod terms;
#[cfg(test)]
mod tests;
mod text;

pub use minizinc_model::MinizincTranslation;
use minizinc_model::{MAX_LISTED, POLL_EVERY};

pub use limits::require_small;
pub use names::{OutputLineError, OutputVariables, pair_name};
pub use text::OutputItemForm;
