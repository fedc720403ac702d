//! Requests that run a command: as one object, or as events.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::{HeaderMap, Response, header};
use parallax_model::ask::{Control, Ended};
use serde_json::json;
use tokio::sync::mpsc::{Sender, channel};

use super::answer::Answer;
use super::commands::{Command, Maker};
use super::events::{Event, stream};
use super::frame::{Frame, OnRow};
use super::pool::Pool;
use super::refusal::Refusal;
use super::room::{Room, Taken};
use super::server_error::ServerError;
use super::{Limits, body, child};

/// Runs the commands of requests.
pub(super) struct CommandRunner {
    pub(super) limits: Limits,
    /// The memory of bodies until their work begins.
    pub(super) room: Room,
    program: PathBuf,
    long: Pool,
    short: Pool,
}

/// Maximum number of events that wait for a client that reads slowly.
const EVENTS: usize = 16;

/// The time between two checks whether a slow client takes more.
const PAUSE: Duration = Duration::from_millis(10);

/// The time beyond its own limit within which a command must end.
const GRACE: Duration = Duration::from_secs(5);

/// Cancels a command when the request is dropped, because the client has gone.
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sends the seconds since now, once a second, and never ends.
async fn report_seconds(send: Sender<Event>) {
    let mut seconds = 0;
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        seconds += 1;
        // A slow client misses some progress.
        if let Ok(data) = Answer::of(&json!({"seconds": seconds})) {
            let _ = send.try_send(Event { name: "progress", data });
        }
    }
}

impl CommandRunner {
    /// Makes the runner of commands; `program` is by default this program.
    ///
    /// # Errors
    /// If the system does not report the path of this program.
    pub(super) fn new(limits: Limits, program: Option<PathBuf>) -> Result<Self, ServerError> {
        let program = program.map_or_else(child::program, Ok)?;
        let (long, short) = (Pool::new(&limits), Pool::new(&limits));
        Ok(CommandRunner { limits, room: Room::new(limits.bodies_bytes), program, long, short })
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: Arc<Self>,
        maker: Maker,
        headers: &HeaderMap,
        body: Body,
    ) -> Response<Body> {
        let mut taken = self.room.enter();
        let made = async {
            let mut fields = body::read(headers, body, &self.limits, &mut taken).await?;
            let command = maker(&mut fields, &self.limits)?;
            fields.finish()?;
            Ok(command)
        };
        let command = match made.await {
            Ok(command) => command,
            Err(refusal) => return Refusal::response(&refusal),
        };
        let accepts = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok());
        if accepts.is_some_and(|kinds| kinds.contains("text/event-stream")) {
            return self.events(command, taken);
        }
        self.whole(command, taken).await.unwrap_or_else(|refusal| refusal.response())
    }

    /// Answers with one object.
    async fn whole(
        self: Arc<Self>,
        command: Command,
        taken: Taken,
    ) -> Result<Response<Body>, Refusal> {
        let permit = self.pool(&command).enter(&self.limits).await?;
        drop(taken);
        let sending = self.limits.sending;
        let flag = Arc::new(AtomicBool::new(false));
        let tie = CancelOnDrop(flag.clone());
        let answer = tokio::task::spawn_blocking(move || {
            let answer = self.run(&command, &self.control(flag), None)?;
            Ok(answer.holding(permit))
        });
        let answer = answer.await;
        drop(tie);
        let answer = answer.unwrap_or_else(|_| Err(Refusal::busy("stopped")))?;
        Ok(answer.response(Instant::now() + sending))
    }

    /// Answers with events: early results, then `done` or `error`.
    fn events(self: Arc<Self>, command: Command, taken: Taken) -> Response<Body> {
        let (send, receive) = channel(EVENTS);
        let Limits { wait, sending, .. } = self.limits;
        let longest = self.longest().saturating_add(wait).saturating_add(sending);
        let until = Instant::now().checked_add(longest);
        tokio::spawn(async move {
            let entered = tokio::select! {
                entered = self.pool(&command).enter(&self.limits) => entered,
                () = send.closed() => return,
            };
            let permit = match entered {
                Ok(permit) => permit,
                Err(refusal) => {
                    if let Ok(data) = Answer::of(&refusal.object()) {
                        let _ = send.send(Event { name: "error", data }).await;
                    }
                    return;
                }
            };
            drop(taken);
            let flag = Arc::new(AtomicBool::new(false));
            let tie = CancelOnDrop(flag.clone());
            let (beats, gone) = (send.clone(), send.clone());
            let run = tokio::task::spawn_blocking(move || {
                let control = self.control(flag);
                let tell = |name, data| self.tell(&send, Event { name, data }, &control);
                let answer = Answer::of(&json!({})).and_then(|nothing| {
                    tell("started", nothing)?;
                    self.run(&command, &control, Some(&mut |row| tell("row", row)))
                });
                let last = match answer {
                    Ok(answer) => Ok(Event { name: "done", data: answer.holding(permit) }),
                    Err(refusal) => {
                        Answer::of(&refusal.object()).map(|data| Event { name: "error", data })
                    }
                };
                if let Ok(last) = last {
                    // The client may be gone.
                    let _ = send.blocking_send(last);
                }
            });
            tokio::select! {
                _ = run => {}
                () = report_seconds(beats) => {}
                () = gone.closed() => {}
            }
            drop(tie);
        });
        stream(receive, until)
    }

    fn pool(&self, command: &Command) -> &Pool {
        if command.long { &self.long } else { &self.short }
    }

    /// Returns the maximum time that a command may run.
    fn longest(&self) -> Duration {
        Duration::from_secs(self.limits.seconds).saturating_add(GRACE)
    }

    /// Returns the control of a command that begins now.
    fn control(&self, flag: Arc<AtomicBool>) -> Control {
        Control::with_flag(flag).within(Some(self.longest()))
    }

    /// Runs a command in this thread. Early rows go to `on_row`.
    fn run(
        &self,
        command: &Command,
        control: &Control,
        on_row: Option<OnRow<'_>>,
    ) -> Result<Answer, Refusal> {
        let mut frame = Frame::new(command.shape, self.limits.answer_bytes, on_row)?;
        let add = &mut |chunk: &[u8]| frame.add(chunk);
        child::run(command, &self.program, &self.limits, control, add)?;
        frame.finish()
    }

    /// Passes an event on as soon as there is room for it.
    fn tell(&self, send: &Sender<Event>, event: Event, control: &Control) -> Result<(), Refusal> {
        use tokio::sync::mpsc::error::TrySendError;
        let mut event = event;
        loop {
            match send.try_send(event) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Closed(_)) => return Err(Refusal::busy("stopped")),
                Err(TrySendError::Full(back)) => event = back,
            }
            if let Some(stop) = control.stopped() {
                return Err(child::refusal(Ended::Stopped(stop), &self.limits));
            }
            std::thread::sleep(PAUSE);
        }
    }
}
