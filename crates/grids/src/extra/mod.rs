//! Clues of a rule that follow from a solution, to be added to a puzzle.
//!
//! A solution has finitely many such clues: a dot, an inequality or a cage for the cells at a
//! place, a number outside of a line. The rule's own check decides which of them hold.

mod clue_rule;
mod draw;
mod extra_clue;

pub use extra_clue::ExtraClue;

#[cfg(test)]
mod tests;

pub use clue_rule::ClueRule;
