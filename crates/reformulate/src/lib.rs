//! Reformulation of a model into subproblems along the dimensions of its values.
//!
//! [`paper`] is the published algorithm for SET, to the letter; [`general`] generalises its
//! strategy to any model with dimensions; [`products`] takes any model, and [`implied`] adds
//! constraints to it. The first two keep their open subproblems on the [`agenda`].
//!
//! Reformulation takes a model and returns leaves whose solutions are disjoint and together
//! complete (`general/strategy.rs`, an iterator). A leaf is a box, or a model for any
//! engine; its solutions unfold to the solutions that they represent.

pub mod agenda;
mod choice_error;
pub mod general;
pub mod implied;
pub mod paper;
pub mod products;
mod steps;

pub use choice_error::ChoiceError;
pub use steps::ReformulationChoice;
