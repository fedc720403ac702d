//! Follows the search plan of a model: its steps one after the other, then the default heuristics.
//!
//! For one solution, or the best, the steps come as they are. For several solutions, all shown
//! variables come before all hidden ones, each in the order of the steps, so that no assignment of
//! the shown variables is found twice.

mod plan_steps;
#[cfg(test)]
pub(crate) mod sampled;
mod step;

pub(super) use plan_steps::{PlanSegment, PlanState};

#[cfg(test)]
mod tests;
