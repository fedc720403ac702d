//! General model formats: inputs that belong to no particular puzzle.

mod boolean;
#[cfg(test)]
mod class_tests;
pub mod cnf;
pub mod json;
mod meanings;
mod model_instance;
pub mod opb;
mod pairs;
mod picture;
pub mod presentation;
pub mod smtlib;
pub mod tables;
#[cfg(test)]
mod tests;

pub use cnf::CnfInstance;
pub use meanings::Meanings;
pub use model_instance::ModelInstance;
pub use opb::OpbInstance;
pub use presentation::Presentation;
pub use smtlib::SmtInstance;
pub use tables::TablesInstance;
