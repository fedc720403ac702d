//! Counts of textbook search.

use parallax_model::engine_api::EffortCounters;

/// The effort of a question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TextbookEffort {
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

impl TextbookEffort {
    pub(super) fn counters(&self) -> EffortCounters {
        let mut counters = EffortCounters::new();
        counters.add_amount("assignments", self.assignments);
        counters.add_amount("backtracks", self.backtracks);
        counters.add_amount("prunings", self.prunings);
        counters.add_amount("root prunings", self.root);
        counters.add_amount("kept prunings", self.kept);
        counters.add_amount("alternatives", self.alternatives);
        counters
    }
}
