//! Workers on a bounded channel, results in order.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex};

use super::block::{Block, Blocks, Piece};
use super::refute::refute;
use super::session::Desk;
use super::{Plan, Row, Verdict, standing};
use crate::ask::Control;
use crate::inputs::Found;
use crate::instance::{Choice, InputError};

/// How many blocks per worker may be under way; bounds the memory.
const WINDOW_PER_JOB: usize = 4;

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
    let models = plan.models.of(&*found.instance, &found.source)?;
    let mut rows = Vec::with_capacity(models.len() * plan.engines.len());
    for model in &models {
        for engine in &plan.engines {
            if control.stopped().is_none() {
                rows.push(Desk::new(plan, &**engine, model, true).solve(&found, control));
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
    /// Model and place of the engine in the plan.
    lanes: Vec<(Arc<Choice>, usize)>,
}

impl Work {
    fn new(block: Block, engines: usize) -> Self {
        let Block { instances, models } = block;
        let models = models.into_iter().map(Arc::new);
        let lanes =
            models.flat_map(|model| (0..engines).map(move |engine| (model.clone(), engine)));
        let lanes = lanes.collect();
        Work { instances: instances.into_iter().map(Arc::new).collect(), lanes }
    }
}

enum Event {
    /// A block begins; its results will come.
    Begun(usize, Arc<Work>),
    /// The rows of one lane, one for each instance that was run.
    Done(usize, usize, Vec<Row>),
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
/// on. After a cancellation of `control` gives out what is done so far.
pub fn run(
    plan: &Plan,
    stream: impl Iterator<Item = Result<Found, InputError>> + Send,
    control: &Control,
    on_result: &mut dyn FnMut(Result<Compared, InputError>),
) {
    let jobs = plan.jobs.max(1);
    let window =
        Window { given_out: Mutex::new(0), moved: Condvar::new(), width: WINDOW_PER_JOB * jobs };
    let (send_job, take_job) = sync_channel::<Job>(jobs);
    let (send_event, take_event) = sync_channel::<Event>(WINDOW_PER_JOB * jobs);
    let take_job = Mutex::new(take_job);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            let (take_job, send_event) = (&take_job, send_event.clone());
            scope.spawn(move || work(plan, control, take_job, &send_event));
        }
        let window = &window;
        scope.spawn(move || read(plan, stream, control, window, send_job, &send_event));
        collect(&take_event, window, on_result);
    });
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
    let alone = plan.engines.iter().any(|engine| engine.asks_once());
    let mut blocks = Blocks::new(stream, &plan.models, alone);
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
        let (model, engine) = &work.lanes[lane];
        let engine = &*plan.engines[*engine];
        let mut desk = Desk::new(plan, engine, model, work.instances.len() == 1);
        let mut rows = Vec::with_capacity(work.instances.len());
        for found in &work.instances {
            // What has not begun when the run is cancelled has no row.
            if control.stopped().is_some() {
                break;
            }
            rows.push(desk.solve(found, control));
        }
        if events.send(Event::Done(block, lane, rows)).is_err() {
            return;
        }
    }
}

/// What waits for its turn.
enum Pending {
    /// A block whose results are coming in, lane by lane.
    Block(Arc<Work>, Vec<Option<Vec<Row>>>),
    Unread(InputError),
}

impl Pending {
    fn is_ready(&self) -> bool {
        match self {
            Pending::Block(_, lanes) => lanes.iter().all(Option::is_some),
            Pending::Unread(_) => true,
        }
    }

    fn give_out(self, on_result: &mut dyn FnMut(Result<Compared, InputError>)) {
        let (work, lanes) = match self {
            Pending::Block(work, lanes) => (work, lanes),
            Pending::Unread(error) => return on_result(Err(error)),
        };
        let mut lanes: Vec<std::vec::IntoIter<Row>> =
            lanes.into_iter().map(|lane| lane.unwrap_or_default().into_iter()).collect();
        for found in &work.instances {
            let rows: Vec<Row> = lanes.iter_mut().filter_map(Iterator::next).collect();
            if !rows.is_empty() {
                on_result(Ok(Compared::new(found.clone(), rows)));
            }
        }
    }
}

/// Puts results in order.
fn collect(
    events: &Receiver<Event>,
    window: &Window,
    on_result: &mut dyn FnMut(Result<Compared, InputError>),
) {
    let mut pending: BTreeMap<usize, Pending> = BTreeMap::new();
    let mut next = 0;
    for event in events {
        match event {
            Event::Begun(block, work) => {
                let lanes = vec![None; work.lanes.len()];
                pending.insert(block, Pending::Block(work, lanes));
            }
            Event::Done(block, lane, rows) => {
                if let Some(Pending::Block(_, lanes)) = pending.get_mut(&block) {
                    lanes[lane] = Some(rows);
                }
            }
            Event::Unread(block, error) => {
                pending.insert(block, Pending::Unread(error));
            }
        }
        while pending.get(&next).is_some_and(Pending::is_ready) {
            if let Some(piece) = pending.remove(&next) {
                piece.give_out(on_result);
            }
            next += 1;
            window.advance();
        }
    }
    // All workers are gone: what is left was cut short.
    for piece in pending.into_values() {
        piece.give_out(on_result);
    }
}
