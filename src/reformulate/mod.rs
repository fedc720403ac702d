//! Reformulation of a model into subproblems along the dimensions of its values.
//!
//! [`paper`] is the published algorithm for SET, to the letter; [`general`] is the strategy
//! behind it, for any model with dimensions; [`products`] takes any model, with what
//! [`implied`] adds to it. The first two keep their open subproblems on the [`agenda`].

pub mod agenda;
pub mod general;
pub mod implied;
pub mod paper;
pub mod products;
mod steps;

pub use steps::Use;
