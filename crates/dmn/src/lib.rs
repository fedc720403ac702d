//! FEEL, and decision models in DMN (Decision Model and Notation, OMG, versions 1.1 to 1.5),
//! evaluated exactly for given inputs and checked table by table.
//!
//! [`feel`] has the values and expressions; [`decisions`] reads the decisions of a file and
//! evaluates them; [`columns`] finds gaps, overlaps and dead rules of tables one by one. Each
//! decision is understood by itself: what is not supported is refused by name, and only where it is
//! asked for. This crate knows no engine and no constraint; `tables` makes problems of decision
//! tables for engines. Start with [`decisions::DecisionModel`].

pub mod columns;
pub mod decisions;
mod dmn_file;
pub mod feel;

pub use dmn_file::{DmnFile, OTHER_DECISION_LOGIC, inner_text, required_ids, values_text};
