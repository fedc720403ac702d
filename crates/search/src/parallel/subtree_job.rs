//! Works on one subtree of a tree.

use parallax_model::Given;
use parallax_model::engine_api::{CandidateCallback, Control, EnumerationEnd, StopReason, Task};
use parallax_propagation::store::PropagationConflict;

use super::cutter::{TreeCutter, TreeRemainder, WalkBudget};
use super::subtree::SearchSubtree;
use crate::SearchState;
use crate::effort::SearchEffort;
use crate::node_counters::NodeCounters;
use crate::restarts::{RestartCutoffs, RestartSchedule};
use crate::settings::wants_one;
use crate::tree::SearchTree;

/// A subtree, its limits and its state.
pub(super) struct SubtreeJob<'p> {
    pub(super) subtree: &'p SearchSubtree,
    pub(super) budget: WalkBudget,
    /// The largest allowed cost.
    pub(super) bound: i64,
    /// The run of the restarts to begin with, if the subtree ends at restarts only.
    pub(super) run: Option<u64>,
}

/// The question that all subtrees share.
#[derive(Clone, Copy)]
pub(super) struct SubtreeQuestion<'q> {
    pub(super) givens: &'q [Given],
    pub(super) task: Task,
    /// The number of open decisions that a cut turns into subtrees.
    pub(super) breadth: usize,
    /// Whether rounds search for one solution, or the best.
    pub(super) rounds: bool,
}

/// The result of the work on one subtree.
pub(super) struct SubtreeResult {
    /// The end of the work, or the rest of the subtree if the budget was spent.
    pub(super) end: Result<EnumerationEnd, TreeRemainder>,
    pub(super) found: u64,
    pub(super) effort: SearchEffort,
    /// The next run of the restarts.
    pub(super) run: u64,
}

impl SubtreeResult {
    /// Returns the limit or the cancellation that stopped it.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        match &self.end {
            Ok(EnumerationEnd::Stopped(stop)) => Some(*stop),
            _ => None,
        }
    }
}

impl SearchState {
    /// Works on a subtree until it is done or the budget is spent. Costs are at most `bound`.
    pub(super) fn work_on(
        &mut self,
        question: &SubtreeQuestion<'_>,
        wanted: &SubtreeJob<'_>,
        control: &Control,
        on_candidate: CandidateCallback<'_>,
    ) -> SubtreeResult {
        let SubtreeJob { subtree, budget, bound, run } = *wanted;
        self.work = NodeCounters::from_store(&self.store);
        self.store.set_limits(control);
        let aim = self.aim.clone().filter(|_| question.task == Task::Optimise);
        let mut found = 0;
        // The subtree lives on this level: undoing it returns the search to the shared root.
        self.store.open_level();
        if let Some(aim) = &aim {
            // The bound of the start of the round, not the newest: results must not depend on which
            // subtree ends first.
            aim.bound.set_cost(bound);
            self.store.queue.push(aim.propagator);
        }
        let fixed = self.fix_givens(question.givens);
        let restarts = self.restarts;
        let mut tree = SearchTree::new(self, question.task, aim.clone(), control, on_candidate);
        tree.cutter =
            Some(TreeCutter::new(budget, wants_one(question.task), run.is_some(), subtree));
        // No nogoods of restarts: a part does not know what others refuted, and ends at a restart,
        // before its own could be of use.
        tree.nogoods = None;
        match run {
            Some(run) => tree.cutoffs = RestartCutoffs::from_run(restarts, run),
            // Without restarts, a subtree never repeats its work.
            None if question.rounds => {
                tree.cutoffs = RestartCutoffs::from_run(RestartSchedule::default(), 1);
            }
            None => {}
        }
        let end = match fixed {
            Err(PropagationConflict) => Ok(EnumerationEnd::Exhausted),
            Ok(()) => match tree.replay_path(subtree) {
                Err(ended) => Ok(ended),
                Ok(consistent) => match tree.walk_tree(&mut found, consistent) {
                    Some(ended) => Ok(ended),
                    None => Err(tree.remaining_tree(question.breadth, run.is_some())),
                },
            },
        };
        // Read before the levels are undone, because the tree borrows the search.
        let run = tree.cutoffs.current_run();
        while self.store.depth() > 0 {
            self.store.undo_level();
        }
        if let Some(aim) = &aim {
            aim.bound.set_cost(i64::MAX);
        }
        SubtreeResult { end, found, effort: SearchEffort::from_search(self), run }
    }
}
