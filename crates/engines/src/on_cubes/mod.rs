//! Any engine on the cubes of a model, with several threads.
//!
//! A question is divided into cubes in advance (`parallel::divide_model`). Blocks of consecutive
//! cubes share a session, which gets the decisions of each cube as givens. Cubes and blocks do not
//! depend on the number of threads, results come in the order of the cubes, and work after the last
//! cube that is needed is cancelled and not counted.
//!
//! The questions include values that propagation removed while the cubes were made, so that the
//! answer rests on the engine and not on the search that made the cubes.

mod cube_questions;
mod cubed_engine;
mod tally;
#[cfg(test)]
mod tests;
mod threads;

pub use cubed_engine::{CubedEngine, NoCubes};
