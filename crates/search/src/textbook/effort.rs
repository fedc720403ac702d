//! Counts of textbook search.

use parallax_model::ask::Counters;

/// The effort of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    /// Values tried on variables.
    pub assignments: u64,
    /// Assignments that were taken back with no solution found below them.
    pub backtracks: u64,
    /// Values removed by propagation, whether put back later or not. The other values of a
    /// variable that is assigned are not among them.
    pub prunings: u64,
    /// Prunings before the first assignment.
    pub root: u64,
    /// Prunings in force at the last solution.
    pub kept: u64,
    /// At the last solution, the values of assigned variables that propagation had left and that
    /// were not chosen.
    pub alternatives: u64,
}

impl Effort {
    pub(super) fn counters(&self) -> Counters {
        let mut counters = Counters::new();
        counters.add("assignments", self.assignments);
        counters.add("backtracks", self.backtracks);
        counters.add("prunings", self.prunings);
        counters.add("root prunings", self.root);
        counters.add("kept prunings", self.kept);
        counters.add("alternatives", self.alternatives);
        counters
    }
}
