//! `parallax report compare`: two files of results, run by run.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use parallax_report::results::change::{StudyChange, change_document, change_json};
use parallax_report::results::{latex_tables, plain_page, render_markdown, render_text};

use super::super::CliError;
use super::super::screen::output_layout;
use super::{TimeOptions, open_output, read_study, write_error};

/// Compare two files of results, run by run: before and after, or two machines
///
/// Runs belong together by source, place in it, viewpoint, engine, seed and repetition. Answers
/// that changed come first, then what is newly solved or lost, the ratio of the times of each
/// engine, and counters that differ.
#[derive(clap::Args)]
pub(super) struct ReportCompareArgs {
    /// The results before, or of one machine
    before: PathBuf,
    /// The results after, or of another machine
    after: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportCompareFormat::Text)]
    format: ReportCompareFormat,
    #[command(flatten)]
    choice: TimeOptions,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReportCompareFormat {
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

pub(super) fn run(args: &ReportCompareArgs) -> Result<u8, CliError> {
    let [before, after] =
        [&args.before, &args.after].map(|file| read_study(std::slice::from_ref(file)));
    let change = StudyChange::from_studies(before?, after?, args.choice.time_options())?;
    let mut out = open_output(args.out.as_deref())?;
    let document = || change_document(&change);
    let written = match args.format {
        ReportCompareFormat::Text => {
            out.write_all(render_text(&document(), &output_layout()).as_bytes())
        }
        ReportCompareFormat::Markdown => out.write_all(render_markdown(&document()).as_bytes()),
        ReportCompareFormat::Latex => out.write_all(latex_tables(&document()).as_bytes()),
        ReportCompareFormat::Html => out.write_all(plain_page(&document()).as_bytes()),
        ReportCompareFormat::Json => change_json(&change, &mut out),
    };
    written.and_then(|()| out.flush()).map_err(|error| write_error(args.out.as_deref(), &error))?;
    Ok(change.exit_code())
}
