//! From a model to models: reformulation along the dimensions of the values.
//!
//! [`paper`] is the published algorithm for SET, to the letter. The
//! [`agenda`] keeps the open subproblems.

pub mod agenda;
pub mod paper;
