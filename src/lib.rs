//! placeholder
pub mod ask;
pub mod compare;
pub mod engines;
pub mod formats;
pub mod inputs;
pub mod instance;
pub mod lower;
pub mod model;
pub mod puzzles;
pub mod report;
pub mod search;
pub mod solvers;
#[cfg(feature = "cli")]
pub mod cli;
