//! A model as clauses.
//!
//! Variables become integers of the encodings crate, and each constraint a group of clauses under
//! its label (`lowering.rs`). [`ModelClauses`] keeps the map back: it decodes models of the
//! formula, forbids solutions, and turns givens into assumptions. The encodings and their papers
//! are in the crate `parallax-encodings`.

mod dimension;
mod equal_count;
mod lowering;
mod model_clauses;

pub use model_clauses::{ClauseFormat, ModelClauses};

pub(super) use self::lowering::encoded_kinds;
