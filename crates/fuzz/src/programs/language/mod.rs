//! The languages of targets: how a case is written, and how an answer is read.
//!
//! A language writes a case from its expression trees, before any flattening. What it does not
//! spell, it refuses, and the campaign draws another case.

pub mod dimacs;
pub mod flatzinc;
pub mod json;
mod language_interface;
mod layers;
pub mod minizinc;
pub mod opb;
pub mod rows;
pub mod smtlib;
mod solution_error;
pub mod xcsp3;
mod zinc;

pub use language_interface::{CaseLanguage, NotExpressible};

use solution_error::CaseSolutionError;
