//! The fastest engine and the factors by which it was faster, in a sentence as hyperfine has it.
//!
//! Factors are geometric means of the ratios of times, over the instances that both engines finish
//! without a disagreement. Engines that are wrong, or part of an unsettled contradiction, take no
//! part. `race.rs` adds up one run of each engine in bounded memory; `results/fastest.rs` compares
//! stored runs with seeds and repetitions.

mod fastest_engine;
mod race;
mod sentence;

pub(crate) use fastest_engine::{FastestEngine, RaceEntrant, RatioSpread, SpeedupFactor};

#[cfg(test)]
mod tests;

pub(crate) use race::RaceTotals;
