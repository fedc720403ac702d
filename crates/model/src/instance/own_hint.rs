//! Hints of puzzles without steps: the next choices in a solution.

use crate::Value;

/// A hint in the puzzle's own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnHint {
    /// The situation that it describes.
    pub kind: OwnKind,
    /// Four tiers, each with the content of the one before and more; the last has the reason, one
    /// line for each of its parts.
    pub tiers: [Vec<String>; 4],
    /// The values that each tier chooses, in order; all belong to one solution.
    pub choices: [Vec<Value>; 4],
}

/// The situation that a hint in the puzzle's own words describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnKind {
    /// The choice is part of a solution.
    Solution,
    /// The choice is a solution.
    Done,
    /// The choice is in no solution, but there are others.
    Wrong,
    /// There is no solution.
    None,
}
