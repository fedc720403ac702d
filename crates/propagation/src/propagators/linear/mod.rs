//! Linear sums.
//!
//! Bounds consistency for every relation, rounding by common divisors for equations, and domain
//! consistency by dynamic programming for small equations.

mod bounds;
mod make_linear;
mod modular;
mod reasons;
mod slack;
mod supports;

pub(super) use make_linear::make;

pub(super) use bounds::merged;
pub(super) use reasons::{exceeds, signed};
