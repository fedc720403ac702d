//! Standard output that ends quietly when its reader goes away.

use std::io::{self, BufWriter, Stdout, Write};

use super::interrupt::end;

/// Buffered standard output. If the other end of a pipe is closed, the program ends silently, as
/// `head` expects.
pub(super) struct Output(BufWriter<Stdout>);

impl Output {
    pub(super) fn new() -> Self {
        Output(BufWriter::with_capacity(1 << 16, io::stdout()))
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
        // An error cannot be reported here; important output has been flushed before.
        let _ = quiet(self.0.flush());
    }
}
