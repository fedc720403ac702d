//! The languages of targets: how a case is written, and how an answer is read.
//!
//! A language writes a case from its expression trees, before any flattening. It refuses a case
//! that it cannot express, and the campaign draws another.

pub mod dimacs;
pub mod flatzinc;
pub mod json;
mod language_interface;
mod layers;
pub mod minizinc;
pub mod opb;
pub mod row_language;
pub mod smtlib;
mod solution_error;
pub mod xcsp3;
mod zinc_output;

pub use language_interface::{CaseLanguage, NotExpressible};

use solution_error::CaseSolutionError;
