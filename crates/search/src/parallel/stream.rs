//! Enumerates or counts all solutions: subtrees in the order of the tree.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::engine_api::{EnumerationEnd, StopReason};

use super::checkpoint::{CheckpointLog, Note};
use super::cutter::WalkBudget;
use super::subtree::SearchSubtree;
use super::tally::QuestionTally;
use super::worker_pool::{JobResult, WorkerJob, WorkerPool};
use crate::heuristics::BranchingGuide;

/// Subtrees after the first open one that each thread may work on; finished subtrees wait with
/// their solutions.
const AHEAD_PER_THREAD: usize = 3;

/// A subtree, and its number and state.
struct StreamSlot {
    number: u64,
    share: f64,
    state: SubtreeState,
}

enum SubtreeState {
    Waiting(SearchSubtree),
    Working,
    Done(Box<JobResult>),
}

impl StreamSlot {
    fn from_subtree(number: u64, subtree: SearchSubtree) -> Self {
        StreamSlot { number, share: subtree.share, state: SubtreeState::Waiting(subtree) }
    }
}

/// The open subtrees in the order of the tree.
pub(super) struct SubtreeStream {
    pub(super) budget: WalkBudget,
    pub(super) guide: Arc<BranchingGuide>,
    /// Whether the task is only the number of solutions.
    pub(super) counts: bool,
    /// The number of variables.
    pub(super) variables: usize,
    slots: VecDeque<StreamSlot>,
    /// The number of the next subtree.
    next: u64,
    /// The reason why no more subtrees are begun.
    stopped: Option<EnumerationEnd>,
    /// The notes of the finished subtrees of a count.
    notes: Option<CheckpointLog>,
}

impl SubtreeStream {
    pub(super) fn new(
        budget: WalkBudget,
        guide: Arc<BranchingGuide>,
        counts: bool,
        variables: usize,
    ) -> Self {
        let slots = VecDeque::new();
        SubtreeStream {
            budget,
            guide,
            counts,
            variables,
            slots,
            next: 0,
            stopped: None,
            notes: None,
        }
    }

    /// Numbers new subtrees from `next` on.
    pub(super) fn numbered_from(self, next: u64) -> Self {
        SubtreeStream { next, ..self }
    }

    /// Writes finished subtrees to the notes.
    pub(super) fn noted_in(self, notes: CheckpointLog) -> Self {
        SubtreeStream { notes: Some(notes), ..self }
    }

    /// Works on subtrees until they are finished, or a limit or the task ends the work.
    pub(super) fn process_subtrees(
        mut self,
        subtrees: Vec<(u64, SearchSubtree)>,
        crew: &mut WorkerPool<'_>,
        tally: &mut QuestionTally<'_>,
    ) -> EnumerationEnd {
        self.slots.extend(
            subtrees.into_iter().map(|(number, subtree)| StreamSlot::from_subtree(number, subtree)),
        );
        loop {
            self.queue_jobs(crew);
            let Some((number, arrived)) = crew.await_arrival() else {
                break;
            };
            let ended = match arrived {
                Ok(report) => self.accept_result(number, report, tally),
                Err(panic) => {
                    self.stopped = Some(EnumerationEnd::GaveUp(format!("crash: panic: {panic}")));
                    crew.cancel_from(0);
                    ControlFlow::Continue(())
                }
            };
            if ended.is_break() || self.flush_results(tally).is_break() {
                return EnumerationEnd::Enough;
            }
            tally.report_progress(self.open_shares());
        }
        tally.report_representative();
        match self.stopped.take() {
            None if self.slots.is_empty() => EnumerationEnd::Exhausted,
            stopped => {
                // Finished subtrees count, even after an unfinished one.
                self.slots.retain(|slot| matches!(slot.state, SubtreeState::Done(_)));
                let _ = self.flush_results(tally);
                stopped.unwrap_or(EnumerationEnd::Stopped(StopReason::Cancelled))
            }
        }
    }

    fn open_shares(&self) -> impl Iterator<Item = f64> {
        let open = self.slots.iter().filter(|slot| !matches!(slot.state, SubtreeState::Done(_)));
        open.map(|slot| slot.share)
    }

    /// Inserts subtrees at a place.
    fn insert_subtrees(&mut self, at: usize, subtrees: Vec<SearchSubtree>) {
        let after = self.slots.split_off(at);
        for subtree in subtrees {
            self.slots.push_back(StreamSlot::from_subtree(self.next, subtree));
            self.next += 1;
        }
        self.slots.extend(after);
    }

    /// Queues the first waiting subtrees.
    fn queue_jobs(&mut self, crew: &mut WorkerPool<'_>) {
        if self.stopped.is_some() {
            return;
        }
        // A count frees each result at once. Solutions wait for all subtrees before theirs, so the
        // window bounds the memory.
        let ahead = if self.counts { usize::MAX } else { AHEAD_PER_THREAD * crew.threads };
        // Two jobs per thread: no thread waits for the leader, and few jobs are lost when the task
        // ends.
        let mut room = (2 * crew.threads).saturating_sub(crew.pending_count());
        for slot in self.slots.iter_mut().take(ahead) {
            if room == 0 {
                return;
            }
            if let SubtreeState::Waiting(_) = slot.state
                && let SubtreeState::Waiting(subtree) =
                    std::mem::replace(&mut slot.state, SubtreeState::Working)
            {
                let (budget, guide) = (self.budget, self.guide.clone());
                crew.queue_job(WorkerJob {
                    number: slot.number,
                    subtree,
                    budget,
                    bound: i64::MAX,
                    guide,
                    run: None,
                });
                room -= 1;
            }
        }
    }

    /// Takes in a report.
    fn accept_result(
        &mut self,
        number: u64,
        mut report: JobResult,
        tally: &mut QuestionTally<'_>,
    ) -> ControlFlow<()> {
        if let Some(stop) = report.part.stop_reason() {
            self.stopped.get_or_insert(EnumerationEnd::Stopped(stop));
        }
        // A wrong solution goes straight to the judge, which ends the question.
        if report.wrong {
            return tally.pass_candidates(&report.candidates, self.variables);
        }
        let Some(index) = self.slots.iter().position(|slot| slot.number == number) else {
            return ControlFlow::Continue(());
        };
        // The rest of a subtree that was cut takes its place in the order, right after it.
        let left = match &mut report.part.end {
            Err(left) => std::mem::take(&mut left.subtrees),
            Ok(_) => Vec::new(),
        };
        // The line is written before the new subtrees get their numbers: a reader numbers them in
        // the order of the lines. A stopped subtree is not finished.
        if report.part.stop_reason().is_none() {
            self.note_subtree(number, &report, &left, tally);
        }
        self.insert_subtrees(index + 1, left);
        if !self.counts {
            self.slots[index].state = SubtreeState::Done(Box::new(report));
            return ControlFlow::Continue(());
        }
        self.slots.remove(index);
        tally.add_effort(&report);
        tally.add_count(report.candidates, report.part.found);
        ControlFlow::Continue(())
    }

    /// Notes that a subtree is finished.
    fn note_subtree(
        &mut self,
        number: u64,
        report: &JobResult,
        left: &[SearchSubtree],
        tally: &QuestionTally<'_>,
    ) {
        let Some(notes) = &mut self.notes else {
            return;
        };
        // One solution in the notes is enough for a resumed count.
        let has_one = tally.passed || !tally.representative.is_empty();
        let solution = if has_one { Vec::new() } else { report.candidates.clone() };
        let (found, effort) = (report.part.found, report.part.effort);
        let note = Note { number, found, effort, left: left.to_vec(), solution };
        if let Err(why) = notes.add_line(&note) {
            self.stopped.get_or_insert(EnumerationEnd::GaveUp(why.to_string()));
        }
    }

    /// Passes on the results before the first open subtree.
    fn flush_results(&mut self, tally: &mut QuestionTally<'_>) -> ControlFlow<()> {
        while let Some(StreamSlot { state: SubtreeState::Done(_), .. }) = self.slots.front()
            && let Some(StreamSlot { state: SubtreeState::Done(report), .. }) =
                self.slots.pop_front()
        {
            tally.add_effort(&report);
            tally.pass_candidates(&report.candidates, self.variables)?;
        }
        ControlFlow::Continue(())
    }
}
