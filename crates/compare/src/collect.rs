//! Collects the rows of all threads and delivers results in the order of the stream.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use parallax_instance::{InputError, PuzzleSolution, SourcedInstance};
use parallax_model::engine_api::{Control, ReorderBuffer};

use super::Row;
use super::collector_message::{BlockJob, CollectorMessage};
use super::instance_comparison::InstanceComparison;
use super::window::BlockWindow;

/// Time that workers have to stop after a cancellation. A worker that takes longer is inside a
/// solver that does not stop, and is abandoned.
const CANCELLATION_GRACE: Duration = Duration::from_millis(700);

/// Time between two checks for a cancellation by the collector.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// An event of a running plan.
pub enum ComparisonEvent<'a> {
    /// Solutions of an instance whose results come next, in the order in which they were found, of
    /// a plan that streams. They have passed every check.
    Solutions(&'a Arc<SourcedInstance>, Vec<PuzzleSolution>),
    /// The row of an engine that ended with an instance. It is not yet compared with other rows.
    Row(&'a Row),
    /// A result, as [`run_plan`](super::run_plan) returns it.
    Result(Result<InstanceComparison, InputError>),
}

/// A result that waits for the results before it.
enum PendingResult {
    Block(BlockProgress),
    Unread(InputError),
}

/// A block whose rows are arriving.
struct BlockProgress {
    work: Arc<BlockJob>,
    /// The rows of each lane so far.
    lanes: Vec<Vec<Row>>,
    /// The number of lanes that have sent all their rows.
    done: usize,
}

impl PendingResult {
    /// Delivers the waiting solutions.
    fn deliver_solutions(&self, on_arrival: &mut dyn FnMut(ComparisonEvent<'_>)) {
        let PendingResult::Block(BlockProgress { work, .. }) = self else { return };
        let solutions = work.outbox.take_solutions();
        // A plan that streams cuts blocks of one instance (`read_jobs`), so all solutions in the
        // outbox belong to the first.
        if let (Some(found), false) = (work.instances.first(), solutions.is_empty()) {
            on_arrival(ComparisonEvent::Solutions(found, solutions));
        }
    }

    fn is_ready(&self) -> bool {
        match self {
            PendingResult::Block(block) => block.done == block.lanes.len(),
            PendingResult::Unread(_) => true,
        }
    }

    fn deliver_results(self, on_arrival: &mut dyn FnMut(ComparisonEvent<'_>)) {
        self.deliver_solutions(on_arrival);
        let mut on_result = |result| on_arrival(ComparisonEvent::Result(result));
        let BlockProgress { work, lanes, .. } = match self {
            PendingResult::Block(block) => block,
            PendingResult::Unread(error) => return on_result(Err(error)),
        };
        let mut lanes: Vec<std::vec::IntoIter<Row>> =
            lanes.into_iter().map(Vec::into_iter).collect();
        // Each lane holds its rows in the order of the instances. After a cancellation a lane may
        // be shorter than others; its later instances then have no row from it.
        for found in &work.instances {
            let rows: Vec<Row> = lanes.iter_mut().filter_map(Iterator::next).collect();
            if !rows.is_empty() {
                on_result(Ok(InstanceComparison::new(found.clone(), rows)));
            }
        }
    }
}

/// Waits for the next event, at most [`POLL_INTERVAL`], since solutions may wait without an event.
///
/// # Errors
/// Returns `true` if all threads are done, `false` if no event came within [`CANCELLATION_GRACE`]
/// after a cancellation, which began at `cancelled`.
fn next_event(
    events: &Receiver<CollectorMessage>,
    control: &Control,
    cancelled: &mut Option<Instant>,
) -> Result<CollectorMessage, bool> {
    match events.recv_timeout(POLL_INTERVAL) {
        Ok(event) => {
            // Each event restarts the grace period: as long as workers send rows, they are
            // stopping.
            *cancelled = None;
            return Ok(event);
        }
        Err(RecvTimeoutError::Disconnected) => return Err(true),
        Err(RecvTimeoutError::Timeout) => {}
    }
    let is_over = control.stop_reason().is_some()
        && cancelled.get_or_insert_with(Instant::now).elapsed() >= CANCELLATION_GRACE;
    if is_over { Err(false) } else { Ok(CollectorMessage::Solutions) }
}

/// Calls `on_result` with the results in order. Returns whether all threads are
/// done.
pub(super) fn collect_results(
    events: &Receiver<CollectorMessage>,
    window: &BlockWindow,
    control: &Control,
    on_arrival: &mut dyn FnMut(ComparisonEvent<'_>),
) -> bool {
    let mut pending: ReorderBuffer<PendingResult> = ReorderBuffer::default();
    let mut cancelled = None;
    let all_done = loop {
        match next_event(events, control, &mut cancelled) {
            Err(all_done) => break all_done,
            Ok(CollectorMessage::Solutions) => {}
            Ok(CollectorMessage::Begun(block, work)) => {
                let lanes = vec![Vec::new(); work.lanes.len()];
                pending.put_result(
                    block,
                    PendingResult::Block(BlockProgress { work, lanes, done: 0 }),
                );
            }
            Ok(CollectorMessage::Row(block, lane, row)) => {
                // A worker puts all solutions of a row into the outbox before it sends the row, so
                // solutions of the next result are delivered before the event of the row.
                if let Some(next) = pending.next_result() {
                    next.deliver_solutions(on_arrival);
                }
                on_arrival(ComparisonEvent::Row(&row));
                if let Some(PendingResult::Block(coming)) = pending.get_mut(block) {
                    coming.lanes[lane].push(*row);
                }
            }
            Ok(CollectorMessage::Done(block)) => {
                if let Some(PendingResult::Block(coming)) = pending.get_mut(block) {
                    coming.done += 1;
                }
            }
            Ok(CollectorMessage::Unread(block, error)) => {
                pending.put_result(block, PendingResult::Unread(error));
            }
        }
        // One event can complete several results: a block that ends may be the last that later,
        // already complete blocks waited for.
        while let Some((_, piece)) = pending.take_if(PendingResult::is_ready) {
            piece.deliver_results(on_arrival);
            window.advance_window();
        }
        if let Some(next) = pending.next_result() {
            next.deliver_solutions(on_arrival);
        }
    };
    // The remaining blocks are incomplete.
    for piece in pending.into_rest() {
        piece.deliver_results(on_arrival);
    }
    all_done
}
