//! `parallax job`: one job in a child process.

use std::io::{BufReader, stdin, stdout};

use super::CliError;

/// Work on one job from standard input, as --isolate and --memory have it done
///
/// The first line is the job, an object with 'model' (as docs/reference/model-json.md
/// describes it), 'engine', and optionally 'seed', 'memory_bytes', 'timeout_s'
/// (seconds to prepare), 'tethered' (lead a group of processes and end it at once
/// when standard input ends) and 'folder' (for temporary files: it must not exist, is
/// made, and removed at the end). Nothing else is removed. A job runs the program that
/// its engine names. Each further line is a question: an object with 'givens'
/// (pairs of a variable's place and its value), 'task' ("first", "all", "count"
/// or {"limit": N}) and 'timeout_s'. Reports come as objects on lines:
/// 'prepared' (with its seconds) or 'refused', then 'solution' and 'done'.
#[derive(clap::Args)]
pub(super) struct JobArgs {}

pub(super) fn run(_: &JobArgs) -> Result<u8, CliError> {
    parallax_engines::jobs::serve_job(BufReader::new(stdin()), &mut stdout())?;
    Ok(0)
}
