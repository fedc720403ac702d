//! Worker threads that process subtrees of a search tree.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use parallax_model::engine_api::{CaughtPanic, Control, Task, catch_panic};
use parallax_model::{Model, Value};

use super::cutter::WalkBudget;
use super::subtree::SearchSubtree;
use super::subtree_job::{SubtreeJob, SubtreeQuestion, SubtreeResult};
use super::template::SearchTemplate;
use crate::SearchState;
use crate::heuristics::BranchingGuide;

/// One subtree to work on.
pub(super) struct WorkerJob {
    /// Chosen by the caller of [`WorkerPool::queue_job`].
    pub(super) number: u64,
    pub(super) subtree: SearchSubtree,
    pub(super) budget: WalkBudget,
    /// The largest allowed cost.
    pub(super) bound: i64,
    /// The state with which the search begins.
    pub(super) guide: Arc<BranchingGuide>,
    /// The run of the restarts to begin with, if the subtree ends at restarts only.
    pub(super) run: Option<u64>,
}

/// The result of a job.
pub(super) struct JobResult {
    pub(super) part: SubtreeResult,
    /// The candidates, one after the other: all of them; the last one if the task is one solution;
    /// of a count, the first one or the first wrong one.
    pub(super) candidates: Vec<Value>,
    /// Whether the last candidate violates the model.
    pub(super) wrong: bool,
    /// The weights after the work, if weights add up.
    pub(super) learned: Option<Vec<f64>>,
    /// The state of the heuristics, if the search continues after a restart.
    pub(super) guide: Option<BranchingGuide>,
}

/// A job's number and report, or the panic that ended it.
pub(super) type Arrival = (u64, Result<JobResult, CaughtPanic>);

/// The jobs that have not returned.
#[derive(Default)]
struct PendingJobs {
    waiting: VecDeque<WorkerJob>,
    /// The cancellation flag of each job, begun or not.
    flags: BTreeMap<u64, Arc<AtomicBool>>,
    closed: bool,
}

/// Hands jobs to threads and receives their reports.
pub(super) struct WorkerPool<'c> {
    job_queue: &'c JobQueue,
    arrivals: Receiver<Arrival>,
    /// The number of threads.
    pub(super) threads: usize,
}

/// The queue at which threads wait for jobs.
#[derive(Default)]
struct JobQueue {
    jobs: Mutex<PendingJobs>,
    moved: Condvar,
}

impl JobQueue {
    fn lock_jobs(&self) -> MutexGuard<'_, PendingJobs> {
        // A panic cannot leave the jobs inconsistent: each change is complete.
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job; `None` when there are no more.
    fn next(&self) -> Option<(WorkerJob, Arc<AtomicBool>)> {
        let mut jobs = self.lock_jobs();
        while !jobs.closed {
            if let Some(job) = jobs.waiting.pop_front() {
                // Each job has had a flag since it was queued; the default only spares an unwrap.
                let flag = jobs.flags.get(&job.number).cloned().unwrap_or_default();
                return Some((job, flag));
            }
            jobs = self.moved.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
        None
    }
}

/// Releases the threads, even if the leader panics.
struct QueueCloseGuard<'c>(&'c JobQueue);

impl Drop for QueueCloseGuard<'_> {
    fn drop(&mut self) {
        let mut jobs = self.0.lock_jobs();
        jobs.closed = true;
        // Relaxed is enough: a flag carries no data, and a job that sees it late only does more
        // work.
        jobs.flags.values().for_each(|flag| flag.store(true, Ordering::Relaxed));
        self.0.moved.notify_all();
    }
}

impl WorkerPool<'_> {
    /// Queues a job for the next free thread.
    pub(super) fn queue_job(&mut self, job: WorkerJob) {
        let mut jobs = self.job_queue.lock_jobs();
        jobs.flags.insert(job.number, Arc::default());
        jobs.waiting.push_back(job);
        self.job_queue.moved.notify_one();
    }

    /// Removes the jobs from this number on that no thread has begun, and cancels the others.
    pub(super) fn cancel_from(&mut self, number: u64) {
        let mut jobs = self.job_queue.lock_jobs();
        let jobs = &mut *jobs;
        jobs.flags.range(number..).for_each(|(_, flag)| flag.store(true, Ordering::Relaxed));
        // Waiting jobs leave without a report. Running ones see their flag, and their reports still
        // arrive.
        jobs.waiting.retain(|job| {
            job.number < number || {
                jobs.flags.remove(&job.number);
                false
            }
        });
    }

    /// Returns the number of jobs that have not returned.
    pub(super) fn pending_count(&self) -> usize {
        self.job_queue.lock_jobs().flags.len()
    }

    /// Waits for the next report; `None` if no job is running or waiting.
    pub(super) fn await_arrival(&mut self) -> Option<Arrival> {
        if self.pending_count() == 0 {
            return None;
        }
        let arrival = self.arrivals.recv().ok()?;
        // The flag counts a job as pending until its report is read, so the leader never stops
        // waiting too early.
        self.job_queue.lock_jobs().flags.remove(&arrival.0);
        Some(arrival)
    }
}

/// Runs `lead` with worker threads; all of them have ended when this returns.
pub(super) fn with_crew<R>(
    template: &SearchTemplate,
    model: &Model,
    question: &SubtreeQuestion<'_>,
    threads: usize,
    control: &Control,
    lead: impl FnOnce(&mut WorkerPool<'_>) -> R,
) -> R {
    let lobby = JobQueue::default();
    let (send, arrivals) = channel();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let (send, lobby) = (send.clone(), &lobby);
            scope.spawn(move || process_jobs(template, model, question, control, lobby, &send));
        }
        // Only the threads hold senders then, so the channel closes when all of them have ended.
        drop(send);
        // Jobs that still run when `lead` returns are cancelled.
        let _closing = QueueCloseGuard(&lobby);
        lead(&mut WorkerPool { job_queue: &lobby, arrivals, threads })
    })
}

/// Works on subtrees until there are no more: the main function of a thread.
fn process_jobs(
    template: &SearchTemplate,
    model: &Model,
    question: &SubtreeQuestion<'_>,
    control: &Control,
    lobby: &JobQueue,
    send: &Sender<Arrival>,
) {
    let mut search = None;
    while let Some((job, flag)) = lobby.next() {
        let control = control.for_part(flag);
        let number = job.number;
        // The thread's search is reused from job to job. A panic may leave it inconsistent: then it
        // is dropped, and the next job builds another.
        let own = search.take();
        let done = catch_panic(|| {
            let mut own: SearchState = own.unwrap_or_else(|| template.build_search());
            let report = run_job(template, model, question, &control, &mut own, &job);
            (own, report)
        });
        let report = done.map(|(own, report)| {
            search = Some(own);
            report
        });
        // The leader has gone, and with it the question.
        if send.send((number, report)).is_err() {
            return;
        }
    }
}

fn run_job(
    template: &SearchTemplate,
    model: &Model,
    question: &SubtreeQuestion<'_>,
    control: &Control,
    search: &mut SearchState,
    job: &WorkerJob,
) -> JobResult {
    template.restore_state(search, &job.guide);
    let mut candidates = Vec::new();
    let one = question.task == Task::Optimise;
    let counts = question.task == Task::Count;
    let mut wrong = false;
    let mut take = |values: &[Value]| {
        // A count discards its solutions, so each is checked here.
        if counts {
            wrong = model.check(question.givens, values).is_err();
        }
        // The last solution of an optimisation is its best; a wrong one replaces all others.
        if one || wrong {
            candidates.clear();
        }
        if !counts || wrong || candidates.is_empty() {
            candidates.extend_from_slice(values);
        }
        if wrong { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let WorkerJob { subtree, budget, bound, run, .. } = job;
    let wanted = SubtreeJob { subtree, budget: *budget, bound: *bound, run: *run };
    let part = search.work_on(question, &wanted, control, &mut take);
    let guide = run.map(|_| search.guide.clone());
    let learned = search.guide.learned_weights().filter(|_| question.rounds).map(<[f64]>::to_vec);
    JobResult { part, candidates, wrong, learned, guide }
}
