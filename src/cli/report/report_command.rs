//! The command: its arguments, its run and its output.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use parallax_experiment::Results;
use parallax_report::results::{
    Analysis, Clock, Document, Options, PairChoice, Study, document, json, lanes_csv, latex,
    markdown, page, runs_csv, runs_json, text,
};

use super::change;
use super::plots;
use crate::cli::Failure;
use crate::cli::output::Output;
use crate::cli::screen::{Screen, layout};

/// Report on results of experiments, conclusions first
///
/// Disagreements come first of all, then the best engine, and which differences to it are
/// significant; tables of answers, times and pairs of engines follow, and with -v counters.
///
/// Shards of one experiment are put together. Files of different experiments are reported together
/// when their task and limits are the same, the names of engines and sources mean the same, and no
/// run is in two of them.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(in crate::cli) struct Args {
    #[command(subcommand)]
    pub(super) what: Option<What>,
    #[command(flatten)]
    pub(super) report: ReportArgs,
}

#[derive(Subcommand)]
pub(super) enum What {
    // The help comes from its arguments, in more than one line.
    Compare(change::Args),
}

#[derive(clap::Args)]
pub(super) struct ReportArgs {
    /// Files of results
    #[arg(required = true, value_name = "RESULTS")]
    pub(super) results: Vec<PathBuf>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(super) format: Format,
    /// With --format csv or json: print a row for each run instead of one for each engine
    #[arg(long)]
    rows: bool,
    #[command(flatten)]
    pub(super) choice: Choice,
    /// Which engines to compare pair by pair
    #[arg(long, value_enum, default_value_t = Pairs::Auto)]
    pub(super) pairs: Pairs,
    /// Also write the plots as SVG to this folder, which is made if it is missing
    #[arg(long, value_name = "DIR")]
    pub(super) plots: Option<PathBuf>,
    /// With --plots: also plot one engine against another; may be repeated
    #[arg(long, value_name = "A,B", requires = "plots")]
    pub(super) scatter: Vec<String>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// Which times count, and when they are equal.
#[derive(clap::Args)]
pub(super) struct Choice {
    /// Which time counts
    #[arg(long, value_enum, default_value_t = Time::Wall)]
    time: Time,
    /// Times that differ by at most this many percent count as equal
    #[arg(long, value_name = "PERCENT", default_value = "10", value_parser = percent)]
    margin: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Tables for a terminal
    Text,
    /// Markdown
    Markdown,
    /// A header and one record for each engine
    Csv,
    /// Tables for LaTeX, with the package booktabs
    Latex,
    /// One object
    Json,
    /// A page with plots, and tables to sort and filter
    Html,
}

#[derive(Clone, Copy, ValueEnum)]
enum Time {
    /// Wall-clock time, with everything
    Wall,
    /// Processor time
    Cpu,
    /// Wall-clock time of the search alone
    Solve,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Pairs {
    /// All, up to six engines; of more each with the best one
    Auto,
    /// Each with the best one
    Best,
    /// All
    All,
}

pub(in crate::cli) fn run(args: &Args) -> Result<u8, Failure> {
    if let Some(What::Compare(args)) = &args.what {
        return change::run(args);
    }
    let args = &args.report;
    if args.rows && !matches!(args.format, Format::Csv | Format::Json) {
        return Err(Failure("--rows goes with --format csv or json".into()));
    }
    let analysis = Analysis::of(study(&args.results)?, args.options())?;
    if let Some(folder) = &args.plots {
        plots::write(folder, &analysis, &args.scatter)?;
    }
    let mut out = open(args.out.as_deref())?;
    let written = match args.format {
        Format::Text if Screen::chosen().quiet => {
            let conclusions = document(&analysis).conclusions;
            conclusions.iter().try_for_each(|conclusion| writeln!(out, "{}", conclusion.text))
        }
        Format::Text => out.write_all(text(&tables(&analysis), &layout()).as_bytes()),
        Format::Markdown => out.write_all(markdown(&tables(&analysis)).as_bytes()),
        Format::Latex => out.write_all(latex(&tables(&analysis)).as_bytes()),
        Format::Csv if args.rows => runs_csv(&analysis, &mut out),
        Format::Csv => lanes_csv(&analysis, &mut out),
        Format::Json if args.rows => runs_json(&analysis, &mut out),
        Format::Json => json(&analysis, &mut out),
        Format::Html => out.write_all(page(&analysis).as_bytes()),
    };
    written.and_then(|()| out.flush()).map_err(|error| cannot(args.out.as_deref(), &error))?;
    Ok(analysis.exit_code())
}

/// Returns the report for formats without a place for many rows: the counters are in it on request.
pub(super) fn tables(analysis: &Analysis) -> Document {
    let document = document(analysis);
    if Screen::chosen().verbose { document } else { document.without("counters") }
}

/// Reads files and merges them.
pub(super) fn study(files: &[PathBuf]) -> Result<Study, Failure> {
    let read = files.iter().map(|file| Results::read(file)).collect::<Result<Vec<_>, _>>()?;
    Ok(Study::gather(read)?)
}

/// Opens the file, or standard output.
pub(super) fn open(file: Option<&Path>) -> Result<Box<dyn Write>, Failure> {
    Ok(match file {
        Some(path) => {
            let made = File::create(path).map_err(|error| cannot(file, &error))?;
            Box::new(BufWriter::new(made))
        }
        None => Box::new(Output::new()),
    })
}

pub(super) fn cannot(file: Option<&Path>, error: &std::io::Error) -> Failure {
    let name = file.map_or("standard output".into(), |file| file.display().to_string());
    Failure(format!("{name}: cannot write: {error}"))
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| format!("'{text}'; expected a percentage such as 10"))
}

impl ReportArgs {
    pub(super) fn options(&self) -> Options {
        let pairs = match self.pairs {
            Pairs::Auto => PairChoice::Auto,
            Pairs::Best => PairChoice::Best,
            Pairs::All => PairChoice::All,
        };
        Options { pairs, ..self.choice.options() }
    }
}

impl Choice {
    pub(super) fn options(&self) -> Options {
        let clock = match self.time {
            Time::Wall => Clock::Wall,
            Time::Cpu => Clock::Cpu,
            Time::Solve => Clock::Solve,
        };
        Options { clock, margin: self.margin / 100.0, ..Options::default() }
    }
}
