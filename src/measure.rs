//! Encodings measured on one model: sizes, propagation, times.
//!
//! A [`Study`] measures each SAT engine on the same partial assignments; [`mark`] marks the
//! encodings that no other dominates.

#[doc(inline)]
pub use parallax_experiment::measure::pareto::mark;
#[doc(inline)]
pub use parallax_experiment::measure::{Measured, Settings, Solved, Spread, Strength, Study};
