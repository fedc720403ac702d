//! Linear pseudo-Boolean problems, in the OPB format of the pseudo-Boolean competitions (`.opb`).

mod instance;
mod problem;
mod read;
mod smaller;
#[cfg(test)]
mod tests;

pub use instance::OpbInstance;
pub use problem::{Inequality, Problem, Sign};
pub use read::{read, starts};
