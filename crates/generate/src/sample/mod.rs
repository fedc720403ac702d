//! Solutions of an instance, drawn at random.
//!
//! The solutions are numbered from 0 in the lexicographic order of the shown variables.
//! [`NumberedSolutions`] finds the solution with a number: in a sorted list of all of them, or by
//! counts under decisions. Both find the same one, so that neither the engine nor memory bounds
//! change a draw: a uniform draw is one whole number below the count ([`NumberDraws`]).
//!
//! [`DiverseSample`] needs no count: it takes solutions of searches with different seeds that lie
//! far apart. Its draws are not uniform.
//!
//! An engine with wrong counts would bias the draws. So the counts of the parts of a whole must add
//! up to its own count, and every solution is checked by the model and by the rules.

mod diverse;
mod draws;
mod missing_sample;
mod numbered;
mod packed_solutions;
mod population;
mod population_session;
mod sample_error;
mod solution_prefix;
mod uniform_below;

pub use missing_sample::MissingSampleError;
pub use sample_error::SampleError;

#[cfg(test)]
mod tests;

pub use diverse::{DistantSolution, DiverseSample};
pub use draws::NumberDraws;
pub use numbered::{CountingEngines, MemoryBounds, NumberedSolutions, NumberingMethod};
pub use population::SamplePopulation;
