//! The process of a target that stays.

use std::io::Write;
use std::process::{ChildStdin, Command};
use std::time::{Duration, Instant};

use parallax_model::ask::Control;
use parallax_solvers::process::{Bounds, OutputLine, OutputPause, PipedProcess, Program, crash};

use super::Limits;
use crate::programs::reply::Reply;

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
    piped: PipedProcess<OutputLine>,
    stdin: ChildStdin,
    output_bytes: usize,
}

impl Child {
    pub(super) fn start(program: &Program, limits: Limits) -> Result<Self, Reply> {
        let mut words = shlex::split(&program.to_string()).unwrap_or_default().into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        let cannot = |error| Reply::Crash(format!("cannot run '{}': {error}", program.name()));
        // A line without an end is a flood: it is cut, and the process is stopped for it.
        let most = limits.output_bytes as u64;
        let mut piped = PipedProcess::read_lines(&mut command, most).map_err(cannot)?;
        let memory_bytes = Some(limits.memory_bytes);
        piped.bound(Bounds { memory_bytes, cpu_seconds: None }).map_err(cannot)?;
        let stdin = piped.take_input().ok_or_else(|| Reply::Crash("no pipes".into()))?;
        Ok(Child { piped, stdin, output_bytes: limits.output_bytes })
    }

    /// Returns the answer's text, and whether the process stays.
    pub(super) fn exchange(
        &mut self,
        question: &str,
        answers: Answers,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), Reply> {
        if self.piped.receive(Duration::ZERO).is_ok() {
            return Err(Reply::Unreadable("a line before the question".into()));
        }
        // A question is shorter than the buffer of a pipe, or the process reads it.
        let sent = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        if sent.is_err() {
            return Err(self.gone());
        }
        let mut text = String::new();
        loop {
            match self.piped.receive(POLL) {
                Ok(OutputLine::Cut(_)) => return Err(self.flood()),
                Ok(OutputLine::Whole(line)) => {
                    let line = String::from_utf8_lossy(&line);
                    match (answers, line.trim_end()) {
                        (Answers::Line, _) if line.ends_with('\n') => {
                            return Ok((line.into_owned(), true));
                        }
                        // The process died within its answer.
                        (Answers::Line, _) => return Err(self.gone()),
                        (Answers::UntilEnd, END) => return Ok((text, true)),
                        (Answers::UntilEnd, EXIT) => return Ok((text, false)),
                        (Answers::UntilEnd, _) => text.push_str(&line),
                    }
                }
                // Text before the end of a process may be an answer, or the reason.
                Err(OutputPause::Ended) if !text.trim().is_empty() => return Ok((text, false)),
                Err(OutputPause::Ended) => return Err(self.gone()),
                Err(OutputPause::Waiting) => {}
            }
            if text.len() > self.output_bytes {
                return Err(self.flood());
            }
            if Instant::now() > deadline || control.stopped().is_some() {
                return Err(Reply::Timeout);
            }
        }
    }

    fn flood(&self) -> Reply {
        Reply::Unreadable(format!("more than {} bytes", self.output_bytes))
    }

    /// Returns the crash of a process that has closed its output.
    fn gone(&mut self) -> Reply {
        match self.piped.finish(Duration::from_secs(1)) {
            Ok((status, stderr)) => Reply::Crash(crash(status, &stderr).to_string()),
            Err(error) => Reply::Crash(error.to_string()),
        }
    }
}
