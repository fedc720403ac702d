//! Hints of puzzles that have no steps: what to choose next.

use crate::Value;

/// A hint in the puzzle's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnHint {
    /// What it is about.
    pub kind: OwnKind,
    /// Four tiers. Each says what the one before it says, and more; the last has the reason, a
    /// line for each piece of it.
    pub tiers: [Vec<String>; 4],
    /// What each tier chooses of the solution, in order: nothing of another solution.
    pub choices: [Vec<Value>; 4],
}

/// What a hint in the puzzle's own words is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnKind {
    /// There is a solution with what is chosen.
    Solution,
    /// What is chosen is a solution.
    Done,
    /// What is chosen is in no solution, but there are others.
    Wrong,
    /// There is no solution.
    None,
}
