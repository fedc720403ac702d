//! A process whose output arrives through a pipe, piece by piece.

use std::io::{self, BufRead, BufReader, Read};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

use super::{ChildProcess, ProcessLimits, StderrTail};

/// Time without output after which a process that has ended counts as one that has closed its
/// output, even if another process still holds it open.
const SILENCE_TIMEOUT: Duration = Duration::from_millis(200);

/// Maximum number of lines that wait to be received.
const WAITING_LINES: usize = 64;

/// Maximum number of chunks that wait to be received.
const WAITING_CHUNKS: usize = 4;

/// Bytes of a buffer between a pipe and its reader.
const BUFFER_BYTES: usize = 1 << 16;

/// A process whose output a thread reads in pieces, [chunks](PipedProcess::read_chunks) or
/// [lines](PipedProcess::read_lines). Only a few pieces wait to be received; more output blocks the
/// process. Dropping it kills the process and everything that it started.
pub struct PipedProcess<P> {
    process: ChildProcess,
    pieces: Receiver<P>,
    errors: Option<StderrTail>,
    /// The time without output since it was found ended.
    silent: Duration,
}

/// A line of output, with its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputLine {
    /// A whole line; the last one may lack the line break.
    Whole(Vec<u8>),
    /// The beginning of a line that exceeds the limit. Nothing is read after it.
    Cut(Vec<u8>),
}

/// The reason why no piece of output was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputPause {
    /// There was none within the time.
    Waiting,
    /// There is no more.
    Ended,
}

impl PipedProcess<Vec<u8>> {
    /// Starts a command, the standard input of which the caller has set, and reads its output as it
    /// comes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn read_chunks(command: &mut Command) -> io::Result<Self> {
        PipedProcess::start_process(command, WAITING_CHUNKS, move |stdout, send| {
            send_chunks(stdout, &send);
        })
    }
}

impl PipedProcess<OutputLine> {
    /// Starts a command with a pipe as its standard input, and reads its output line by line. A
    /// line of `max_line_bytes` bytes or more is cut.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn read_lines(command: &mut Command, max_line_bytes: u64) -> io::Result<Self> {
        command.stdin(Stdio::piped());
        PipedProcess::start_process(command, WAITING_LINES, move |stdout, send| {
            send_lines(stdout, max_line_bytes, &send);
        })
    }
}

impl<P: Send + 'static> PipedProcess<P> {
    fn start_process(
        command: &mut Command,
        waiting: usize,
        read: impl FnOnce(ChildStdout, SyncSender<P>) + Send + 'static,
    ) -> io::Result<Self> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = ChildProcess::spawn_command(command)?;
        let errors = process.take_stderr().map(StderrTail::from_stream);
        let (send, pieces) = sync_channel(waiting);
        if let Some(stdout) = process.take_stdout() {
            std::thread::spawn(move || read(stdout, send));
        }
        Ok(PipedProcess { process, pieces, errors, silent: Duration::ZERO })
    }
}

impl<P> PipedProcess<P> {
    /// Sets the limits of the process and of all processes that it starts from now on. Set before
    /// it gets its input, they find that it has done little.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn set_limits(&self, bounds: ProcessLimits) -> io::Result<()> {
        self.process.set_limits(bounds)
    }

    /// Takes its standard input, if that is a pipe.
    pub fn take_input(&mut self) -> Option<ChildStdin> {
        self.process.take_stdin()
    }

    /// Returns the process.
    pub fn child_process(&mut self) -> &mut ChildProcess {
        &mut self.process
    }

    /// Receives the next piece of output.
    ///
    /// # Errors
    /// [`OutputPause`], if none comes within `wait`.
    pub fn receive_piece(&mut self, wait: Duration) -> Result<P, OutputPause> {
        match self.pieces.recv_timeout(wait) {
            Ok(piece) => Ok(piece),
            Err(RecvTimeoutError::Disconnected) => Err(OutputPause::Ended),
            // A process started by this one may hold its output open.
            Err(RecvTimeoutError::Timeout) if self.silent >= SILENCE_TIMEOUT => {
                Err(OutputPause::Ended)
            }
            Err(RecvTimeoutError::Timeout) => {
                // Only silence after the end counts: a running process may think for a long time.
                if self.process.ends_within(Duration::ZERO) {
                    self.silent += wait;
                }
                Err(OutputPause::Waiting)
            }
        }
    }

    /// Gives the process `grace` to end by itself, then kills it and, in any case, the rest of its
    /// group. Returns its exit status and the end of its standard error.
    ///
    /// # Errors
    /// If the system does not report its exit status.
    pub fn finish_process(&mut self, grace: Duration) -> io::Result<(ExitStatus, String)> {
        let status = self.process.finish_process(grace)?;
        Ok((status, self.errors.as_ref().map(StderrTail::last_output).unwrap_or_default()))
    }
}

/// Sends output as it arrives, until the receiver is gone.
fn send_chunks(mut stdout: ChildStdout, send: &SyncSender<Vec<u8>>) {
    let mut buffer = vec![0; BUFFER_BYTES];
    while let Ok(read @ 1..) = stdout.read(&mut buffer) {
        if send.send(buffer[..read].to_vec()).is_err() {
            return;
        }
    }
}

/// Sends lines until the end, a line that is too long, or the receiver is gone.
fn send_lines(stdout: ChildStdout, max_line_bytes: u64, send: &SyncSender<OutputLine>) {
    let mut stdout = BufReader::with_capacity(BUFFER_BYTES, stdout);
    loop {
        let mut line = Vec::new();
        // The limit applies while the line is read, so an endless line never fills the memory.
        let limited = (&mut stdout).take(max_line_bytes).read_until(b'\n', &mut line);
        if !matches!(limited, Ok(1..)) {
            return;
        }
        if !line.ends_with(b"\n") && line.len() as u64 >= max_line_bytes {
            // The receiver may be gone.
            let _ = send.send(OutputLine::Cut(line));
            return;
        }
        if send.send(OutputLine::Whole(line)).is_err() {
            return;
        }
    }
}
