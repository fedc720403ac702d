//! Decisions in DMN (Decision Model and Notation, OMG, versions 1.1 to 1.5).
//!
//! Each decision table becomes a table of rules; the names in them and the values that the file
//! allows become a glossary.

mod column_tables;
mod column_types;
mod decision;
mod dmn_file;
mod error;
mod feel;
mod glossary;
mod types;

pub(super) use column_tables::read_column_tables;
pub use column_tables::{SeparateTables, UncheckedDecision, UncheckedReason};
pub(super) use dmn_file::{DmnFile, read_dmn};
