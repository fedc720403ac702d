//! Innies and outies: the sum of a house, or of some houses, less the sums of the rules that cover
//! them leaves a sum of few cells.
//!
//! "45 rule" and "innies and outies" are the names that players of Killer Sudoku share.

mod equation;
mod innies;
#[cfg(test)]
mod tests;
mod unions;
mod values;

pub(super) use innies::InnieEquations;

pub(super) use equation::SumEquation;
