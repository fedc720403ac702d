//! Additions and choices that make a puzzle unique: the fewest givens to add, the fewest clues to
//! keep, one clue of a rule.
//!
//! The search for a least set uses implicit hitting sets (Moreno-Centeno and Karp, "The implicit
//! hitting set approach to solve combinatorial optimization problems", Operations Research 2013):
//! `minimum_choice.rs` collects sets of which each choice needs an element, one for each solution
//! except the one to keep, and `hitting_set.rs` finds a smallest choice. If it leaves one solution,
//! no smaller one does. `givens.rs` and `clues.rs` define the elements; `rule.rs` looks for one
//! clue of a rule.

mod choice_error;
mod clues;
mod givens;
mod hitting_set;
mod minimum_choice;
mod rule;
#[cfg(test)]
mod tests;

pub use choice_error::{ChoiceError, MinimumChoiceError};
pub use clues::{FewestClues, fewest_clues};
pub use givens::{FewestGivens, UniqueCompletion, fewest_givens};
pub use minimum_choice::MinimumChoice;
pub use rule::{OneClue, as_grid, one_clue};
