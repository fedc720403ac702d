//! Runs a program under a deadline and a cap on its output.

use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use parallax_model::ask::{Control, Ended};

use super::{ChildProcess, Program, Tail};

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Number of checks of a program that has ended after which its output is taken as ended too, even
/// if another process still holds it open.
const SILENT_POLLS: u32 = 20;

/// Time within which a program must end after it has closed its output.
const GRACE: Duration = Duration::from_secs(1);

/// One run of a program.
pub struct Run<'a> {
    /// The program.
    pub program: &'a Program,
    /// The values of its placeholders.
    pub fill: Vec<(&'static str, String)>,
    /// Its standard input.
    pub input: Input<'a>,
    /// Limits that the system enforces, in addition to the deadline.
    pub bounds: Bounds,
}

impl<'a> Run<'a> {
    /// Makes a run without input and limits.
    #[must_use]
    pub fn of(program: &'a Program, fill: Vec<(&'static str, String)>) -> Self {
        Run { program, fill, input: Input::Empty, bounds: Bounds::default() }
    }
}

/// The standard input of a program.
pub enum Input<'a> {
    /// Nothing.
    Empty,
    /// A file.
    File(&'a Path),
    /// These bytes, through a pipe.
    Bytes(Vec<u8>),
}

/// Limits that the system enforces on a program and everything that it starts. The default has
/// none; the program may lower its bounds itself. Only Linux sets them from outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes that each process may allocate.
    pub memory_bytes: Option<u64>,
    /// Seconds of processor time of each process.
    pub cpu_seconds: Option<u64>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Ran {
    /// The status with which it ended.
    pub status: ExitStatus,
    /// Its standard output.
    pub out: Vec<u8>,
    /// The end of its standard error.
    pub err: String,
}

/// Runs a program until it ends, prints more than `max_output` bytes, or `control` stops it. No
/// process of it remains afterwards.
///
/// # Errors
/// [`Ended`], if the program did not end by itself.
pub fn run(asked: &Run<'_>, max_output: usize, control: &Control) -> Result<Ran, Ended> {
    let mut out = Vec::new();
    let (status, err) = stream(asked, control, &mut |chunk| {
        out.extend_from_slice(chunk);
        if out.len() > max_output {
            let name = asked.program.name();
            return Err(Ended::GaveUp(format!("{name}: printed more than {max_output} bytes")));
        }
        Ok(())
    })?;
    Ok(Ran { status, out, err })
}

/// Runs a program until it ends, `on_output` fails, or `control` stops it. `on_output` gets the
/// output as it arrives. No process of it remains afterwards. Returns its exit status and the end
/// of its standard error.
///
/// # Errors
/// The error of `on_output`, or [`Ended`] if the program did not end by itself.
pub fn stream(
    asked: &Run<'_>,
    control: &Control,
    on_output: &mut dyn FnMut(&[u8]) -> Result<(), Ended>,
) -> Result<(ExitStatus, String), Ended> {
    let gave_up = |what: String| Ended::GaveUp(format!("{}: {what}", asked.program.name()));
    let mut command = asked.program.command(&asked.fill);
    let stdin = match asked.input {
        Input::Empty => Stdio::null(),
        Input::File(path) => {
            File::open(path).map_err(|e| gave_up(format!("cannot read: {e}")))?.into()
        }
        Input::Bytes(_) => Stdio::piped(),
    };
    command.stdin(stdin).stdout(Stdio::piped()).stderr(Stdio::piped());
    let cannot = |error| Ended::GaveUp(format!("cannot run '{}': {error}", asked.program.name()));
    let mut tied = ChildProcess::spawn(&mut command).map_err(cannot)?;
    // The limits are set before the program gets its input, so that it can have done little.
    tied.bound(asked.bounds).map_err(|error| gave_up(format!("no limit: {error}")))?;
    if let (Input::Bytes(bytes), Some(mut stdin)) = (&asked.input, tied.stdin()) {
        let bytes = bytes.clone();
        // The program may end before it has read everything.
        std::thread::spawn(move || stdin.write_all(&bytes));
    }
    let tail = tied.stderr().map(Tail::of);
    if let Some(stdout) = tied.stdout() {
        watch(&mut tied, &chunks(stdout), control, on_output)?;
    }
    let status = tied.finish(GRACE).map_err(|error| gave_up(error.to_string()))?;
    Ok((status, tail.map(|tail| tail.text()).unwrap_or_default()))
}

/// Sends output from a separate thread as it arrives: at most four chunks are queued, so that a
/// flood of output blocks the program.
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

/// Hands over output until it ends.
fn watch(
    tied: &mut ChildProcess,
    chunks: &Receiver<Vec<u8>>,
    control: &Control,
    on_output: &mut dyn FnMut(&[u8]) -> Result<(), Ended>,
) -> Result<(), Ended> {
    let mut silent = 0;
    loop {
        match chunks.recv_timeout(POLL_INTERVAL) {
            Ok(chunk) => on_output(&chunk)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) if silent >= SILENT_POLLS => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {
                silent += u32::from(tied.ends_within(Duration::ZERO));
            }
        }
        control.check().map_err(Ended::Stopped)?;
    }
}
