//! The tasks of an engine: one solution, all, their number, a few, or the best.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, SolutionCount};

/// The task of an engine. The default is [`Task::First`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Task {
    /// One solution.
    #[default]
    First,
    /// Every solution (distinct assignments of the shown variables).
    All,
    /// The number of solutions. Engines without a counting algorithm enumerate them.
    Count,
    /// At most this many solutions; 2 decides whether a solution is unique.
    Limit(u64),
    /// A best solution of a model with an objective. Candidates are reported as they are found,
    /// each better than the one before.
    Optimise,
}

impl Task {
    /// Returns the number of distinct solutions after which the task is done, or `None` for all.
    #[must_use]
    pub fn solution_limit(self) -> Option<u64> {
        match self {
            Task::First => Some(1),
            Task::Limit(n) => Some(n),
            Task::All | Task::Count | Task::Optimise => None,
        }
    }

    /// Whether an answer does the task. `complete` states that there are no other, or no better,
    /// solutions than the `found` ones. A list or a count that stopped early, and a solution that
    /// is not shown to be the best, do not finish a task.
    #[must_use]
    pub fn is_done(self, answer: &Answer, complete: bool, found: &SolutionCount) -> bool {
        match answer {
            Answer::Unsatisfiable | Answer::Optimal(_) => true,
            Answer::Satisfiable => {
                complete || self.solution_limit().is_some_and(|limit| *found >= u128::from(limit))
            }
            Answer::Unknown(_) | Answer::Unsupported(_) => false,
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::First => f.write_str("first"),
            Task::All => f.write_str("all"),
            Task::Count => f.write_str("count"),
            Task::Limit(n) => write!(f, "limit {n}"),
            Task::Optimise => f.write_str("optimise"),
        }
    }
}
