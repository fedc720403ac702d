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
static OWNER: OnceLock<OutputOwner> = OnceLock::new();

/// Makes standard output the command's own: from now on the clock does not end the program. Does
/// not return where the clock was first, because the program ends then.
pub(super) fn claim_output() {
    if *OWNER.get_or_init(|| OutputOwner::Command) == OutputOwner::Clock {
        wait_for_the_end();
    }
}

/// Makes standard output the clock's. Returns false if the command has an answer; does not return
/// where another thread ends the program already.
pub(super) fn claim_for_the_clock() -> bool {
    let mut first = false;
    let owner = *OWNER.get_or_init(|| {
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

/// Standard output of which the command is the owner once something leaves it.
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
        // An error here is lost; what matters has been flushed before.
        let _ = ignore_closed_pipe(self.0.flush());
    }
}
