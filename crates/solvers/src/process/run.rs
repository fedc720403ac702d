//! Runs a program under a deadline and a cap on its output.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use parallax_model::engine_api::Control;

use super::{CommandTemplate, OutputPause, PipedProcess, RunError};

/// The time between two checks of the clock.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Time within which a program must end after it has closed its output.
const EXIT_GRACE_PERIOD: Duration = Duration::from_secs(1);

/// One run of a program.
pub struct ProgramRun<'a> {
    /// The program.
    pub program: &'a CommandTemplate,
    /// The values of its placeholders.
    pub fill: Vec<(&'static str, String)>,
    /// Its standard input.
    pub input: ProgramStdin<'a>,
    /// Limits that the system enforces, in addition to the deadline.
    pub bounds: ProcessLimits,
}

impl<'a> ProgramRun<'a> {
    /// Makes a run without input and limits.
    #[must_use]
    pub fn new(program: &'a CommandTemplate, fill: Vec<(&'static str, String)>) -> Self {
        ProgramRun { program, fill, input: ProgramStdin::Empty, bounds: ProcessLimits::default() }
    }
}

/// The standard input of a program.
pub enum ProgramStdin<'a> {
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
pub struct ProcessLimits {
    /// Bytes that each process may allocate.
    pub memory_bytes: Option<u64>,
    /// Seconds of processor time of each process.
    pub cpu_seconds: Option<u64>,
}

/// The result of a run.
#[derive(Debug)]
pub struct ProgramResult {
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
/// Returns the reason if the program did not end by itself.
pub fn run_program(
    asked: &ProgramRun<'_>,
    max_output: usize,
    control: &Control,
) -> Result<ProgramResult, RunError> {
    let mut out = Vec::new();
    let (status, err) = stream_output(asked, control, &mut |chunk| {
        out.extend_from_slice(chunk);
        if out.len() > max_output {
            let program = asked.program.name().to_owned();
            return Err(RunError::Output { program, most: max_output });
        }
        Ok(())
    })?;
    Ok(ProgramResult { status, out, err })
}

/// Runs a program until it ends, `on_output` fails, or `control` stops it. `on_output` gets the
/// output as it arrives. No process of it remains afterwards. Returns its exit status and the end
/// of its standard error.
///
/// # Errors
/// Returns the error of `on_output`, or the reason if the program did not end by itself.
pub fn stream_output<E: From<RunError>>(
    asked: &ProgramRun<'_>,
    control: &Control,
    on_output: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(ExitStatus, String), E> {
    let program = || asked.program.name().to_owned();
    let mut command = asked.program.fill_command(&asked.fill);
    let stdin = match asked.input {
        ProgramStdin::Empty => Stdio::null(),
        ProgramStdin::File(path) => {
            let opened = File::open(path);
            opened.map_err(|error| RunError::Input { program: program(), error })?.into()
        }
        ProgramStdin::Bytes(_) => Stdio::piped(),
    };
    command.stdin(stdin);
    let mut piped = PipedProcess::read_chunks(&mut command)
        .map_err(|error| RunError::Start { program: program(), error })?;
    // The limits are set before the program gets its input, so that it can have done little.
    piped
        .set_limits(asked.bounds)
        .map_err(|error| RunError::Bounds { program: program(), error })?;
    if let (ProgramStdin::Bytes(bytes), Some(mut stdin)) = (&asked.input, piped.take_input()) {
        let bytes = bytes.clone();
        // The program may end before it has read everything.
        std::thread::spawn(move || stdin.write_all(&bytes));
    }
    watch_output(&mut piped, control, on_output)?;
    Ok(piped
        .finish_process(EXIT_GRACE_PERIOD)
        .map_err(|error| RunError::Wait { program: program(), error })?)
}

/// Hands over output until it ends.
fn watch_output<E: From<RunError>>(
    piped: &mut PipedProcess<Vec<u8>>,
    control: &Control,
    on_output: &mut dyn FnMut(&[u8]) -> Result<(), E>,
) -> Result<(), E> {
    loop {
        match piped.receive_piece(POLL_INTERVAL) {
            Ok(chunk) => on_output(&chunk)?,
            Err(OutputPause::Ended) => return Ok(()),
            Err(OutputPause::Waiting) => {}
        }
        // Also after a chunk, because a program may print without end. The error drops the process,
        // which kills it.
        control.check_stop().map_err(RunError::Stopped)?;
    }
}
