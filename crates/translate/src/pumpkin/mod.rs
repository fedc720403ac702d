//! A model posted to Pumpkin, a constraint solver that learns.
//!
//! Each kind of constraint becomes linear sums, propagators of Pumpkin, or clauses over its
//! predicates (`constraints.rs`, with building blocks in `parts.rs`). [`Posted`] keeps the
//! variables for reading solutions.

mod constraints;
mod dimension;
mod parts;
mod pumpkin_poster;

pub use pumpkin_poster::{Posted, post};
use pumpkin_poster::{Poster, PostingError, within};
