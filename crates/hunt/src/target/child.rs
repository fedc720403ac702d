//! The process of a target that stays.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use parallax_model::ask::Control;
use parallax_solvers::process::{ChildProcess, Program, Tail};

use super::Limits;
use crate::reply::Reply;

/// The line after which the answer of a process that reads files ends.
const END: &str = "%%%end";

/// That line, if the process ends too.
const EXIT: &str = "%%%exit";

/// The time between two checks of the clock.
const POLL: Duration = Duration::from_millis(20);

/// The end of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answers {
    /// One line is one.
    Line,
    /// It ends with `%%%end`.
    UntilEnd,
}

/// A process that answers one question after another.
pub(super) struct Child {
    process: ChildProcess,
    stdin: ChildStdin,
    lines: Receiver<String>,
    tail: Option<Tail>,
    output_bytes: usize,
}

impl Child {
    pub(super) fn start(program: &Program, limits: Limits) -> Result<Self, Reply> {
        let mut words = shlex::split(&program.to_string()).unwrap_or_default().into_iter();
        let mut command = std::process::Command::new(words.next().unwrap_or_default());
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let cannot = |error| Reply::Crash(format!("cannot run '{}': {error}", program.name()));
        let mut process = ChildProcess::spawn(&mut command).map_err(cannot)?;
        process.limit_memory(limits.memory_bytes).map_err(cannot)?;
        let tail = process.stderr().map(Tail::of);
        let (Some(stdin), Some(stdout)) = (process.stdin(), process.stdout()) else {
            return Err(Reply::Crash("no pipes".into()));
        };
        let (send, lines) = sync_channel(64);
        let most = limits.output_bytes as u64;
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            // A line without an end is a flood: it is cut, and the process is stopped for it.
            while let Ok(1..) = reader.by_ref().take(most).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(&line).into_owned();
                line.clear();
                if send.send(text).is_err() {
                    return;
                }
            }
        });
        Ok(Child { process, stdin, lines, tail, output_bytes: limits.output_bytes })
    }

    /// Returns the answer's text, and whether the process stays.
    pub(super) fn exchange(
        &mut self,
        question: &str,
        answers: Answers,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), Reply> {
        if self.lines.try_recv().is_ok() {
            return Err(Reply::Unreadable("a line before the question".into()));
        }
        // A question is shorter than the buffer of a pipe, or the process reads it.
        let sent = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        if sent.is_err() {
            return Err(self.gone());
        }
        let mut text = String::new();
        loop {
            match self.lines.recv_timeout(POLL) {
                Ok(line) if answers == Answers::Line => return self.one(line),
                Ok(line) if line.trim_end() == END => return Ok((text, true)),
                Ok(line) if line.trim_end() == EXIT => return Ok((text, false)),
                Ok(line) => text.push_str(&line),
                // Text before the end of a process may be an answer, or the reason.
                Err(RecvTimeoutError::Disconnected) if !text.trim().is_empty() => {
                    return Ok((text, false));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if text.len() > self.output_bytes {
                return Err(self.flood());
            }
            if Instant::now() > deadline || control.stopped().is_some() {
                return Err(Reply::Timeout);
            }
        }
    }

    /// Returns an answer of one line, unless the process died within it.
    fn one(&mut self, line: String) -> Result<(String, bool), Reply> {
        if line.ends_with('\n') {
            return Ok((line, true));
        }
        Err(if line.len() >= self.output_bytes { self.flood() } else { self.gone() })
    }

    fn flood(&self) -> Reply {
        Reply::Unreadable(format!("more than {} bytes", self.output_bytes))
    }

    /// Returns the crash of a process that has closed its output.
    fn gone(&mut self) -> Reply {
        let ended = self.process.finish(Duration::from_secs(1));
        let err = self.tail.as_ref().map(Tail::text).unwrap_or_default();
        match ended {
            Ok(status) => Reply::Crash(parallax_solvers::process::crash(status, &err)),
            Err(error) => Reply::Crash(error.to_string()),
        }
    }
}
