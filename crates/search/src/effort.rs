//! Effort of questions and of their parts, for counters and budgets.

use parallax_model::engine_api::EffortCounters;

use super::SearchState;
use super::node_counters::NodeCounters;
use super::settings::{BranchingScheme, SearchSettings};

/// The effort of a question, or of one of its parts. The efforts of parts add up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SearchEffort {
    pub(super) work: NodeCounters,
    pub(super) prunings: u64,
    pub(super) checks: u64,
}

impl SearchEffort {
    /// Returns the effort of the running question.
    pub(super) fn from_search(search: &SearchState) -> Self {
        let SearchState { work, store, .. } = search;
        let prunings = store.prunings() - work.prunings_before;
        SearchEffort { work: *work, prunings, checks: store.checks() - work.checks_before }
    }

    /// Returns the elementary steps, each about equally long. Budgets of parts are given in them.
    pub(super) fn elementary_steps(&self) -> u64 {
        self.work.nodes + self.work.propagations + self.prunings + self.checks
    }

    /// Adds the effort of another part.
    pub(super) fn add_effort(&mut self, other: &SearchEffort) {
        let (own, other_work) = (&mut self.work, &other.work);
        own.enumerations += other_work.enumerations;
        own.backtracks += other_work.backtracks;
        own.nodes += other_work.nodes;
        own.children += other_work.children;
        own.assignments += other_work.assignments;
        own.propagations += other_work.propagations;
        own.restarts += other_work.restarts;
        own.conflicts += other_work.conflicts;
        own.learned += other_work.learned;
        // Depth is a maximum; all other counters are sums.
        own.depth = own.depth.max(other_work.depth);
        self.prunings += other.prunings;
        self.checks += other.checks;
    }

    /// Returns the effort by name. `restarts` is whether the question restarts.
    pub(super) fn named_counters(
        &self,
        settings: &SearchSettings,
        restarts: bool,
    ) -> EffortCounters {
        let work = &self.work;
        let mut counters = EffortCounters::new();
        counters.add_amount("nodes", work.nodes);
        counters.add_amount("enumerations", work.enumerations);
        counters.add_amount("backtracks", work.backtracks);
        counters.add_amount("assignments", work.assignments);
        counters.add_amount("prunings", self.prunings);
        counters.add_amount("propagations", work.propagations);
        counters.add_amount("checks", self.checks);
        counters.add_amount("depth", work.depth);
        if settings.branching == BranchingScheme::DWay {
            counters.add_amount("children", work.children);
        }
        if settings.learns() || work.conflicts > 0 {
            counters.add_amount("conflicts", work.conflicts);
            counters.add_amount("learned", work.learned);
        }
        if restarts {
            counters.add_amount("restarts", work.restarts);
        }
        counters
    }
}
