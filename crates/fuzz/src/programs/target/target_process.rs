//! The process of a persistent target.

use std::io::Write;
use std::process::{ChildStdin, Command};
use std::time::{Duration, Instant};

use parallax_model::engine_api::Control;
use parallax_solvers::process::{
    CommandTemplate, OutputLine, OutputPause, PipedProcess, ProcessLimits, describe_crash,
};

use super::TargetLimits;
use crate::programs::reply::TargetReply;

/// The line after which the answer of a process that reads files ends.
const ANSWER_END_LINE: &str = "%%%end";

/// The same line if the process then ends.
const PROCESS_EXIT_LINE: &str = "%%%exit";

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The end of an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AnswerEnd {
    /// An answer is one line.
    Line,
    /// An answer ends with `%%%end`.
    UntilEnd,
}

/// A process that answers one question after another.
pub(super) struct TargetProcess {
    piped: PipedProcess<OutputLine>,
    stdin: ChildStdin,
    output_bytes: usize,
}

impl TargetProcess {
    pub(super) fn start_process(
        program: &CommandTemplate,
        limits: TargetLimits,
    ) -> Result<Self, TargetReply> {
        let mut words = shlex::split(&program.to_string()).unwrap_or_default().into_iter();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words);
        let cannot =
            |error| TargetReply::Crash(format!("cannot run '{}': {error}", program.name()));
        // A line without an end is a flood: it is cut, and the process is stopped for it.
        let max_line = limits.output_bytes as u64;
        let mut piped = PipedProcess::read_lines(&mut command, max_line).map_err(cannot)?;
        let memory_bytes = Some(limits.memory_bytes);
        piped.set_limits(ProcessLimits { memory_bytes, cpu_seconds: None }).map_err(cannot)?;
        let stdin = piped.take_input().ok_or_else(|| TargetReply::Crash("no pipes".into()))?;
        Ok(TargetProcess { piped, stdin, output_bytes: limits.output_bytes })
    }

    /// Returns the answer's text, and whether the process stays.
    pub(super) fn exchange_question(
        &mut self,
        question: &str,
        answers: AnswerEnd,
        deadline: Instant,
        control: &Control,
    ) -> Result<(String, bool), TargetReply> {
        // A line before the question means that the process is out of step; reading it as the
        // answer would judge the wrong case.
        if self.piped.receive_piece(Duration::ZERO).is_ok() {
            return Err(TargetReply::Unreadable("a line before the question".into()));
        }
        // A question is shorter than the buffer of a pipe, or the process reads it.
        let sent = writeln!(self.stdin, "{question}").and_then(|()| self.stdin.flush());
        if sent.is_err() {
            return Err(self.crash_reply());
        }
        let mut text = String::new();
        loop {
            match self.piped.receive_piece(POLL_INTERVAL) {
                Ok(OutputLine::Cut(_)) => return Err(self.flood_reply()),
                Ok(OutputLine::Whole(line)) => {
                    let line = String::from_utf8_lossy(&line);
                    match (answers, line.trim_end()) {
                        (AnswerEnd::Line, _) if line.ends_with('\n') => {
                            return Ok((line.into_owned(), true));
                        }
                        // The process died within its answer.
                        (AnswerEnd::Line, _) => return Err(self.crash_reply()),
                        (AnswerEnd::UntilEnd, ANSWER_END_LINE) => return Ok((text, true)),
                        (AnswerEnd::UntilEnd, PROCESS_EXIT_LINE) => return Ok((text, false)),
                        (AnswerEnd::UntilEnd, _) => text.push_str(&line),
                    }
                }
                // Text before the end of a process may be an answer, or the reason.
                Err(OutputPause::Ended) if !text.trim().is_empty() => return Ok((text, false)),
                Err(OutputPause::Ended) => return Err(self.crash_reply()),
                Err(OutputPause::Waiting) => {}
            }
            // The limit for single lines does not bound an answer of many short ones.
            if text.len() > self.output_bytes {
                return Err(self.flood_reply());
            }
            if Instant::now() > deadline || control.stop_reason().is_some() {
                return Err(TargetReply::Timeout);
            }
        }
    }

    fn flood_reply(&self) -> TargetReply {
        TargetReply::Unreadable(format!("more than {} bytes", self.output_bytes))
    }

    /// Returns the crash of a process that has closed its output.
    fn crash_reply(&mut self) -> TargetReply {
        match self.piped.finish_process(Duration::from_secs(1)) {
            Ok((status, stderr)) => TargetReply::Crash(describe_crash(status, &stderr).to_string()),
            Err(error) => TargetReply::Crash(error.to_string()),
        }
    }
}
