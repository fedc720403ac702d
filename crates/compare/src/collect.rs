//! Collects the rows of all threads and delivers results in the order of the stream.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use parallax_model::ask::{Control, InOrder};
use parallax_model::instance::{InputError, PuzzleSolution, SourcedInstance};

use super::Row;
use super::compared::Compared;
use super::event::{BlockJob, Event};
use super::window::Window;

/// Time that workers have to stop after a cancellation. A worker that takes longer is inside a
/// solver that does not stop, and is abandoned.
const GRACE: Duration = Duration::from_millis(700);

/// Time between two checks for a cancellation by the collector.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// An event of a running plan.
pub enum Arrived<'a> {
    /// Solutions of an instance whose results come next, in the order in which they were found, of
    /// a plan that [streams](super::Plan::streams). They have passed every check.
    Solutions(&'a Arc<SourcedInstance>, Vec<PuzzleSolution>),
    /// The row of an engine that ended with an instance. It is not yet compared with other rows.
    Row(&'a Row),
    /// A result, as [`run`](super::run()) returns it.
    Result(Result<Compared, InputError>),
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
pub(super) fn collect(
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
                // Its solutions wait in the outbox since before.
                if let Some(next) = pending.next() {
                    next.deliver_solutions(on_arrival);
                }
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
