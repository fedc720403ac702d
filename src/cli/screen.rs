//! The amount, the width and the colours of the output.

use std::io::{self, IsTerminal};
use std::sync::OnceLock;

use clap::ValueEnum;
use parallax_report::layout::TextLayout;

/// When colours are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorMode {
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
pub(super) struct ScreenOptions {
    /// When to use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorMode::Auto, global = true)]
    color: ColorMode,
    /// Print the answer alone: a board, a count, a best value, a grade, a verdict
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Also print the counters of engines
    #[arg(short, long, global = true)]
    pub(super) verbose: bool,
}

/// The options of this run.
static CHOSEN_OPTIONS: OnceLock<ScreenOptions> = OnceLock::new();

impl ScreenOptions {
    /// Sets the options of the run, once.
    pub(super) fn choose_options(self) {
        // `set` fails if options are already chosen: output may have used them.
        let _ = CHOSEN_OPTIONS.set(self);
    }

    /// Returns the options of the run.
    pub(super) fn chosen_options() -> ScreenOptions {
        CHOSEN_OPTIONS.get().copied().unwrap_or_default()
    }
}

/// Returns the layout of standard output: as wide as its terminal, if it is one.
pub(super) fn output_layout() -> TextLayout {
    let terminal = io::stdout().is_terminal();
    let number = |text: String| text.parse().ok().filter(|&width: &usize| width > 0);
    // COLUMNS overrides the terminal's own width, so that users and tests can choose one.
    let columns = std::env::var("COLUMNS").ok().and_then(number);
    let asked = || usize::from(indicatif::TermLike::width(&console::Term::stdout()));
    let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    TextLayout {
        width: terminal.then(|| columns.unwrap_or_else(asked)),
        colour: match ScreenOptions::chosen_options().color {
            ColorMode::Auto => terminal && !no_color,
            ColorMode::Always => true,
            ColorMode::Never => false,
        },
    }
}

/// Prints a remark on standard error, unless the run is quiet.
pub(super) fn print_remark(text: &str) {
    if !ScreenOptions::chosen_options().quiet {
        super::progress::write_aside(|| eprintln!("parallax: {text}"));
    }
}
