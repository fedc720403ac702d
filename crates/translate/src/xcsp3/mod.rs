//! Models as XCSP3, for the solvers of its competition.
//!
//! Variables are named by their place: `x0`, `x1`. Only constraints of XCSP3-core are written; any
//! other constraint is refused with its description. The format is that of "XCSP3-core: A
//! Format for Representing Constraint Satisfaction/Optimization Problems" (Boussemart and others,
//! 2020).

mod constraints;
mod expressions;
mod globals;
mod relations;
mod text;
mod xcsp3_model;

pub use xcsp3_model::Xcsp3Translation;
use xcsp3_model::{join_names, join_numbers, merge_terms, sense_text, variable_places};
