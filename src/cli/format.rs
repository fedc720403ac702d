//! `--format`: the output format of commands.

use clap::ValueEnum;

/// The format of commands that print a text or objects.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputFormat {
    /// For people: pictures, tables, lines
    Text,
    /// JSON objects, one per line
    Json,
}

/// The format of commands that mark a board.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum BoardFormat {
    /// Words, and the board with marks
    Text,
    /// One object
    Json,
    /// The board as an SVG document
    Svg,
}

/// The format of commands that print tables for papers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum PaperFormat {
    /// For people
    Text,
    /// JSON objects, one line for each row
    Json,
    /// A header and one record for each row
    Csv,
    /// Markdown tables
    Markdown,
    /// Tables for LaTeX, with the package booktabs
    Latex,
}

/// The format of commands that print tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum TableFormat {
    /// For people
    Text,
    /// JSON objects, one line for each row
    Json,
    /// A header and one record for each row
    Csv,
    /// Markdown tables
    Markdown,
}
