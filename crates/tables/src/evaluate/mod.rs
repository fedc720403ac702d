//! Checks a solution by the tables themselves. It goes through the rules with plain values and
//! shares only the understood text of the cells with the way to the model.

mod decisions;
mod exact;
mod examples;
mod interpretation;
mod loops;
mod worth;

pub use interpretation::TableInterpretation;
use interpretation::Values;
