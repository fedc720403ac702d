//! A command of this program in a child process, under limits.

use std::ffi::OsStr;
use std::path::PathBuf;

use axum::http::StatusCode;

use super::Limits;
use super::commands::Command;
use super::refusal::Refusal;
use crate::ask::{Control, Ended, Stop};
use crate::process::{Bounds, Input, OUT_OF_MEMORY, Program, Run, crash, stream};

/// What a command may allocate beside its engines, in times of what an engine may.
const BESIDE: u64 = 2;

/// Where this program is.
///
/// # Errors
/// When the system does not say.
pub(super) fn program() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))
}

/// Runs a command until it ends, and hands over each line that it prints.
///
/// # Errors
/// Why it came to no end, or what it says is wrong with the request.
pub(super) fn run(
    command: &Command,
    program: &std::path::Path,
    limits: &Limits,
    control: &Control,
    on_line: &mut dyn FnMut(&str) -> Result<(), Stop>,
) -> Result<(), Refusal> {
    let words: Vec<&OsStr> = command.words.iter().map(OsStr::new).collect();
    let program = Program::with(&program.to_string_lossy(), &words);
    let mut asked = Run::of(&program, Vec::new());
    asked.input = Input::Bytes(command.input.clone());
    asked.bounds = Bounds {
        memory_bytes: Some(limits.memory_mb.saturating_mul(1_000_000 * BESIDE)),
        // Threads use several processors at once, so this only ends what nobody watches.
        cpu_seconds: Some(limits.seconds.saturating_mul(64)),
    };
    let mut lines = Lines { rest: Vec::new(), bytes: 0, most: limits.answer_bytes };
    let ended = stream(&asked, control, &mut |chunk| lines.add(chunk, on_line));
    let (status, err) = ended.map_err(|ended| refusal(ended, limits))?;
    lines.last(on_line).map_err(|ended| refusal(ended, limits))?;
    match status.code() {
        Some(code) if command.good.contains(&code) => Ok(()),
        Some(_) if !err.trim().is_empty() && !err.contains("panicked at") => {
            Err(Refusal::unusable(words_of(&err, command)))
        }
        _ => Err(Refusal::unusable(match crash(status, &err) {
            why if why == OUT_OF_MEMORY => {
                format!("this takes more than {} MB of memory", limits.memory_mb)
            }
            why => why,
        })),
    }
}

/// What a command says on standard error, without its name and those of its inputs.
fn words_of(err: &str, command: &Command) -> String {
    let lines = err.lines().map(|line| line.trim_start_matches("parallax: "));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let words = lines.join("; ").replace("<stdin>", "instance");
    match &command.folder {
        Some(folder) => words.replace(&format!("{}/", folder.path().display()), ""),
        None => words,
    }
}

fn refusal(ended: Ended, limits: &Limits) -> Refusal {
    match ended {
        Ended::Stopped(Stop::Timeout) => {
            Refusal::unusable(format!("not done within {} s", limits.seconds))
        }
        Ended::GaveUp(why) | Ended::Wrong(why) => Refusal::unusable(why),
        _ => Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "stopped"),
    }
}

/// Cuts output into lines.
struct Lines {
    rest: Vec<u8>,
    bytes: usize,
    most: usize,
}

impl Lines {
    fn add(
        &mut self,
        chunk: &[u8],
        on_line: &mut dyn FnMut(&str) -> Result<(), Stop>,
    ) -> Result<(), Ended> {
        self.bytes += chunk.len();
        if self.bytes > self.most {
            return Err(Ended::GaveUp(format!("the answer has more than {} bytes", self.most)));
        }
        self.rest.extend_from_slice(chunk);
        let Some(end) = chunk.iter().rposition(|&byte| byte == b'\n') else { return Ok(()) };
        let tail = self.rest.split_off(self.rest.len() - (chunk.len() - end - 1));
        let whole = std::mem::replace(&mut self.rest, tail);
        for line in String::from_utf8_lossy(&whole).lines() {
            on_line(line).map_err(Ended::Stopped)?;
        }
        Ok(())
    }

    fn last(self, on_line: &mut dyn FnMut(&str) -> Result<(), Stop>) -> Result<(), Ended> {
        if self.rest.is_empty() {
            return Ok(());
        }
        on_line(&String::from_utf8_lossy(&self.rest)).map_err(Ended::Stopped)
    }
}
