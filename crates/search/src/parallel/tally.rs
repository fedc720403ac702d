//! Accumulates a question's solutions and effort.

use std::ops::ControlFlow;

use parallax_model::Value;
use parallax_model::engine_api::CandidateCallback;

use super::progress::ParallelProgress;
use super::worker_pool::JobResult;
use crate::effort::SearchEffort;

/// A callback for progress, called from time to time in the thread of the caller.
pub type Watch = dyn Fn(ParallelProgress) + Send + Sync;

/// The solutions and the effort of a question so far, and the callback for its candidates.
pub(super) struct QuestionTally<'t> {
    pub(super) found: u128,
    pub(super) effort: SearchEffort,
    /// The number of finished subtrees.
    pub(super) subtrees: u64,
    pub(super) limit: Option<u64>,
    pub(super) on_candidate: CandidateCallback<'t>,
    /// Whether a candidate was passed on.
    pub(super) passed: bool,
    /// A solution that represents those that are only counted.
    pub(super) representative: Vec<Value>,
    pub(super) watch: Option<&'t Watch>,
}

impl<'t> QuestionTally<'t> {
    pub(super) fn new(
        limit: Option<u64>,
        on_candidate: CandidateCallback<'t>,
        watch: Option<&'t Watch>,
    ) -> Self {
        QuestionTally {
            found: 0,
            effort: SearchEffort::default(),
            subtrees: 0,
            limit,
            on_candidate,
            passed: false,
            representative: Vec::new(),
            watch,
        }
    }

    /// Adds the effort of a subtree.
    pub(super) fn add_effort(&mut self, report: &JobResult) {
        self.effort.add_effort(&report.part.effort);
        self.subtrees += 1;
    }

    /// Passes candidates on, each with this number of values. Breaks if the callback wants no more.
    pub(super) fn pass_candidates(
        &mut self,
        candidates: &[Value],
        variables: usize,
    ) -> ControlFlow<()> {
        // A chunk size of 0 would panic.
        for candidate in candidates.chunks_exact(variables.max(1)) {
            self.found += 1;
            self.passed = true;
            (self.on_candidate)(candidate)?;
            if self.limit.is_some_and(|limit| self.found >= limit.into()) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the count of a subtree, and one of its candidates. The least candidate of all subtrees
    /// represents the count, because subtrees end in any order.
    pub(super) fn add_count(&mut self, candidate: Vec<Value>, found: u64) {
        let least = self.representative.is_empty() || candidate < self.representative;
        if !candidate.is_empty() && least {
            self.representative = candidate;
        }
        self.found += u128::from(found);
    }

    /// Passes on the candidate that represents a count, unless others were passed on.
    pub(super) fn report_representative(&mut self) {
        if !self.passed && !self.representative.is_empty() {
            self.passed = true;
            // It is the last candidate, so a break has no effect.
            let _ = (self.on_candidate)(&self.representative);
        }
    }

    /// Reports the progress of the question; `open` are the shares of the open subtrees.
    pub(super) fn report_progress(&self, open: impl Iterator<Item = f64>) {
        if let Some(watch) = self.watch {
            let (number, share) =
                open.fold((0, 0.0), |(number, sum), share| (number + 1, sum + share));
            watch(ParallelProgress {
                done: self.subtrees,
                known: self.subtrees + number,
                share: (1.0 - share).clamp(0.0, 1.0),
                solutions: self.found.into(),
            });
        }
    }
}
