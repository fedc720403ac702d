//! Linear sums.
//!
//! Bounds consistency for every relation, rounding by common divisors for equations, and domain
//! consistency by dynamic programming for small equations.

mod bounds;
mod divisor_rounding;
mod make_linear;
mod reasons;
mod slack;
mod supports;

pub(super) use make_linear::post_linear;

pub(super) use bounds::merge_terms;
pub(super) use reasons::{explain_excess, signed_terms};
