//! Requests that run a command: as one object, or as events.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};
use serde_json::{Map, Value as Json, json};
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};

use super::commands::{Command, Maker, Shape};
use super::events::{Event, stream};
use super::pool::Pool;
use super::refusal::{Refusal, json_response};
use super::{Limits, body, child};
use crate::ask::{Control, Stop};

/// What runs commands.
pub(super) struct Workshop {
    pub(super) limits: Limits,
    program: PathBuf,
    long: Pool,
    short: Pool,
}

/// The most events that wait for a client that reads slowly.
const EVENTS: usize = 64;

/// The time between two looks at whether a slow client takes more.
const PAUSE: Duration = Duration::from_millis(10);

/// How long a command may take to end after its own time limit.
const GRACE: Duration = Duration::from_secs(5);

/// Cancels a command when the request is dropped: the client has gone.
struct Tie(Arc<AtomicBool>);

impl Drop for Tie {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Workshop {
    /// # Errors
    /// When the system does not say where this program is.
    pub(super) fn new(limits: Limits, program: Option<PathBuf>) -> Result<Self, String> {
        let program = program.map_or_else(child::program, Ok)?;
        Ok(Workshop { limits, program, long: Pool::new(&limits), short: Pool::new(&limits) })
    }

    /// Answers a request.
    pub(super) async fn answer(
        self: Arc<Self>,
        maker: Maker,
        headers: &HeaderMap,
        body: Body,
    ) -> Response<Body> {
        let made = async {
            let mut fields = body::read(headers, body, &self.limits).await?;
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
            return self.events(command);
        }
        match self.whole(command).await {
            Ok(object) => json_response(StatusCode::OK, &object),
            Err(refusal) => refusal.response(),
        }
    }

    /// The answer as one object.
    async fn whole(self: Arc<Self>, command: Command) -> Result<Json, Refusal> {
        let permit = self.pool(&command).enter(&self.limits).await?;
        let flag = Arc::new(AtomicBool::new(false));
        let tie = Tie(flag.clone());
        let answer = tokio::task::spawn_blocking(move || {
            self.run(&command, permit, flag, &mut |_, _| Ok(()))
        });
        let answer = answer.await;
        drop(tie);
        answer.unwrap_or_else(|_| Err(Refusal::busy("stopped")))
    }

    /// The answer as events: what comes on the way, then `done` or `error`.
    fn events(self: Arc<Self>, command: Command) -> Response<Body> {
        let (send, receive) = channel(EVENTS);
        tokio::spawn(async move {
            let entered = tokio::select! {
                entered = self.pool(&command).enter(&self.limits) => entered,
                () = send.closed() => return,
            };
            let permit = match entered {
                Ok(permit) => permit,
                Err(refusal) => {
                    let _ = send.send(Event::new("error", refusal.object())).await;
                    return;
                }
            };
            let flag = Arc::new(AtomicBool::new(false));
            let tie = Tie(flag.clone());
            let (beats, gone) = (send.clone(), send.clone());
            let run = tokio::task::spawn_blocking(move || {
                let mut tell = |name, data| tell(&send, Event::new(name, data), &flag);
                let _ = tell("started", json!({}));
                let (name, data) = match self.run(&command, permit, flag.clone(), &mut tell) {
                    Ok(object) => ("done", object),
                    Err(refusal) => ("error", refusal.object()),
                };
                let _ = tell(name, data);
            });
            let beat = async {
                let mut seconds = 0;
                loop {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    seconds += 1;
                    // A client that is slow misses some.
                    let _ = beats.try_send(Event::new("progress", json!({"seconds": seconds})));
                }
            };
            tokio::select! {
                _ = run => {}
                () = beat => {}
                () = gone.closed() => {}
            }
            drop(tie);
        });
        stream(receive)
    }

    fn pool(&self, command: &Command) -> &Pool {
        if command.long { &self.long } else { &self.short }
    }

    /// Runs a command in this thread, and makes its output one object. Rows that come early go to
    /// `tell`.
    fn run(
        &self,
        command: &Command,
        permit: OwnedSemaphorePermit,
        flag: Arc<AtomicBool>,
        tell: &mut dyn FnMut(&'static str, Json) -> Result<(), Stop>,
    ) -> Result<Json, Refusal> {
        let limit = Duration::from_secs(self.limits.seconds) + GRACE;
        let control = Control::with_flag(flag).within(Some(limit));
        let mut lines: Vec<String> = Vec::new();
        let ran = child::run(command, &self.program, &self.limits, &control, &mut |line| {
            if command.shape == Shape::Rows && line.starts_with("{\"live\":true") {
                return tell("row", object(line));
            }
            lines.push(line.to_owned());
            Ok(())
        });
        drop(permit);
        ran?;
        Ok(whole(command.shape, &lines))
    }
}

/// Passes an event on as soon as there is room for it.
fn tell(send: &Sender<Event>, event: Event, flag: &AtomicBool) -> Result<(), Stop> {
    use tokio::sync::mpsc::error::TrySendError;
    let mut event = event;
    loop {
        match send.try_send(event) {
            Ok(()) => return Ok(()),
            Err(TrySendError::Closed(_)) => return Err(Stop::Cancelled),
            Err(TrySendError::Full(back)) => event = back,
        }
        if flag.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        std::thread::sleep(PAUSE);
    }
}

fn object(line: &str) -> Json {
    serde_json::from_str(line).unwrap_or_else(|_| Json::String(line.to_owned()))
}

/// The lines of a command as one object.
fn whole(shape: Shape, lines: &[String]) -> Json {
    let list = || lines.iter().map(|line| object(line)).collect::<Vec<_>>();
    let named = |name: &str, value: Json| Json::Object(Map::from_iter([(name.to_owned(), value)]));
    match shape {
        Shape::Object => object(&lines.concat()),
        Shape::List(name) => named(name, list().into()),
        Shape::Text => named("text", (lines.join("\n") + "\n").into()),
        Shape::Row => list().into_iter().next().unwrap_or(Json::Null),
        Shape::Rows => {
            let mut rows = list();
            let verdicts = rows.iter_mut().filter_map(|row| row.as_object_mut()?.remove("verdict"));
            let verdict = verdicts.last();
            json!({"rows": rows, "verdict": verdict})
        }
    }
}
