//! The command: its arguments, its run and its output.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::{Subcommand, ValueEnum};
use parallax_experiment::ResultsFile;
use parallax_report::results::{
    PairChoice, ReportDocument, ReportOptions, ResultStudy, RunClock, StudyAnalysis, lanes_csv,
    latex_tables, render_markdown, render_result_page, render_text, report_document, runs_csv,
    runs_json, write_json,
};

use super::plots;
use super::study_change;
use crate::cli::CliError;
use crate::cli::output::StandardOutput;
use crate::cli::screen::{ScreenOptions, output_layout};

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
pub(in crate::cli) struct ReportCommandArgs {
    #[command(subcommand)]
    pub(super) what: Option<ReportCommand>,
    #[command(flatten)]
    pub(super) report: ReportArgs,
}

#[derive(Subcommand)]
pub(super) enum ReportCommand {
    // The help comes from its arguments, in more than one line.
    Compare(study_change::ReportCompareArgs),
}

#[derive(clap::Args)]
pub(super) struct ReportArgs {
    /// Files of results
    #[arg(required = true, value_name = "RESULTS")]
    pub(super) results: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(super) format: ReportFormat,
    /// With --format csv or json: print a row for each run instead of one for each engine
    #[arg(long)]
    rows: bool,
    #[command(flatten)]
    pub(super) choice: TimeOptions,
    /// Which engines to compare pair by pair
    #[arg(long, value_enum, default_value_t = EnginePairs::Auto)]
    pub(super) pairs: EnginePairs,
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
pub(super) struct TimeOptions {
    /// Which time counts
    #[arg(long, value_enum, default_value_t = TimeMeasure::Wall)]
    time: TimeMeasure,
    /// Times that differ by at most this many percent count as equal
    #[arg(long, value_name = "PERCENT", default_value = "10", value_parser = percent)]
    margin: f64,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
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
enum TimeMeasure {
    /// Wall-clock time, with everything
    Wall,
    /// Processor time
    Cpu,
    /// Wall-clock time of the search alone
    Solve,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum EnginePairs {
    /// All, up to six engines; of more each with the best one
    Auto,
    /// Each with the best one
    Best,
    /// All
    All,
}

pub(in crate::cli) fn run(args: &ReportCommandArgs) -> Result<u8, CliError> {
    if let Some(ReportCommand::Compare(args)) = &args.what {
        return study_change::run(args);
    }
    let args = &args.report;
    if args.rows && !matches!(args.format, ReportFormat::Csv | ReportFormat::Json) {
        return Err(CliError("--rows goes with --format csv or json".into()));
    }
    let analysis = StudyAnalysis::from_study(read_study(&args.results)?, args.report_options())?;
    if let Some(folder) = &args.plots {
        plots::write_plots(folder, &analysis, &args.scatter)?;
    }
    let mut out = open_output(args.out.as_deref())?;
    let written = match args.format {
        ReportFormat::Text if ScreenOptions::chosen_options().quiet => {
            let conclusions = report_document(&analysis).conclusions;
            conclusions.iter().try_for_each(|conclusion| writeln!(out, "{}", conclusion.text))
        }
        ReportFormat::Text => {
            out.write_all(render_text(&report_tables(&analysis), &output_layout()).as_bytes())
        }
        ReportFormat::Markdown => {
            out.write_all(render_markdown(&report_tables(&analysis)).as_bytes())
        }
        ReportFormat::Latex => out.write_all(latex_tables(&report_tables(&analysis)).as_bytes()),
        ReportFormat::Csv if args.rows => runs_csv(&analysis, &mut out),
        ReportFormat::Csv => lanes_csv(&analysis, &mut out),
        ReportFormat::Json if args.rows => runs_json(&analysis, &mut out),
        ReportFormat::Json => write_json(&analysis, &mut out),
        ReportFormat::Html => out.write_all(render_result_page(&analysis).as_bytes()),
    };
    written.and_then(|()| out.flush()).map_err(|error| write_error(args.out.as_deref(), &error))?;
    Ok(analysis.exit_code())
}

/// Returns the report for formats that many rows would flood, with the counters only on request.
pub(super) fn report_tables(analysis: &StudyAnalysis) -> ReportDocument {
    let document = report_document(analysis);
    if ScreenOptions::chosen_options().verbose {
        document
    } else {
        document.without_section("counters")
    }
}

/// Reads files and merges them.
pub(super) fn read_study(files: &[PathBuf]) -> Result<ResultStudy, CliError> {
    let read =
        files.iter().map(|file| ResultsFile::read_file(file)).collect::<Result<Vec<_>, _>>()?;
    Ok(ResultStudy::join_files(read)?)
}

/// Opens the file, or standard output.
pub(super) fn open_output(file: Option<&Path>) -> Result<Box<dyn Write>, CliError> {
    Ok(match file {
        Some(path) => {
            let made = File::create(path).map_err(|error| write_error(file, &error))?;
            Box::new(BufWriter::new(made))
        }
        None => Box::new(StandardOutput::new()),
    })
}

pub(super) fn write_error(file: Option<&Path>, error: &std::io::Error) -> CliError {
    let name = file.map_or("standard output".into(), |file| file.display().to_string());
    CliError(format!("{name}: cannot write: {error}"))
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim().trim_end_matches('%').parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=1e6).contains(number));
    number.ok_or_else(|| format!("'{text}'; expected a percentage such as 10"))
}

impl ReportArgs {
    pub(super) fn report_options(&self) -> ReportOptions {
        let pairs = match self.pairs {
            EnginePairs::Auto => PairChoice::Auto,
            EnginePairs::Best => PairChoice::Best,
            EnginePairs::All => PairChoice::All,
        };
        ReportOptions { pairs, ..self.choice.time_options() }
    }
}

impl TimeOptions {
    pub(super) fn time_options(&self) -> ReportOptions {
        let clock = match self.time {
            TimeMeasure::Wall => RunClock::Wall,
            TimeMeasure::Cpu => RunClock::Cpu,
            TimeMeasure::Solve => RunClock::Solve,
        };
        ReportOptions { clock, margin: self.margin / 100.0, ..ReportOptions::default() }
    }
}
