//! A model as FlatZinc, the language between MiniZinc and its solvers (Nethercote, Stuckey, Becket,
//! Brand, Duck and Tack, "MiniZinc: Towards a Standard CP Modelling Language", CP 2007).
//!
//! Kinds that FlatZinc has are written directly (`kinds.rs`). The others go through the terms of
//! `crate::smt`: an asserted term becomes linear constraints, products and clauses; a term within
//! another is reified. Truth values and numbers that are added on the way are determined by the
//! variables of the model, so each solution is found once.

mod flatzinc_model;
mod globals;
mod kinds;
mod question;
mod sums;
mod terms;
#[cfg(test)]
mod tests;
mod text;

pub use flatzinc_model::FlatzincTranslation;
use flatzinc_model::{FlatzincInteger, FlatzincLiteral, MAX_NUMBER};

pub use globals::{FlatzincGlobals, UnknownGlobalsError};
pub use question::FlatzincMark;
