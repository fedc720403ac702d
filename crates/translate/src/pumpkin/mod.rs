//! A model posted to Pumpkin, a constraint solver that learns.
//!
//! Each kind of constraint becomes linear sums, propagators of Pumpkin, or clauses over its
//! predicates (`constraints.rs`, with building blocks in `building_blocks.rs`). [`PumpkinModel`]
//! keeps the variables for reading solutions.

mod building_blocks;
mod constraints;
mod dimension;
mod pumpkin_poster;

use pumpkin_poster::{PostingError, PumpkinPoster, check_magnitude};
pub use pumpkin_poster::{PumpkinModel, post_model};
