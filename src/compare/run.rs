//! Workers on a bounded channel, results in order.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::block::{Block, Blocks, Piece};
use super::desk::Desk;
use super::refute::refute;
use super::shared::Shared;
use super::{Cores, Plan, Row, Verdict, standing};
use crate::ask::{Control, InOrder};
use crate::inputs::Found;
use crate::instance::InputError;

/// How many blocks per worker may be under way; bounds the memory.
const WINDOW_PER_JOB: usize = 4;

/// How long workers may take to stop after a cancellation; who takes longer is
/// inside a solver that does not listen, and is left behind.
const GRACE: Duration = Duration::from_millis(700);

/// How long the collector waits between two looks at the cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// What all engines said of one instance.
pub struct Compared {
    /// The instance.
    pub found: Arc<Found>,
    /// A row for each model and engine, in the order of the plan; after a
    /// cancellation some may be missing.
    pub rows: Vec<Row>,
    /// How the rows stand to each other.
    pub verdict: Verdict,
}

impl Compared {
    fn new(found: Arc<Found>, mut rows: Vec<Row>) -> Self {
        let verdict = Verdict::of(&rows);
        if verdict.is_disagreement() {
            refute(&mut rows);
        }
        standing::agree(&mut rows);
        Compared { found, rows, verdict }
    }

    /// The rows whose answers are known to be wrong.
    pub fn wrong(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.wrong.is_some())
    }
}

/// Runs `plan` on one instance in this thread, whatever its number of jobs.
/// After a cancellation of `control` rows may be missing.
///
/// # Errors
/// When the instance has none of the plan's models.
pub fn one(plan: &Plan, found: Found, control: &Control) -> Result<Compared, InputError> {
    let viewpoints = plan.models.of(&*found.instance, &found.source)?;
    let mut rows = Vec::with_capacity(viewpoints.len() * plan.engines.len());
    for viewpoint in viewpoints {
        let shared = Shared::new(viewpoint, plan.cores == Cores::None);
        for engine in &plan.engines {
            if control.stopped().is_none() {
                rows.push(Desk::new(plan, &**engine, &shared).solve(&found, control));
            }
        }
    }
    Ok(Compared::new(Arc::new(found), rows))
}

/// One engine and model on one block.
struct Job {
    block: usize,
    lane: usize,
    work: Arc<Work>,
}

struct Work {
    instances: Vec<Arc<Found>>,
    /// The model, and the place of the engine in the plan.
    lanes: Vec<(Arc<Shared>, usize)>,
}

impl Work {
    fn new(block: Block, engines: usize) -> Self {
        let Block { instances, shared } = block;
        let lanes = shared
            .iter()
            .flat_map(|shared| (0..engines).map(move |engine| (shared.clone(), engine)))
            .collect();
        Work { instances: instances.into_iter().map(Arc::new).collect(), lanes }
    }
}

enum Event {
    /// A block begins; its results will come.
    Begun(usize, Arc<Work>),
    /// The next row of one lane.
    Row(usize, usize, Box<Row>),
    /// One more lane of a block has given all its rows.
    Done(usize),
    /// In the place of a block: what could not be read.
    Unread(usize, InputError),
}

/// Lets the reader run only so far ahead of what has been given out.
struct Window {
    given_out: Mutex<usize>,
    moved: Condvar,
    width: usize,
}

impl Window {
    fn wait_for(&self, block: usize, control: &Control) {
        let mut given_out = self.given_out.lock().expect("no holder panics");
        while block >= *given_out + self.width && control.stopped().is_none() {
            let pause = std::time::Duration::from_millis(100);
            given_out = self.moved.wait_timeout(given_out, pause).expect("no holder panics").0;
        }
    }

    fn advance(&self) {
        *self.given_out.lock().expect("no holder panics") += 1;
        self.moved.notify_all();
    }
}

/// Runs `plan` on every instance of `stream` and gives the results to
/// `on_result` in the order of the stream. What cannot be read, or offers none
/// of the plan's models, is given in its place as an error, and the rest goes
/// on. After a cancellation of `control` gives out what is done so far, within
/// a second: a worker whose solver does not listen, or a reader that waits for
/// its input, goes on in its thread until the process ends, and has no row.
pub fn run(
    plan: &Plan,
    stream: impl Iterator<Item = Result<Found, InputError>> + Send + 'static,
    control: &Control,
    on_result: &mut dyn FnMut(Result<Compared, InputError>),
) {
    let jobs = plan.jobs.max(1);
    let window = Arc::new(Window {
        given_out: Mutex::new(0),
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
    // When the workers are gone the reader is to notice.
    drop(take_job);
    let (reading, width) = (control.clone(), window.clone());
    threads.push(std::thread::spawn(move || {
        read(&plan, stream, &reading, &width, send_job, &send_event);
    }));
    if collect(&take_event, &window, control, on_result) {
        threads.into_iter().for_each(join);
    }
}

/// Waits for a thread that has nothing left to do; its panic becomes ours.
fn join(thread: JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// Cuts the stream into jobs.
fn read(
    plan: &Plan,
    stream: impl Iterator<Item = Result<Found, InputError>>,
    control: &Control,
    window: &Window,
    send_job: SyncSender<Job>,
    send_event: &SyncSender<Event>,
) {
    let alone = plan.engines.iter().any(|engine| engine.abilities().asks_once);
    // In a core the givens stand apart from the model.
    let with_givens = plan.cores == Cores::None;
    let mut blocks = Blocks::new(stream, &plan.models, alone, with_givens);
    let mut count = 0;
    while control.stopped().is_none()
        && let Some(piece) = blocks.next()
    {
        window.wait_for(count, control);
        // A channel is closed only when the collector has panicked.
        let sent = match piece {
            Piece::Unread(error) => send_event.send(Event::Unread(count, error)).is_ok(),
            Piece::Block(block) => {
                let work = Arc::new(Work::new(block, plan.engines.len()));
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

/// A worker: takes jobs until there are no more.
fn work(plan: &Plan, control: &Control, jobs: &Mutex<Receiver<Job>>, events: &SyncSender<Event>) {
    loop {
        let job = jobs.lock().expect("no holder panics").recv();
        let Ok(Job { block, lane, work }) = job else {
            return;
        };
        let (shared, engine) = &work.lanes[lane];
        let engine = &*plan.engines[*engine];
        let mut desk = Desk::new(plan, engine, shared);
        for found in &work.instances {
            // What has not begun when the run is cancelled has no row.
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

/// What waits for its turn.
enum Pending {
    Block(Coming),
    Unread(InputError),
}

/// A block whose results are coming in.
struct Coming {
    work: Arc<Work>,
    /// The rows of each lane so far.
    lanes: Vec<Vec<Row>>,
    /// How many lanes have given all their rows.
    done: usize,
}

impl Pending {
    fn is_ready(&self) -> bool {
        match self {
            Pending::Block(block) => block.done == block.lanes.len(),
            Pending::Unread(_) => true,
        }
    }

    fn give_out(self, on_result: &mut dyn FnMut(Result<Compared, InputError>)) {
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

/// The next event; none when there are no more, or when nothing came for a
/// while after a cancellation; then the error is `true` or `false`.
fn heard(events: &Receiver<Event>, control: &Control) -> Result<Event, bool> {
    let mut cancelled: Option<Instant> = None;
    loop {
        match events.recv_timeout(LOOK) {
            Ok(event) => return Ok(event),
            Err(RecvTimeoutError::Disconnected) => return Err(true),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if control.stopped().is_some()
            && cancelled.get_or_insert_with(Instant::now).elapsed() >= GRACE
        {
            return Err(false);
        }
    }
}

/// Puts results in order. The flag tells whether all threads are done.
fn collect(
    events: &Receiver<Event>,
    window: &Window,
    control: &Control,
    on_result: &mut dyn FnMut(Result<Compared, InputError>),
) -> bool {
    let mut pending: InOrder<Pending> = InOrder::default();
    let all_done = loop {
        match heard(events, control) {
            Err(all_done) => break all_done,
            Ok(Event::Begun(block, work)) => {
                let lanes = vec![Vec::new(); work.lanes.len()];
                pending.put(block, Pending::Block(Coming { work, lanes, done: 0 }));
            }
            Ok(Event::Row(block, lane, row)) => {
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
            piece.give_out(on_result);
            window.advance();
        }
    };
    // What is left was cut short.
    for piece in pending.into_rest() {
        piece.give_out(on_result);
    }
    all_done
}
