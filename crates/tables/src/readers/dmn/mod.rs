//! Decisions in DMN (Decision Model and Notation, OMG, versions 1.1 to 1.5).
//!
//! Each decision table becomes a table of rules; the names in them and the values that the file
//! allows become a glossary.

mod decision;
mod dmn_file;
mod error;
mod feel;
mod glossary;
mod types;

pub(super) use dmn_file::read_dmn;
