//! Requests that run a command: as one object, or as events.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderMap, Response, header};
use parallax_model::engine_api::{Control, EnumerationEnd};
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};

use super::answer::AnswerBuffer;
use super::commands::{CommandMaker, CommandRequest};
use super::events::{ServerEvent, stream_events};
use super::frame::{OutputFrame, RowCallback};
use super::pool::CommandPool;
use super::refusal::HttpError;
use super::request_memory::{MemoryReservation, RequestMemory};
use super::server_error::ServerError;
use super::{RequestLimits, body, child};

/// Runs the commands of requests.
pub(super) struct CommandRunner {
    pub(super) limits: RequestLimits,
    /// The memory of bodies until their work begins.
    pub(super) room: RequestMemory,
    program: PathBuf,
    long: CommandPool,
    short: CommandPool,
}

/// Maximum number of events that wait for a client that reads slowly.
const MAX_WAITING_EVENTS: usize = 16;

/// The time between two checks whether a slow client takes more.
const CLIENT_POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The time beyond its own limit within which a command must end.
const COMMAND_GRACE: Duration = Duration::from_secs(5);

/// Cancels a command when the request is dropped, because the client has gone.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends the seconds since now, once a second, and never ends.
async fn report_seconds(send: Sender<ServerEvent>) {
    let mut seconds = 0;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        seconds += 1;
        // A slow client misses some progress.
        if let Ok(data) = AnswerBuffer::from_json(&json!({"seconds": seconds})) {
            let _ = send.try_send(ServerEvent { name: "progress", data });
        }
    }
}

impl CommandRunner {
    /// Makes the runner of commands; `program` is by default this program.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub(super) fn new(
        limits: RequestLimits,
        program: Option<PathBuf>,
    ) -> Result<Self, ServerError> {
        let program = program.map_or_else(child::program_path, Ok)?;
        let (long, short) = (CommandPool::new(&limits), CommandPool::new(&limits));
        Ok(CommandRunner {
            limits,
            room: RequestMemory::new(limits.bodies_bytes),
            program,
            long,
            short,
        })
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: Arc<Self>,
        maker: CommandMaker,
        headers: &HeaderMap,
        body: Body,
    ) -> Response<Body> {
        let mut taken = self.room.enter_request();
        // The body, the member names and the values are checked before a turn is taken, so that a
        // faulty request never waits.
        let made = async {
            let mut fields = body::read(headers, body, &self.limits, &mut taken).await?;
            let command = maker(&mut fields, &self.limits)?;
            fields.check_empty()?;
            Ok(command)
        };
        let command = match made.await {
            Ok(command) => command,
            Err(refusal) => return HttpError::response(&refusal),
        };
        let accepts = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
        if accepts.is_some_and(|kinds| kinds.contains("text/event-stream")) {
            return self.stream_events(command, taken);
        }
        self.answer_object(command, taken).await.unwrap_or_else(|refusal| refusal.response())
    }

    /// Answers with one object.
    async fn answer_object(
        self: Arc<Self>,
        command: CommandRequest,
        taken: MemoryReservation,
    ) -> Result<Response<Body>, HttpError> {
        let permit = self.command_pool(&command).enter(&self.limits).await?;
        // The bound on waiting bodies no longer concerns this request: the number of running
        // commands limits it.
        drop(taken);
        let sending = self.limits.sending;
        let flag = Arc::new(AtomicBool::new(false));
        // The server drops this future when the client leaves. The tie then sets the flag, and the
        // control on the blocking thread kills the command.
        let tie = CancelOnDrop(flag.clone());
        let answer = tokio::task::spawn_blocking(move || {
            let answer = self.run_command(&command, &self.begin_control(flag), None)?;
            // The turn moves into the answer and ends when that is sent, so that slow clients count
            // as well.
            Ok(answer.with_turn(permit))
        });
        let answer = answer.await;
        drop(tie);
        let answer = answer.unwrap_or_else(|_| Err(HttpError::busy_server("stopped")))?;
        Ok(answer.into_response(Instant::now() + sending))
    }

    /// Answers with events: early results, then `done` or `error`.
    fn stream_events(
        self: Arc<Self>,
        command: CommandRequest,
        taken: MemoryReservation,
    ) -> Response<Body> {
        let (send, receive) = channel(MAX_WAITING_EVENTS);
        let RequestLimits { wait, sending, .. } = self.limits;
        // No part of a regular request takes longer: the wait for a turn, the command, and the
        // sending.
        let longest = self.max_duration().saturating_add(wait).saturating_add(sending);
        let until = Instant::now().checked_add(longest);
        tokio::spawn(async move {
            // A client that leaves while it waits gives up its place in the queue.
            let entered = tokio::select! {
                entered = self.command_pool(&command).enter(&self.limits) => entered,
                () = send.closed() => return,
            };
            let permit = match entered {
                Ok(permit) => permit,
                Err(refusal) => {
                    if let Ok(data) = AnswerBuffer::from_json(&refusal.reason_json()) {
                        let _ = send.send(ServerEvent { name: "error", data }).await;
                    }
                    return;
                }
            };
            drop(taken);
            let flag = Arc::new(AtomicBool::new(false));
            let tie = CancelOnDrop(flag.clone());
            let (beats, gone) = (send.clone(), send.clone());
            let run = tokio::task::spawn_blocking(move || {
                let control = self.begin_control(flag);
                let tell =
                    |name, data| self.send_event(&send, ServerEvent { name, data }, &control);
                // `started` separates the wait for a turn from the work.
                let answer = AnswerBuffer::from_json(&json!({})).and_then(|nothing| {
                    tell("started", nothing)?;
                    self.run_command(&command, &control, Some(&mut |row| tell("row", row)))
                });
                let last = match answer {
                    Ok(answer) => Ok(ServerEvent { name: "done", data: answer.with_turn(permit) }),
                    Err(refusal) => AnswerBuffer::from_json(&refusal.reason_json())
                        .map(|data| ServerEvent { name: "error", data }),
                };
                if let Ok(last) = last {
                    // The client may be gone.
                    let _ = send.blocking_send(last);
                }
            });
            // `report_seconds` never ends, so either the run ends or the client leaves. In the
            // second case the tie below cancels the command, which ends the run.
            tokio::select! {
                _ = run => {}
                () = report_seconds(beats) => {}
                () = gone.closed() => {}
            }
            drop(tie);
        });
        stream_events(receive, until)
    }

    fn command_pool(&self, command: &CommandRequest) -> &CommandPool {
        if command.long { &self.long } else { &self.short }
    }

    /// Returns the maximum time that a command may run.
    fn max_duration(&self) -> Duration {
        Duration::from_secs(self.limits.seconds).saturating_add(COMMAND_GRACE)
    }

    /// Returns the control of a command that begins now.
    fn begin_control(&self, flag: Arc<AtomicBool>) -> Control {
        Control::with_flag(flag).with_timeout(Some(self.max_duration()))
    }

    /// Runs a command in this thread. Early rows go to `on_row`.
    fn run_command(
        &self,
        command: &CommandRequest,
        control: &Control,
        on_row: Option<RowCallback<'_>>,
    ) -> Result<AnswerBuffer, HttpError> {
        let mut frame = OutputFrame::new(command.shape, self.limits.answer_bytes, on_row)?;
        let add = &mut |chunk: &[u8]| frame.add_chunk(chunk);
        child::run_command(command, &self.program, &self.limits, control, add)?;
        frame.finish_answer()
    }

    /// Passes an event on as soon as there is room for it.
    fn send_event(
        &self,
        send: &Sender<ServerEvent>,
        event: ServerEvent,
        control: &Control,
    ) -> Result<(), HttpError> {
        use tokio::sync::mpsc::error::TrySendError;
        let mut event = event;
        // The thread polls, since it must also notice that the time is over. A blocking send to a
        // client that reads nothing would keep the command's thread.
        loop {
            match send.try_send(event) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(HttpError::busy_server("stopped")),
                Err(TrySendError::Full(back)) => event = back,
            }
            if let Some(stop) = control.stop_reason() {
                return Err(child::end_error(EnumerationEnd::Stopped(stop), &self.limits));
            }
            std::thread::sleep(CLIENT_POLL_INTERVAL);
        }
    }
}
