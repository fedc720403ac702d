//! The amount, the width and the colours of the output.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ValueEnum;
use parallax_report::layout::Layout;

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

/// Options of every command.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(super) struct Screen {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Color::Auto, global = true)]
    color: Color,
    /// Print the answer alone: a board, a count, the value of a best solution, a grade, a verdict
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Print the counters of engines, too
    #[arg(short, long, global = true)]
    pub(super) verbose: bool,
}

/// The options of this run.
static CHOSEN: OnceLock<Screen> = OnceLock::new();

impl Screen {
    /// Makes these the options of the run, once.
    pub(super) fn choose(self) {
        // A second choice would come too late for earlier output.
        let _ = CHOSEN.set(self);
    }

    /// Returns the options of the run.
    pub(super) fn chosen() -> Screen {
        CHOSEN.get().copied().unwrap_or_default()
    }
}

/// Returns the layout of standard output: as wide as its terminal, if it is one.
pub(super) fn layout() -> Layout {
    let terminal = io::stdout().is_terminal();
    let number = |text: String| text.parse().ok().filter(|&width: &usize| width > 0);
    let columns = std::env::var("COLUMNS").ok().and_then(number);
    let asked = || usize::from(indicatif::TermLike::width(&console::Term::stdout()));
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    Layout {
        width: terminal.then(|| columns.unwrap_or_else(asked)),
        colour: match Screen::chosen().color {
            Color::Auto => terminal && !no_color,
            Color::Always => true,
            Color::Never => false,
        },
    }
}

/// Prints a remark on standard error, unless the run is quiet.
pub(super) fn remark(text: &str) {
    if !Screen::chosen().quiet {
        super::progress::aside(|| eprintln!("parallax: {text}"));
    }
}
