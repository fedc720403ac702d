//! Measures encodings on one instance: sizes, propagation, times.
//!
//! [`EncodingStudy`] draws partial assignments of a model and computes what generalised arc
//! consistency removes under each; encodings are then measured against the same assignments.
//! [`pareto`] marks the encodings that no other dominates.

pub mod audit;
mod encoding_study;
mod first_solution;
pub mod pareto;
mod probes;

pub use encoding_study::{EncodingMeasurement, EncodingStudy, EncodingStudyOptions};

#[cfg(test)]
mod tests;

pub use first_solution::FirstSolutionCost;
pub use pareto::MeasurementSpread;
pub use probes::{MeasuredStrength, PropagationProbes};
