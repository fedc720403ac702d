//! From a model to models: reformulation along the dimensions of the values.
//!
//! [`paper`] is the published algorithm for SET, to the letter; [`general`]
//! the strategy behind it for any model with dimensions. The [`agenda`] keeps
//! the open subproblems of both.

pub mod agenda;
pub mod general;
pub mod paper;
