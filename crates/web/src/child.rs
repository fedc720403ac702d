//! A command of this program in a child process, under limits.

use std::ffi::OsStr;
use std::path::PathBuf;

use axum::http::StatusCode;
use parallax_model::engine_api::{Control, EnumerationEnd, StopReason};
use parallax_solvers::process::{
    CommandTemplate, ProcessCrash, ProcessLimits, ProgramRun, ProgramStdin, describe_crash,
    stream_output,
};

use super::RequestLimits;
use super::commands::CommandRequest;
use super::refusal::HttpError;
use super::server_error::ServerError;

/// The memory limit of a whole command, as a multiple of an engine's limit.
const COMMAND_MEMORY_FACTOR: u64 = 2;

/// Returns the path of this program.
///
/// # Errors
/// Returns an error if the system does not report it.
pub(super) fn program_path() -> Result<PathBuf, ServerError> {
    std::env::current_exe().map_err(ServerError::Program)
}

/// Runs a command until it ends, and passes its output on. The command ends with this process,
/// even if this process is killed.
///
/// # Errors
/// Returns an error if the command does not end, refuses the request, or `on_output` fails.
pub(super) fn run_command(
    command: &CommandRequest,
    program: &std::path::Path,
    limits: &RequestLimits,
    control: &Control,
    on_output: &mut dyn FnMut(&[u8]) -> Result<(), HttpError>,
) -> Result<(), HttpError> {
    // A server that is killed cannot end its commands, so each command itself ends with the process
    // of this id.
    let parent = format!("--ends-with={}", std::process::id());
    let words = std::iter::once(&parent).chain(&command.words);
    let words: Vec<&OsStr> = words.map(OsStr::new).collect();
    let program = CommandTemplate::with_arguments(&program.to_string_lossy(), &words);
    let mut asked = ProgramRun::new(&program, Vec::new());
    asked.input = ProgramStdin::Bytes(command.input.clone());
    asked.bounds = ProcessLimits {
        memory_bytes: Some(limits.memory_mb.saturating_mul(1_000_000 * COMMAND_MEMORY_FACTOR)),
        // Threads use several processors at once, so this bound only ends commands that escape the
        // time limit.
        cpu_seconds: Some(limits.seconds.saturating_mul(64)),
    };
    // The callback can only stop the stream; the refusal itself is kept here, and takes precedence
    // over the end that it causes.
    let mut refused = None;
    let ended = stream_output(&asked, control, &mut |chunk| {
        on_output(chunk).map_err(|refusal| {
            refused = Some(refusal);
            EnumerationEnd::Stopped(StopReason::Cancelled)
        })
    });
    if let Some(refusal) = refused {
        return Err(refusal);
    }
    let (status, err) = ended.map_err(|ended| end_error(ended, limits))?;
    match status.code() {
        Some(code) if command.good.contains(&code) => Ok(()),
        // A command that exits with another code and a message has refused its input. A message of
        // a panic is no refusal: it is described as a crash below.
        Some(_) if !err.trim().is_empty() && !err.contains("panicked at") => {
            Err(HttpError::unusable_content(words_of(&err)))
        }
        _ => Err(HttpError::unusable_content(match describe_crash(status, &err) {
            ProcessCrash::OutOfMemory => {
                format!("this takes more than {} MB of memory", limits.memory_mb)
            }
            why => why.to_string(),
        })),
    }
}

/// Returns the message of a command on standard error, without the names of the program and of
/// its inputs, which the client did not choose.
fn words_of(err: &str) -> String {
    let lines = err.lines().map(|line| line.trim_start_matches("parallax: "));
    let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    let text = lines.join("; ").replace("<stdin>", "instance").replace("<solution>", "solution");
    // The request has the entries in its member `place`; the command has them as options.
    text.replace("instance: --given: ", "'place': ")
}

/// Describes why a command did not end by itself.
pub(super) fn end_error(ended: EnumerationEnd, limits: &RequestLimits) -> HttpError {
    match ended {
        EnumerationEnd::Stopped(StopReason::Timeout) => {
            HttpError::unusable_content(format!("not done within {} s", limits.seconds))
        }
        EnumerationEnd::GaveUp(why) | EnumerationEnd::Wrong(why) => {
            HttpError::unusable_content(why)
        }
        _ => HttpError::new(StatusCode::SERVICE_UNAVAILABLE, "stopped"),
    }
}
