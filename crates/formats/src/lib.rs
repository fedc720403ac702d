//! General model formats, and the choice of a reader.
//!
//! Bytes go in, and instances come out. [`inputs`] finds instances, also of puzzles, in files,
//! folders, names and arguments, and chooses the reader by content and extension. Each format is a
//! folder with a reader, an instance and its cuts, or a crate:
//!
//! - [`cnf`]: DIMACS CNF, the format of the SAT competitions;
//! - [`opb`]: OPB, the format of the pseudo-Boolean competitions;
//! - [`smtlib`]: SMT-LIB 2 scripts (smt-lib.org) over bounded integers;
//! - [`TablesInstance`]: decision tables in DMN and cDMN;
//! - [`Xcsp3Instance`]: XCSP3-core, the XML format of the competitions of constraint solvers;
//! - [`FlatzincInstance`]: FlatZinc, the language between MiniZinc and its solvers;
//! - [`ModelInstance`]: models as JSON, which the crate `json` reads.
//!
//! [`unpack`] reads compressed inputs.
//!
//! To add a format: a folder as these, or a crate; a file in `inputs/forms/` (extensions,
//! recognition, reader, texts for the fuzzers), and its `mod` line and its line in `forms!` there.
//! A reader takes time and memory linear in the text, recurses with no nesting, and refuses what it
//! cannot represent instead of narrowing it.

mod boolean;
#[cfg(test)]
mod class_tests;
pub mod cnf;
mod encoded_integers;
pub mod inputs;
pub mod opb;
pub mod smtlib;
#[cfg(test)]
mod tests;
pub mod unpack;

pub use cnf::CnfInstance;
pub use encoded_integers::EncodedIntegers;
pub use opb::OpbInstance;
pub use parallax_flatzinc::{FlatzincInstance, OutputItem};
pub use parallax_json::ModelInstance;
pub use parallax_tables::TablesInstance;
pub use parallax_xcsp3::Xcsp3Instance;
pub use smtlib::SmtInstance;
