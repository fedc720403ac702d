//! Standard output: one owner, and a quiet end when its reader goes away.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::OnceLock;

use super::interrupt::end;

/// The owner of standard output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Owner {
    /// The command, which has an answer.
    Command,
    /// The clock, which ends the program without one.
    Clock,
}

/// The first owner that has something to print.
static OWNER: OnceLock<Owner> = OnceLock::new();

/// Makes standard output the command's own: from now on the clock does not end the program. Does
/// not return where the clock was first, because the program ends then.
pub(super) fn claim() {
    if *OWNER.get_or_init(|| Owner::Command) == Owner::Clock {
        wait_for_the_end();
    }
}

/// Makes standard output the clock's. Returns false if the command has an answer; does not return
/// where another thread ends the program already.
pub(super) fn claim_for_the_clock() -> bool {
    let mut first = false;
    let owner = *OWNER.get_or_init(|| {
        first = true;
        Owner::Clock
    });
    if owner == Owner::Clock && !first {
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
struct Claimed(Stdout);

impl Write for Claimed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        claim();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        claim();
        self.0.flush()
    }
}

/// Buffered standard output. When the other end of a pipe is closed, the
/// program ends silently, as `head` expects.
pub(super) struct Output(BufWriter<Claimed>);

impl Output {
    pub(super) fn new() -> Self {
        Output(BufWriter::with_capacity(1 << 16, Claimed(io::stdout())))
    }
}

fn quiet<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => end(0),
        other => other,
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        quiet(self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        quiet(self.0.flush())
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // An error here is lost; what matters has been flushed before.
        let _ = quiet(self.0.flush());
    }
}
