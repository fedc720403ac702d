//! Enumerates or counts all solutions: subtrees in the order of the tree.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

use parallax_model::ask::{Ended, Stop};

use super::checkpoint::{CheckpointLog, Note};
use super::cutter::Budget;
use super::subtree::Subtree;
use super::tally::Tally;
use super::worker_pool::{Job, JobResult, WorkerPool};
use crate::heuristics::Guide;

/// Subtrees after the first open one that each thread may work on; finished subtrees wait with their
/// solutions.
const AHEAD_PER_THREAD: usize = 3;

/// A subtree, and its number and state.
struct Slot {
    number: u64,
    share: f64,
    state: State,
}

enum State {
    Waiting(Subtree),
    Working,
    Done(Box<JobResult>),
}

impl Slot {
    fn waiting(number: u64, subtree: Subtree) -> Self {
        Slot { number, share: subtree.share, state: State::Waiting(subtree) }
    }
}

/// The open subtrees in the order of the tree.
pub(super) struct Stream {
    pub(super) budget: Budget,
    pub(super) guide: Arc<Guide>,
    /// Whether the task is only the number of solutions.
    pub(super) counts: bool,
    /// The number of variables.
    pub(super) variables: usize,
    slots: VecDeque<Slot>,
    /// The number of the next subtree.
    next: u64,
    /// The reason why no more subtrees are begun.
    stopped: Option<Ended>,
    /// The notes of the finished subtrees of a count.
    notes: Option<CheckpointLog>,
}

impl Stream {
    pub(super) fn new(budget: Budget, guide: Arc<Guide>, counts: bool, variables: usize) -> Self {
        let slots = VecDeque::new();
        Stream { budget, guide, counts, variables, slots, next: 0, stopped: None, notes: None }
    }

    /// Numbers new subtrees from `next` on.
    pub(super) fn numbered_from(self, next: u64) -> Self {
        Stream { next, ..self }
    }

    /// Writes finished subtrees to the notes.
    pub(super) fn noted_in(self, notes: CheckpointLog) -> Self {
        Stream { notes: Some(notes), ..self }
    }

    /// Works on subtrees until they are finished, or a limit or the task ends the work.
    pub(super) fn lead(
        mut self,
        subtrees: Vec<(u64, Subtree)>,
        crew: &mut WorkerPool<'_>,
        tally: &mut Tally<'_>,
    ) -> Ended {
        self.slots
            .extend(subtrees.into_iter().map(|(number, subtree)| Slot::waiting(number, subtree)));
        loop {
            self.order(crew);
            let Some((number, arrived)) = crew.arrival() else {
                break;
            };
            let ended = match arrived {
                Ok(report) => self.arrived(number, report, tally),
                Err(panic) => {
                    self.stopped = Some(Ended::GaveUp(format!("crash: panic: {panic}")));
                    crew.cancel_from(0);
                    ControlFlow::Continue(())
                }
            };
            if ended.is_break() || self.flush(tally).is_break() {
                return Ended::Enough;
            }
            tally.watched(self.open_shares());
        }
        tally.stand();
        match self.stopped.take() {
            None if self.slots.is_empty() => Ended::Exhausted,
            stopped => {
                // Finished subtrees count, even after an unfinished one.
                self.slots.retain(|slot| matches!(slot.state, State::Done(_)));
                let _ = self.flush(tally);
                stopped.unwrap_or(Ended::Stopped(Stop::Cancelled))
            }
        }
    }

    fn open_shares(&self) -> impl Iterator<Item = f64> {
        let open = self.slots.iter().filter(|slot| !matches!(slot.state, State::Done(_)));
        open.map(|slot| slot.share)
    }

    /// Inserts subtrees at a place.
    fn insert(&mut self, at: usize, subtrees: Vec<Subtree>) {
        let after = self.slots.split_off(at);
        for subtree in subtrees {
            self.slots.push_back(Slot::waiting(self.next, subtree));
            self.next += 1;
        }
        self.slots.extend(after);
    }

    /// Queues the first waiting subtrees.
    fn order(&mut self, crew: &mut WorkerPool<'_>) {
        if self.stopped.is_some() {
            return;
        }
        let ahead = if self.counts { usize::MAX } else { AHEAD_PER_THREAD * crew.threads };
        let mut room = (2 * crew.threads).saturating_sub(crew.out());
        for slot in self.slots.iter_mut().take(ahead) {
            if room == 0 {
                return;
            }
            if let State::Waiting(_) = slot.state
                && let State::Waiting(subtree) = std::mem::replace(&mut slot.state, State::Working)
            {
                let (budget, guide) = (self.budget, self.guide.clone());
                crew.order(Job {
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
    fn arrived(
        &mut self,
        number: u64,
        mut report: JobResult,
        tally: &mut Tally<'_>,
    ) -> ControlFlow<()> {
        if let Some(stop) = report.part.stop() {
            self.stopped.get_or_insert(Ended::Stopped(stop));
        }
        if report.wrong {
            return tally.pass(&report.candidates, self.variables);
        }
        let Some(place) = self.slots.iter().position(|slot| slot.number == number) else {
            return ControlFlow::Continue(());
        };
        let left = match &mut report.part.end {
            Err(left) => std::mem::take(&mut left.subtrees),
            Ok(_) => Vec::new(),
        };
        if report.part.stop().is_none() {
            self.note(number, &report, &left, tally);
        }
        self.insert(place + 1, left);
        if !self.counts {
            self.slots[place].state = State::Done(Box::new(report));
            return ControlFlow::Continue(());
        }
        self.slots.remove(place);
        tally.spend(&report);
        tally.count(report.candidates, report.part.found);
        ControlFlow::Continue(())
    }

    /// Notes that a subtree is finished.
    fn note(&mut self, number: u64, report: &JobResult, left: &[Subtree], tally: &Tally<'_>) {
        let Some(notes) = &mut self.notes else {
            return;
        };
        let has_one = tally.passed || !tally.standing.is_empty();
        let solution = if has_one { Vec::new() } else { report.candidates.clone() };
        let (found, effort) = (report.part.found, report.part.effort);
        let note = Note { number, found, effort, left: left.to_vec(), solution };
        if let Err(why) = notes.add(&note) {
            self.stopped.get_or_insert(Ended::GaveUp(why.to_string()));
        }
    }

    /// Passes on the results before the first open subtree.
    fn flush(&mut self, tally: &mut Tally<'_>) -> ControlFlow<()> {
        while let Some(Slot { state: State::Done(_), .. }) = self.slots.front()
            && let Some(Slot { state: State::Done(report), .. }) = self.slots.pop_front()
        {
            tally.spend(&report);
            tally.pass(&report.candidates, self.variables)?;
        }
        ControlFlow::Continue(())
    }
}
