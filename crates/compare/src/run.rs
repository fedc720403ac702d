//! Runs a plan on worker threads and returns the results in the order of the stream.
//!
//! A reader cuts the stream into blocks and sends one job for each model and engine of a block to
//! the workers. The collector, in the calling thread, receives their rows and delivers each
//! instance when all its rows and those of the instances before it are there.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use parallax_model::ask::{Control, Engine, InOrder};
use parallax_model::instance::{InputError, PuzzleSolution, SourcedInstance, Viewpoint};

use super::block::{Block, Blocks, StreamItem};
use super::outbox::Outbox;
use super::refute::refute;
use super::runner::EngineRunner;
use super::shared::Shared;
use super::{Cores, Plan, Row, Verdict, standing};

/// Maximum number of blocks in progress for each worker, which bounds the memory.
const WINDOW_PER_JOB: usize = 4;

/// Time that workers have to stop after a cancellation. A worker that takes longer is inside a
/// solver that does not stop, and is abandoned.
const GRACE: Duration = Duration::from_millis(700);

/// Time between two checks for a cancellation by the collector.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The results of all engines on one instance.
#[non_exhaustive]
pub struct Compared {
    /// The instance.
    pub found: Arc<SourcedInstance>,
    /// A row for each model and engine, in the order of the plan. After a
    /// cancellation some may be missing.
    pub rows: Vec<Row>,
    /// How the rows relate.
    pub verdict: Verdict,
    /// The claim of a certificate that settles a disagreement of the engines
    /// ([`settle`](super::settle)).
    pub settled: Option<String>,
}

impl Compared {
    fn new(found: Arc<SourcedInstance>, mut rows: Vec<Row>) -> Self {
        let verdict = relate(&mut rows);
        Compared { found, rows, verdict, settled: None }
    }

    /// The rows whose answers are known to be wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.wrong.is_some())
    }
}

/// Returns the verdict on the rows of one instance. Marks the rows that are known to be wrong, and
/// raises claims that others support.
pub fn relate(rows: &mut [Row]) -> Verdict {
    let verdict = Verdict::of(rows);
    if verdict.is_disagreement() {
        refute(rows);
    }
    standing::agree(rows);
    verdict
}

/// Runs `plan` on one instance in the calling thread; `plan.jobs` is ignored.
/// After a cancellation of `control` rows may be missing.
///
/// # Errors
/// Returns an error if the instance has none of the plan's models.
pub fn one(plan: &Plan, found: SourcedInstance, control: &Control) -> Result<Compared, InputError> {
    let viewpoints = plan.models.of(&*found.instance, &found.source)?;
    let mut rows = Vec::with_capacity(viewpoints.len() * plan.engines.len());
    for viewpoint in viewpoints {
        let shared = Shared::new(viewpoint, plan.cores == Cores::None);
        for engine in &plan.engines {
            if control.stopped().is_none() {
                rows.push(EngineRunner::new(plan, &**engine, &shared).solve(&found, control));
            }
        }
    }
    Ok(Compared::new(Arc::new(found), rows))
}

/// Runs one engine on one viewpoint of an instance, in the calling thread, with a session of its
/// own; `plan.engines`, `plan.models` and `plan.jobs` are ignored.
#[must_use]
pub fn lone(
    plan: &Plan,
    engine: &dyn Engine,
    viewpoint: Viewpoint,
    found: &SourcedInstance,
    control: &Control,
) -> Row {
    let shared = Shared::new(viewpoint, plan.cores == Cores::None);
    EngineRunner::new(plan, engine, &shared).solve(found, control)
}

/// One engine and one model, a lane, on one block.
struct Job {
    block: usize,
    lane: usize,
    work: Arc<BlockJob>,
}

/// The instances of a block and its lanes.
struct BlockJob {
    instances: Vec<Arc<SourcedInstance>>,
    /// Solutions to be delivered before the rows.
    outbox: Outbox,
    /// The model of each lane, and the index of its engine in the plan.
    lanes: Vec<(Arc<Shared>, usize)>,
}

impl BlockJob {
    fn new(block: Block, engines: usize) -> Self {
        let Block { instances, shared } = block;
        let lanes = shared
            .iter()
            .flat_map(|shared| (0..engines).map(move |engine| (shared.clone(), engine)))
            .collect();
        let instances = instances.into_iter().map(Arc::new).collect();
        BlockJob { instances, outbox: Outbox::default(), lanes }
    }
}

/// A message from the reader or a worker to the collector.
enum Event {
    /// A block begins; its results follow.
    Begun(usize, Arc<BlockJob>),
    /// Solutions of a block wait to be taken.
    Solutions,
    /// The next row of one lane.
    Row(usize, usize, Box<Row>),
    /// One more lane of a block has sent all its rows.
    Done(usize),
    /// An error in the place of a block.
    Unread(usize, InputError),
}

/// Keeps the reader at most `width` blocks ahead of the results.
struct Window {
    /// The number of blocks whose results were returned.
    returned: Mutex<usize>,
    moved: Condvar,
    width: usize,
}

impl Window {
    fn wait_for(&self, block: usize, control: &Control) {
        let mut returned = self.returned.lock().expect("no holder panics");
        while block >= *returned + self.width && control.stopped().is_none() {
            let pause = Duration::from_millis(100);
            returned = self.moved.wait_timeout(returned, pause).expect("no holder panics").0;
        }
    }

    fn advance(&self) {
        *self.returned.lock().expect("no holder panics") += 1;
        self.moved.notify_all();
    }
}

/// Runs `plan` on every instance of `stream` and calls `on_result` with the
/// results in the order of the stream. An instance that cannot be read, or
/// offers none of the plan's models, becomes an error in its place, and the run
/// continues with the next.
///
/// After a cancellation of `control`, returns the results so far within a
/// second. A worker whose solver does not stop, or a reader that waits for its
/// input, keeps its thread until the process ends and adds no row.
pub fn run(
    plan: &Plan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>> + Send + 'static,
    control: &Control,
    on_result: &mut dyn FnMut(Result<Compared, InputError>),
) {
    run_live(plan, stream, control, &mut |arrived| match arrived {
        Arrived::Row(_) | Arrived::Solutions(..) => {}
        Arrived::Result(result) => on_result(result),
    });
}

/// An event of a running plan.
pub enum Arrived<'a> {
    /// Solutions of an instance whose results come next, in the order in which they were found, of
    /// a plan that [streams](Plan::streams). They have passed every check.
    Solutions(&'a Arc<SourcedInstance>, Vec<PuzzleSolution>),
    /// The row of an engine that ended with an instance. It is not yet compared with other rows.
    Row(&'a Row),
    /// A result, as [`run`] returns it.
    Result(Result<Compared, InputError>),
}

/// Does what [`run`] does; `on_arrival` also gets each row as soon as its engine ends, in any
/// order.
pub fn run_live(
    plan: &Plan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>> + Send + 'static,
    control: &Control,
    on_arrival: &mut dyn FnMut(Arrived<'_>),
) {
    let jobs = plan.jobs.max(1);
    let window = Arc::new(Window {
        returned: Mutex::new(0),
        moved: Condvar::new(),
        width: WINDOW_PER_JOB * jobs,
    });
    let (send_job, take_job) = sync_channel::<Job>(jobs);
    let (send_event, take_event) = sync_channel::<Event>(WINDOW_PER_JOB * jobs);
    let take_job = Arc::new(Mutex::new(take_job));
    let plan = Arc::new(plan.clone());
    let mut threads = Vec::with_capacity(jobs + 1);
    for _ in 0..jobs {
        let (take_job, send_event) = (take_job.clone(), send_event.clone());
        let (plan, control) = (plan.clone(), control.clone());
        threads.push(std::thread::spawn(move || work(&plan, &control, &take_job, &send_event)));
    }
    // The reader notices that all workers have ended only if this thread holds no receiver.
    drop(take_job);
    let (reading, width) = (control.clone(), window.clone());
    threads.push(std::thread::spawn(move || {
        read(&plan, stream, &reading, &width, send_job, &send_event);
    }));
    if collect(&take_event, &window, control, on_arrival) {
        threads.into_iter().for_each(join);
    }
}

/// Waits for a thread that is about to end, and resumes its panic.
fn join(thread: JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Cuts the stream into jobs.
fn read(
    plan: &Plan,
    stream: impl Iterator<Item = Result<SourcedInstance, InputError>>,
    control: &Control,
    window: &Window,
    send_job: SyncSender<Job>,
    send_event: &SyncSender<Event>,
) {
    let alone = plan.alone
        || plan.streams
        || plan.engines.iter().any(|engine| engine.abilities().asks_once);
    // A core lists the givens, so they must not be part of the model.
    let with_givens = plan.cores == Cores::None;
    let mut blocks = Blocks::new(stream, &plan.models, alone, with_givens);
    let mut count = 0;
    while control.stopped().is_none()
        && let Some(piece) = blocks.next()
    {
        window.wait_for(count, control);
        // A channel closes only when the collector panics.
        let sent = match piece {
            StreamItem::Unread(error) => send_event.send(Event::Unread(count, error)).is_ok(),
            StreamItem::Block(block) => {
                let work = Arc::new(BlockJob::new(block, plan.engines.len()));
                let begun = send_event.send(Event::Begun(count, work.clone())).is_ok();
                let job = |lane| Job { block: count, lane, work: work.clone() };
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
fn work(plan: &Plan, control: &Control, jobs: &Mutex<Receiver<Job>>, events: &SyncSender<Event>) {
    loop {
        let job = jobs.lock().expect("no holder panics").recv();
        let Ok(Job { block, lane, work }) = job else {
            return;
        };
        let (shared, engine) = &work.lanes[lane];
        let engine = &*plan.engines[*engine];
        let mut desk = EngineRunner::new(plan, engine, shared);
        let call = || {
            // A full channel is no loss: the collector also takes solutions at its regular checks.
            let _ = events.try_send(Event::Solutions);
        };
        if plan.streams {
            desk = desk.sending(&work.outbox, &call);
        }
        for found in &work.instances {
            // An instance that has not begun when the run is cancelled gets no row.
            if control.stopped().is_some() {
                break;
            }
            let row = Box::new(desk.solve(found, control));
            if events.send(Event::Row(block, lane, row)).is_err() {
                return;
            }
        }
        drop(desk);
        if events.send(Event::Done(block)).is_err() {
            return;
        }
    }
}

/// A result that waits for the results before it.
enum Pending {
    Block(Coming),
    Unread(InputError),
}

/// A block whose rows are arriving.
struct Coming {
    work: Arc<BlockJob>,
    /// The rows of each lane so far.
    lanes: Vec<Vec<Row>>,
    /// The number of lanes that have sent all their rows.
    done: usize,
}

impl Pending {
    /// Delivers the waiting solutions.
    fn deliver_solutions(&self, on_arrival: &mut dyn FnMut(Arrived<'_>)) {
        let Pending::Block(Coming { work, .. }) = self else { return };
        let solutions = work.outbox.take();
        if let (Some(found), false) = (work.instances.first(), solutions.is_empty()) {
            on_arrival(Arrived::Solutions(found, solutions));
        }
    }

    fn is_ready(&self) -> bool {
        match self {
            Pending::Block(block) => block.done == block.lanes.len(),
            Pending::Unread(_) => true,
        }
    }

    fn deliver(self, on_arrival: &mut dyn FnMut(Arrived<'_>)) {
        self.deliver_solutions(on_arrival);
        let mut on_result = |result| on_arrival(Arrived::Result(result));
        let Coming { work, lanes, .. } = match self {
            Pending::Block(block) => block,
            Pending::Unread(error) => return on_result(Err(error)),
        };
        let mut lanes: Vec<std::vec::IntoIter<Row>> =
            lanes.into_iter().map(Vec::into_iter).collect();
        for found in &work.instances {
            let rows: Vec<Row> = lanes.iter_mut().filter_map(Iterator::next).collect();
            if !rows.is_empty() {
                on_result(Ok(Compared::new(found.clone(), rows)));
            }
        }
    }
}

/// Waits for the next event, at most [`POLL_INTERVAL`], since solutions may wait without an event.
///
/// # Errors
/// Returns `true` if all threads are done, `false` if no event came within [`GRACE`] after a
/// cancellation, which began at `cancelled`.
fn next_event(
    events: &Receiver<Event>,
    control: &Control,
    cancelled: &mut Option<Instant>,
) -> Result<Event, bool> {
    match events.recv_timeout(POLL_INTERVAL) {
        Ok(event) => {
            *cancelled = None;
            return Ok(event);
        }
        Err(RecvTimeoutError::Disconnected) => return Err(true),
        Err(RecvTimeoutError::Timeout) => {}
    }
    let is_over = control.stopped().is_some()
        && cancelled.get_or_insert_with(Instant::now).elapsed() >= GRACE;
    if is_over { Err(false) } else { Ok(Event::Solutions) }
}

/// Calls `on_result` with the results in order. Returns whether all threads are
/// done.
fn collect(
    events: &Receiver<Event>,
    window: &Window,
    control: &Control,
    on_arrival: &mut dyn FnMut(Arrived<'_>),
) -> bool {
    let mut pending: InOrder<Pending> = InOrder::default();
    let mut cancelled = None;
    let all_done = loop {
        match next_event(events, control, &mut cancelled) {
            Err(all_done) => break all_done,
            Ok(Event::Solutions) => {}
            Ok(Event::Begun(block, work)) => {
                let lanes = vec![Vec::new(); work.lanes.len()];
                pending.put(block, Pending::Block(Coming { work, lanes, done: 0 }));
            }
            Ok(Event::Row(block, lane, row)) => {
                on_arrival(Arrived::Row(&row));
                if let Some(Pending::Block(coming)) = pending.get_mut(block) {
                    coming.lanes[lane].push(*row);
                }
            }
            Ok(Event::Done(block)) => {
                if let Some(Pending::Block(coming)) = pending.get_mut(block) {
                    coming.done += 1;
                }
            }
            Ok(Event::Unread(block, error)) => {
                pending.put(block, Pending::Unread(error));
            }
        }
        while let Some((_, piece)) = pending.take_if(Pending::is_ready) {
            piece.deliver(on_arrival);
            window.advance();
        }
        if let Some(next) = pending.next() {
            next.deliver_solutions(on_arrival);
        }
    };
    // The remaining blocks are incomplete.
    for piece in pending.into_rest() {
        piece.deliver(on_arrival);
    }
    all_done
}
