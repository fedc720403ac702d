//! Standard output: one owner, and a quiet end when its reader goes away.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::OnceLock;

use super::interrupt::end_program;

/// The owner of standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OutputOwner {
    /// The command, which has an answer.
    Command,
    /// The clock, which ends the program without one.
    Clock,
}

/// The first owner that has something to print.
static OUTPUT_OWNER: OnceLock<OutputOwner> = OnceLock::new();

/// Claims standard output for the command: from now on the clock does not end the program. Does
/// not return if the clock was first, because the program is ending.
pub(super) fn claim_output() {
    if *OUTPUT_OWNER.get_or_init(|| OutputOwner::Command) == OutputOwner::Clock {
        wait_for_the_end();
    }
}

/// Claims standard output for the clock. Returns false if the command has an answer; does not
/// return if another thread is already ending the program.
pub(super) fn claim_for_the_clock() -> bool {
    // `get_or_init` runs the closure for one thread only, so `first` is true for the clock that
    // became the owner and false for every later one.
    let mut first = false;
    let owner = *OUTPUT_OWNER.get_or_init(|| {
        first = true;
        OutputOwner::Clock
    });
    if owner == OutputOwner::Clock && !first {
        wait_for_the_end();
    }
    first
}

fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}

/// Standard output that the command claims with its first write.
struct ClaimedStdout(Stdout);

impl Write for ClaimedStdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        claim_output();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        claim_output();
        self.0.flush()
    }
}

/// Buffered standard output. When the other end of a pipe is closed, the
/// program ends silently, as `head` expects.
pub(super) struct StandardOutput(BufWriter<ClaimedStdout>);

impl StandardOutput {
    pub(super) fn new() -> Self {
        StandardOutput(BufWriter::with_capacity(1 << 16, ClaimedStdout(io::stdout())))
    }
}

fn ignore_closed_pipe<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => end_program(0),
        other => other,
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        ignore_closed_pipe(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        ignore_closed_pipe(self.0.flush())
    }
}

impl Drop for StandardOutput {
    fn drop(&mut self) {
        // `drop` cannot return an error. Commands flush results themselves before.
        let _ = ignore_closed_pipe(self.0.flush());
    }
}
