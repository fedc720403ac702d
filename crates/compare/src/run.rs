//! Runs a plan on worker threads and returns the results in the order of the stream.
//!
//! A reader cuts the stream into blocks and sends one job for each model and engine of a block to
//! the workers. The collector (`collect.rs`), in the calling thread, receives their rows and
//! delivers each instance when all its rows and all rows of earlier instances have arrived.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use parallax_instance::{InputError, SourcedInstance};
use parallax_model::engine_api::Control;

use super::block::{BlockReader, StreamItem};
use super::collect::{ComparisonEvent, collect_results};
use super::collector_message::{BlockJob, CollectorMessage};
use super::runner::EngineRunner;
use super::window::BlockWindow;
use super::{ComparisonPlan, CoreDetail, InstanceComparison};

/// Maximum number of blocks in progress for each worker, which bounds the memory.
const WINDOW_PER_JOB: usize = 4;

/// One engine and one model, a lane, on one block.
struct LaneJob {
    block: usize,
    lane: usize,
    work: Arc<BlockJob>,
}

/// Runs `plan` on every instance of `stream` and calls `on_result` with the
/// results in the order of the stream. An instance that cannot be read, or
/// offers none of the plan's models, becomes an error in its place, and the run
/// continues with the next.
///
/// After a cancellation of `control`, returns the results so far within a
/// second. A worker whose solver does not stop, or a reader that waits for its
/// input, keeps its thread until the process ends and adds no row.
pub fn run_plan(
    plan: &ComparisonPlan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>> + Send + 'static,
    control: &Control,
    on_result: &mut dyn FnMut(Result<InstanceComparison, InputError>),
) {
    run_live(plan, stream, control, &mut |arrived| match arrived {
        ComparisonEvent::Row(_) | ComparisonEvent::Solutions(..) => {}
        ComparisonEvent::Result(result) => on_result(result),
    });
}

/// Runs the plan as [`run_plan`] does; `on_arrival` also gets each row as soon as its engine ends,
/// in any order.
pub fn run_live(
    plan: &ComparisonPlan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>> + Send + 'static,
    control: &Control,
    on_arrival: &mut dyn FnMut(ComparisonEvent<'_>),
) {
    let jobs = plan.jobs.max(1);
    let window = Arc::new(BlockWindow::new(WINDOW_PER_JOB * jobs));
    // Both channels are bounded: a reader that runs ahead, or workers that are faster than the
    // output, wait instead of filling the memory.
    let (send_job, take_job) = sync_channel::<LaneJob>(jobs);
    let (send_event, take_event) = sync_channel::<CollectorMessage>(WINDOW_PER_JOB * jobs);
    let take_job = Arc::new(Mutex::new(take_job));
    let plan = Arc::new(plan.clone());
    let mut threads = Vec::with_capacity(jobs + 1);
    for _ in 0..jobs {
        let (take_job, send_event) = (take_job.clone(), send_event.clone());
        let (plan, control) = (plan.clone(), control.clone());
        threads
            .push(std::thread::spawn(move || run_worker(&plan, &control, &take_job, &send_event)));
    }
    // The reader notices that all workers have ended only if this thread holds no receiver.
    drop(take_job);
    // The original sender of events moves into the reader. So the channel disconnects when reader
    // and workers have ended, which is how the collector learns that no row is missing.
    let (reading, width) = (control.clone(), window.clone());
    threads.push(std::thread::spawn(move || {
        read_jobs(&plan, stream, &reading, &width, send_job, &send_event);
    }));
    // After a cancellation, a solver may not return. Its thread is left detached then: joining it
    // would make the caller wait for that solver.
    if collect_results(&take_event, &window, control, on_arrival) {
        threads.into_iter().for_each(join_worker);
    }
}

/// Waits for a thread that is about to end, and resumes its panic.
fn join_worker(thread: JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Cuts the stream into jobs.
fn read_jobs(
    plan: &ComparisonPlan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
    control: &Control,
    window: &BlockWindow,
    send_job: SyncSender<LaneJob>,
    send_event: &SyncSender<CollectorMessage>,
) {
    let alone = plan.alone
        || plan.streams
        || plan.engines.iter().any(|engine| engine.abilities().asks_once);
    // A core lists the givens, so they must not be part of the model.
    let with_givens = plan.cores == CoreDetail::None;
    let mut blocks = BlockReader::new(stream, &plan.models, alone, with_givens);
    let mut count = 0;
    while control.stop_reason().is_none()
        && let Some(piece) = blocks.next()
    {
        window.wait_for(count, control);
        // A channel closes only when the collector panics.
        let sent = match piece {
            StreamItem::Unread(error) => {
                send_event.send(CollectorMessage::Unread(count, error)).is_ok()
            }
            StreamItem::Block(block) => {
                let work = Arc::new(BlockJob::new(block, plan.engines.len()));
                // The collector learns of the block before a worker can send a row of it.
                let begun = send_event.send(CollectorMessage::Begun(count, work.clone())).is_ok();
                let job = |lane| LaneJob { block: count, lane, work: work.clone() };
                begun && (0..work.lanes.len()).all(|lane| send_job.send(job(lane)).is_ok())
            }
        };
        if !sent {
            return;
        }
        count += 1;
    }
}

/// Takes jobs until there are no more; the main function of a worker.
fn run_worker(
    plan: &ComparisonPlan,
    control: &Control,
    jobs: &Mutex<Receiver<LaneJob>>,
    events: &SyncSender<CollectorMessage>,
) {
    loop {
        // An idle worker waits for a job with the lock held; the other idle ones wait for the lock.
        // The guard is dropped at the end of the statement, before the work begins.
        let job = jobs.lock().expect("no holder panics").recv();
        let Ok(LaneJob { block, lane, work }) = job else {
            return;
        };
        let (shared, engine) = &work.lanes[lane];
        let engine = &*plan.engines[*engine];
        let mut desk = EngineRunner::new(plan, engine, shared);
        let call = || {
            // A full channel is no loss: the collector also takes solutions at its regular checks.
            let _ = events.try_send(CollectorMessage::Solutions);
        };
        if plan.streams {
            desk = desk.with_outbox(&work.outbox, &call);
        }
        for found in &work.instances {
            // An instance that has not begun when the run is cancelled gets no row.
            if control.stop_reason().is_some() {
                break;
            }
            let row = Box::new(desk.solve_instance(found, control));
            if events.send(CollectorMessage::Row(block, lane, row)).is_err() {
                return;
            }
        }
        // The session and its resources, such as a child process, end before the block counts as
        // done.
        drop(desk);
        if events.send(CollectorMessage::Done(block)).is_err() {
            return;
        }
    }
}
