//! Pseudo-Boolean problems, in the OPB format of the pseudo-Boolean competitions (`.opb`).
//!
//! A problem becomes a model with a 0/1 variable for each name, a hidden one for each product, a
//! sum for each constraint, and the objective. `read.rs` has the format (Roussel and Manquinho) and
//! the limits, `words.rs` its words, `instance.rs` the instance, `reductions.rs` the cuts.

mod error;
mod formula;
mod instance;
mod read;
mod reductions;
#[cfg(test)]
mod tests;
mod words;

pub use formula::{OpbFormula, OpbInequality, OpbRelation};
pub use instance::OpbInstance;
pub use read::{read_problem, starts_opb};
