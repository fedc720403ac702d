//! Standard output that ends quietly when its reader goes away.

use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use clap::ValueEnum;

use crate::report::layout::Layout;

/// Buffered standard output. When the other end of a pipe is closed, the
/// program ends without a word, as `head` expects.
pub(super) struct Output(BufWriter<Stdout>);

impl Output {
    pub(super) fn new() -> Self {
        Output(BufWriter::with_capacity(1 << 16, io::stdout()))
    }
}

fn quiet<T>(result: io::Result<T>) -> io::Result<T> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => std::process::exit(0),
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
        // Nothing can be told here; what matters has been flushed before.
        let _ = quiet(self.0.flush());
    }
}

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// How standard output is laid out: as wide as its terminal, if it is one.
pub(super) fn layout(color: Color) -> Layout {
    let terminal = io::stdout().is_terminal();
    let number = |text: String| text.parse().ok().filter(|&width: &usize| width > 0);
    let columns = std::env::var("COLUMNS").ok().and_then(number);
    let asked = || usize::from(indicatif::TermLike::width(&console::Term::stdout()));
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Layout {
        width: terminal.then(|| columns.unwrap_or_else(asked)),
        colour: match color {
            Color::Auto => terminal && !no_color,
            Color::Always => true,
            Color::Never => false,
        },
    }
}
