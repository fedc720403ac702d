//! `parallax report compare`: two files of results, run by run.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use parallax_report::results::change::{Change, change_document, change_json};
use parallax_report::results::{latex, markdown, plain_page, text};

use super::super::Failure;
use super::super::screen::layout;
use super::{Choice, cannot, open, study};

/// Compare two files of results, run by run: before and after, or two machines
///
/// Runs belong together by source, place in it, viewpoint, engine, seed and repetition. Answers that
/// changed come first, then what is newly solved or lost, the ratio of the times of each engine, and
/// counters that differ.
#[derive(clap::Args)]
pub(super) struct Args {
    /// The results before, or of one machine
    before: PathBuf,
    /// The results after, or of another machine
    after: PathBuf,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    choice: Choice,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for a terminal
    Text,
    /// Markdown
    Markdown,
    /// Tables for LaTeX, with the package booktabs
    Latex,
    /// One object
    Json,
    /// A page with tables to sort and filter
    Html,
}

pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let [before, after] = [&args.before, &args.after].map(|file| study(std::slice::from_ref(file)));
    let change = Change::of(before?, after?, args.choice.options())?;
    let mut out = open(args.out.as_deref())?;
    let document = || change_document(&change);
    let written = match args.format {
        Format::Text => out.write_all(text(&document(), &layout()).as_bytes()),
        Format::Markdown => out.write_all(markdown(&document()).as_bytes()),
        Format::Latex => out.write_all(latex(&document()).as_bytes()),
        Format::Html => out.write_all(plain_page(&document()).as_bytes()),
        Format::Json => change_json(&change, &mut out),
    };
    written.and_then(|()| out.flush()).map_err(|error| cannot(args.out.as_deref(), &error))?;
    Ok(change.exit_code())
}
