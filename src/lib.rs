//! placeholder
pub mod ask;
pub mod instance;
pub mod model;
pub mod search;
pub mod lower;
pub mod solvers;
pub mod engines;
