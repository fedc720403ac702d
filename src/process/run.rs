//! Runs a program under a deadline and a cap on its output.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use super::{Program, Tail, Tied};
use crate::ask::{Control, Ended};

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// After this many checks of a program that has ended, its output is taken as ended too, even
/// if another process still holds it open.
const SILENT_POLLS: u32 = 20;

/// How long a program may take to end after it has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// One run of a program.
pub struct Run<'a> {
    /// The program.
    pub program: &'a Program,
    /// The values of its placeholders.
    pub fill: Vec<(&'static str, String)>,
    /// The file for its standard input; empty input otherwise.
    pub stdin: Option<&'a Path>,
    /// The most bytes that it may print.
    pub max_output: usize,
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// How it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub out: Vec<u8>,
    /// The end of its standard error.
    pub err: String,
}

/// Runs a program until it ends, prints too much, or `control` says stop. Nothing of it remains
/// afterwards.
///
/// # Errors
/// How the question ends if the program did not end by itself.
pub fn run(asked: &Run<'_>, control: &Control) -> Result<Ran, Ended> {
    let gave_up = |what: String| Ended::GaveUp(format!("{}: {what}", asked.program.name()));
    let mut command = asked.program.command(&asked.fill);
    let stdin = match asked.stdin {
        None => Stdio::null(),
        Some(path) => File::open(path).map_err(|e| gave_up(format!("cannot read: {e}")))?.into(),
    };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot = |error| Ended::GaveUp(format!("cannot run '{}': {error}", asked.program.name()));
    let mut tied = Tied::spawn(&mut command).map_err(cannot)?;
    let tail = tied.stderr().map(Tail::of);
    let out = match tied.stdout() {
        Some(stdout) => collect(&mut tied, &chunks(stdout), asked, control)?,
        None => Vec::new(),
    };
    let status = tied.finish(GRACE).map_err(|error| gave_up(error.to_string()))?;
    Ok(Ran { status, out, err: tail.map(|tail| tail.text()).unwrap_or_default() })
}

/// Sends output from a separate thread as it arrives: few chunks at a time, so that a flood of
/// output blocks the program.
fn chunks(mut stdout: ChildStdout) -> Receiver<Vec<u8>> {
    let (send, receive) = sync_channel(4);
    std::thread::spawn(move || {
        let mut buffer = vec![0; 1 << 16];
        while let Ok(read @ 1..) = stdout.read(&mut buffer) {
            if send.send(buffer[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    receive
}

fn collect(
    tied: &mut Tied,
    chunks: &Receiver<Vec<u8>>,
    asked: &Run<'_>,
    control: &Control,
) -> Result<Vec<u8>, Ended> {
    let mut out = Vec::new();
    let mut silent = 0;
    loop {
        match chunks.recv_timeout(POLL_INTERVAL) {
            Ok(chunk) => out.extend_from_slice(&chunk),
            Err(RecvTimeoutError::Disconnected) => return Ok(out),
            Err(RecvTimeoutError::Timeout) if silent >= SILENT_POLLS => return Ok(out),
            Err(RecvTimeoutError::Timeout) => {
                silent += u32::from(tied.ends_within(Duration::ZERO));
            }
        }
        if out.len() > asked.max_output {
            let name = asked.program.name();
            let why = format!("{name}: printed more than {} bytes", asked.max_output);
            return Err(Ended::GaveUp(why));
        }
        control.check().map_err(Ended::Stopped)?;
    }
}
