//! General model formats: ways in that are no particular puzzle.

pub mod json;
mod model_instance;

pub use model_instance::ModelInstance;
