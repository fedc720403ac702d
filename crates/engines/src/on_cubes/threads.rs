//! Threads that ask cubes.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use parallax_model::engine_api::{
    Answer, Control, Engine, EnumerationEnd, PreparationError, QuestionOutcome, Session, Task,
    catch_panic,
};
use parallax_model::{Given, Model, Value};

use super::cube_questions::CubeQuestion;

/// Minimum number of values in a message with candidates, unless the cube ends before.
const MIN_CHUNK_VALUES: usize = 1 << 14;

/// Maximum number of a block's messages that wait for earlier blocks; then its thread waits.
const MAX_WAITING_MESSAGES: usize = 64;

/// A message of a thread.
pub(super) enum CubeMessage {
    /// This number of candidates, one after the other.
    Candidates(u64, Vec<Value>),
    /// The end of a cube, and the number of its candidates.
    Done(Box<QuestionOutcome>, u64),
}

/// The work of the threads.
#[derive(Clone, Copy)]
pub(super) struct CubeJob<'w> {
    pub(super) engine: &'w dyn Engine,
    pub(super) model: &'w Arc<Model>,
    pub(super) seed: u64,
    pub(super) task: Task,
    /// The blocks of consecutive cubes; each shares a session.
    pub(super) blocks: &'w [&'w [CubeQuestion]],
}

/// The blocks that no thread has begun, and the senders of their messages.
type BlockQueue<'w> = Mutex<VecDeque<(&'w [CubeQuestion], SyncSender<CubeMessage>)>>;

/// Cancels running work when dropped, also after a panic.
struct CancelGuard<'f>(&'f AtomicBool);

impl Drop for CancelGuard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Works on all blocks and passes the messages on in the order of the cubes, until `take` breaks.
/// Returns the reason of an early end. All threads have ended then.
pub(super) fn with_threads(
    work: CubeJob<'_>,
    threads: usize,
    control: &Control,
    take: &mut dyn FnMut(CubeMessage) -> ControlFlow<EnumerationEnd>,
) -> Option<EnumerationEnd> {
    let flag = Arc::new(AtomicBool::new(false));
    let control = &control.for_part(flag.clone());
    let mut queue = VecDeque::new();
    let mut blocks = Vec::new();
    for &block in work.blocks {
        // One channel for each block: the receiver reads them in order, and threads that work ahead
        // wait when their channel is full.
        let (send, receive) = sync_channel(MAX_WAITING_MESSAGES);
        queue.push_back((block, send));
        blocks.push((block.len(), receive));
    }
    // The threads own the queue: when all have ended, no receiver waits for a block.
    let queue: Arc<BlockQueue<'_>> = Arc::new(Mutex::new(queue));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(work.blocks.len()) {
            let queue = queue.clone();
            scope.spawn(move || run_thread(work, &queue, control));
        }
        // The queue holds the senders of blocks that no thread has begun. With this copy, the
        // receiver would wait for them forever if all threads had ended early.
        drop(queue);
        let _cancelling = CancelGuard(&flag);
        // Threads that wait to send end when the receivers are dropped.
        pass_messages(blocks, take)
    })
}

/// Passes the messages of all blocks on; each block has this number of cubes.
fn pass_messages(
    blocks: Vec<(usize, Receiver<CubeMessage>)>,
    take: &mut dyn FnMut(CubeMessage) -> ControlFlow<EnumerationEnd>,
) -> Option<EnumerationEnd> {
    for (cubes, messages) in blocks {
        let mut done = 0;
        for message in messages {
            done += usize::from(matches!(message, CubeMessage::Done(..)));
            if let ControlFlow::Break(ended) = take(message) {
                return Some(ended);
            }
        }
        // A thread sends an end for every cube of its block, also after a caught panic, so this one
        // has died elsewhere.
        if done < cubes {
            return Some(EnumerationEnd::GaveUp("crash: a thread has ended early".into()));
        }
    }
    None
}

/// Runs a thread, which takes blocks in order until none remain.
fn run_thread(work: CubeJob<'_>, queue: &BlockQueue<'_>, control: &Control) {
    loop {
        // The queue is valid after every change.
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some((block, send)) = next else { return };
        if ask_block(work, block, control, &send).is_break() {
            return;
        }
    }
}

/// Asks the cubes of a block, one after the other. Breaks when the receiver is gone.
fn ask_block(
    work: CubeJob<'_>,
    block: &[CubeQuestion],
    control: &Control,
    send: &SyncSender<CubeMessage>,
) -> ControlFlow<()> {
    let (mut session, mut found) = (None, 0);
    for part in block {
        let task = match (work.task, work.task.solution_limit()) {
            // No underflow: the loop ends below as soon as the block has found the limit.
            (Task::Limit(_), Some(limit)) => Task::Limit(limit - found),
            (task, _) => task,
        };
        let work = CubeJob { task, ..work };
        // The session is moved into the closure, and comes back only if nothing panics.
        let taken = session.take();
        let asked = catch_panic(|| {
            let mut taken = taken;
            let answered = ask_cube(work, part, &mut taken, control, send);
            (answered, taken)
        });
        let (outcome, count) = match asked {
            Ok((answered, taken)) => {
                session = taken;
                answered.unwrap_or_else(|refusal| (QuestionOutcome::at_once(refusal.into()), 0))
            }
            Err(panic) => (
                QuestionOutcome::at_once(Answer::Unknown(format!("crash: panic: {panic}").into())),
                0,
            ),
        };
        found += count;
        if send.send(CubeMessage::Done(Box::new(outcome), count)).is_err() {
            return ControlFlow::Break(());
        }
        if work.task.solution_limit().is_some_and(|limit| count >= limit) {
            // The receiver needs no more.
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// Asks a cube; `session` is the block's, once it exists. Returns the outcome and the number of
/// candidates.
fn ask_cube(
    work: CubeJob<'_>,
    part: &CubeQuestion,
    session: &mut Option<Box<dyn Session>>,
    control: &Control,
    send: &SyncSender<CubeMessage>,
) -> Result<(QuestionOutcome, u64), PreparationError> {
    let prepare = |model: &Arc<Model>| work.engine.prepare(model, work.seed, control);
    if let Some(rest) = &part.within {
        let mut session =
            prepare(&Arc::new(work.model.intersect_domains(std::slice::from_ref(rest))))?;
        return Ok(ask_session(&mut *session, part, work, control, send));
    }
    let session = match session {
        Some(existing) => existing,
        None => session.insert(prepare(work.model)?),
    };
    Ok(ask_session(&mut **session, part, work, control, send))
}

/// Asks a session for the solutions of a cube, and passes them on.
fn ask_session(
    session: &mut dyn Session,
    part: &CubeQuestion,
    work: CubeJob<'_>,
    control: &Control,
    send: &SyncSender<CubeMessage>,
) -> (QuestionOutcome, u64) {
    let (mut number, mut waiting, mut chunk) = (0, 0, Vec::new());
    let variables = work.model.variables().len();
    let (mut outside, mut wrong_length) = (false, None);
    let mut outcome = session.ask(&part.givens, work.task, control, &mut |values| {
        // A message has the values of its candidates one after the other, all of one length.
        if values.len() != variables {
            wrong_length = Some(values.len());
            return ControlFlow::Break(());
        }
        // A session that ignores givens would repeat solutions of other cubes.
        let holds = |given: &Given| values.get(given.variable.index()) == Some(&given.value);
        if !part.givens.iter().all(holds) {
            outside = true;
            return ControlFlow::Break(());
        }
        number += 1;
        waiting += 1;
        chunk.extend_from_slice(values);
        // The second bound is for models without variables, whose solutions are empty.
        if chunk.len() < MIN_CHUNK_VALUES && waiting < MIN_CHUNK_VALUES as u64 {
            return ControlFlow::Continue(());
        }
        let message =
            CubeMessage::Candidates(std::mem::take(&mut waiting), std::mem::take(&mut chunk));
        match send.send(message) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    if let Some(length) = wrong_length {
        outcome.wrong = Some(format!("a solution has {length} values for {variables} variables"));
    }
    if outside {
        outcome.wrong = Some("a solution lies outside its cube".into());
    }
    if waiting > 0 {
        // If the receiver is gone, sending the end of the cube fails also.
        let _ = send.send(CubeMessage::Candidates(waiting, chunk));
    }
    (outcome, number)
}
