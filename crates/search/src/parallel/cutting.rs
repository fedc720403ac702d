//! The sizes at which trees are cut.

/// The sizes at which trees are cut. The subtrees depend on these numbers alone, never on the
/// number of threads or on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cutting {
    /// The elementary steps of a question (nodes, propagator calls, removed values and checks)
    /// before its tree is cut for the first time.
    pub slice: u64,
    /// The steps of work on a subtree before it is cut; for one solution or the best, in the first
    /// round.
    pub subtree: u64,
    /// The number of open decisions that a cut turns into subtrees, at least 1.
    pub breadth: usize,
    /// Maximum number of subtrees of a round, if the task is one solution or the best.
    pub width: usize,
    /// The maximum number of values in the solutions of a subtree before it is cut.
    pub values: u64,
}

impl Default for Cutting {
    fn default() -> Self {
        Cutting { slice: 4_000_000, subtree: 2_000_000, breadth: 6, width: 16, values: 1 << 20 }
    }
}
