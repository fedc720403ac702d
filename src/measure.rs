//! Encodings measured on one model: sizes, propagation, times.
//!
//! A [`EncodingStudy`] measures each SAT engine on the same partial assignments; [`mark_front`]
//! marks the encodings that no other dominates.

#[doc(inline)]
pub use parallax_experiment::measure::pareto::mark_front;
#[doc(inline)]
pub use parallax_experiment::measure::{
    EncodingMeasurement, EncodingStudy, EncodingStudyOptions, FirstSolutionCost, MeasuredStrength,
    MeasurementSpread,
};
