//! General model formats (DIMACS CNF, OPB, SMT-LIB, models in JSON, decision tables), and the
//! choice of a reader.
//!
//! [`inputs`] finds instances, also of puzzles, in files, folders, names and arguments; [`lint`]
//! finds faults of decision tables.

mod boolean;
#[cfg(test)]
mod class_tests;
pub mod cnf;
pub mod inputs;
pub mod lint;
mod meanings;
mod model_instance;
pub mod opb;
mod pairs;
mod picture;
pub mod smtlib;
pub mod tables;
#[cfg(test)]
mod tests;

pub use cnf::CnfInstance;
pub use meanings::Meanings;
pub use model_instance::ModelInstance;
pub use opb::OpbInstance;
pub use smtlib::SmtInstance;
pub use tables::TablesInstance;
