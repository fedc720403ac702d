//! The command: its arguments, its run and its output.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use parallax_experiment::regress::{
    Make, RegressionCase, RegressionSuite, SuiteOutcome, github_commands, json_lines,
    junit_document, write_whole,
};
use parallax_report::suite_text;

use super::first_suite;
use super::github_step;
use super::suite_run::SuiteRun;
use crate::cli::numbers::whole;
use crate::cli::options::wrapped_engine;
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::screen::{ScreenOptions, output_layout};
use crate::cli::source_text::SourceText;
use crate::cli::{CliError, interrupt};

/// Compare answers, counts and counters with those of a suite
///
/// A suite is a TOML file with a table [[case]] for each instance, file of instances, folder or
/// glob. Its engines run as in compare; every difference from what the suite states is reported
/// with its line. docs/how-to/suites.md describes the keys.
#[derive(clap::Args)]
#[command(
    after_help = "With GITHUB_ACTIONS=true, text is followed by annotations of the suite's lines."
)]
pub(in crate::cli) struct RegressArgs {
    /// Suites; with --new, the files, folders or names such as latin:4 of the first cases
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<String>,
    /// Write what independent engines agree on into the suites
    ///
    /// This is what is missing and what differs. Comments and order stay.
    #[arg(long)]
    pub(super) bless: bool,
    /// Write a first suite over the instances FILE... to this new file
    #[arg(long, value_name = "SUITE", conflicts_with_all = ["bless", "only", "junit"])]
    pub(super) new: Option<PathBuf>,
    /// With --new: the engines of the suite, as in compare; may be repeated
    ///
    /// Without it the suite has native and sat:batsat. Relative paths of programs start at the
    /// folder of the suite.
    #[arg(long, value_name = "LIST", requires = "new")]
    pub(super) engines: Vec<String>,
    /// Run only the cases whose name contains this text; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Also write the results as JUnit XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = RegressFormat::Text)]
    pub(super) format: RegressFormat,
    /// Run every engine in a separate process: a crash is an answer, limits always hold
    #[arg(long)]
    isolate: bool,
    /// Maximum megabytes (10^6 bytes) for one engine, in a separate process
    #[arg(long, value_name = "MB", value_parser = whole::<NonZeroU64>)]
    memory: Option<NonZeroU64>,
    /// Worker threads [default: one for each processor]
    #[arg(short, long, value_name = "N", value_parser = whole::<NonZeroUsize>)]
    pub(super) jobs: Option<NonZeroUsize>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RegressFormat {
    /// Differences, and a summary
    Text,
    /// JSON objects, one line for each case
    Json,
    /// Annotations of GitHub Actions
    Github,
}

/// Exit code when something differs.
pub(super) const DIFFERENCE_EXIT_CODE: u8 = 1;

pub(in crate::cli) fn run(args: &RegressArgs) -> Result<u8, CliError> {
    if let Some(path) = &args.new {
        return first_suite::write_first_suite(args, path);
    }
    let suites: Vec<RegressionSuite> =
        args.files.iter().map(|file| read_suite(file)).collect::<Result<_, _>>()?;
    suites.iter().try_for_each(|suite| args.check_engines(suite))?;
    let chosen =
        suites.iter().flat_map(|suite| &suite.cases).filter(|case| args.chooses_case(case));
    let number = chosen.count();
    if number == 0 {
        return Err(CliError(format!("no case has a name with '{}'", args.only.join("' or '"))));
    }
    let control = interrupt::interrupt_control();
    let progress = ProgressLine::counting_line("running", "cases").out_of(number as u64);
    let ran: Vec<SuiteRun> = suites
        .into_iter()
        .map(|suite| args.run_suite(suite, &control, &progress))
        .collect::<Result<_, _>>()?;
    progress.finish_line();
    let outcomes: Vec<SuiteOutcome<'_>> = ran.iter().map(|ran| ran.suite_outcome(args)).collect();
    // The JUnit file comes first: if standard output is a pipe that closes, the program ends.
    if let Some(path) = &args.junit {
        write_suite(path, &junit_document(&outcomes)?)?;
    }
    args.print_outcomes(&outcomes)?;
    let different = outcomes.iter().any(|outcome| outcome.different_count() > 0);
    Ok(interrupt::exit_code(&control, if different { DIFFERENCE_EXIT_CODE } else { 0 }))
}

pub(super) fn read_suite(file: &str) -> Result<RegressionSuite, CliError> {
    if file == "-" {
        return Err(CliError("a suite is a file, because its paths start at its folder".into()));
    }
    let text = SourceText::read_source(file)?;
    Ok(RegressionSuite::parse_suite(file, text.content)?)
}

pub(super) fn write_suite(path: &Path, text: &str) -> Result<(), CliError> {
    let failed = |error| CliError(format!("{}: cannot write: {error}", path.display()));
    write_whole(path, text).map_err(failed)
}

impl RegressArgs {
    pub(super) fn chooses_case(&self, case: &RegressionCase) -> bool {
        self.only.is_empty() || self.only.iter().any(|part| case.name.contains(part))
    }

    pub(super) fn job_count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(all, NonZeroUsize::get)
    }

    /// Makes engines as the cases run them.
    pub(super) fn engine_maker(&self) -> Box<Make<'_, CliError>> {
        let bytes = self.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000));
        let isolated = self.isolate || bytes.is_some();
        Box::new(move |spec, case| {
            wrapped_engine(spec.clone(), case.timeout.is_some(), isolated, bytes)
        })
    }

    /// Checks, before anything runs, that every engine can be made.
    pub(super) fn check_engines(&self, suite: &RegressionSuite) -> Result<(), CliError> {
        let make = self.engine_maker();
        for case in suite.cases.iter().filter(|case| self.chooses_case(case)) {
            let racing = case.races.iter().flat_map(|race| [&race.engine, &race.against]);
            for spec in case.engines.iter().chain(racing) {
                let place =
                    |CliError(why)| CliError(format!("{}:{}: {why}", suite.file, case.line));
                make(spec, case).map(drop).map_err(place)?;
            }
        }
        Ok(())
    }

    pub(super) fn print_outcomes(&self, outcomes: &[SuiteOutcome<'_>]) -> Result<(), CliError> {
        let screen = ScreenOptions::chosen_options();
        let mut out = StandardOutput::new();
        for outcome in outcomes {
            let annotations =
                || github_commands(outcome, &github_step::repository_path(&outcome.suite.file));
            let printed = match self.format {
                RegressFormat::Text => {
                    let mut printed =
                        suite_text(outcome, &output_layout(), screen.verbose, screen.quiet);
                    if github_step::is_github_step() {
                        printed += &annotations();
                    }
                    printed
                }
                RegressFormat::Json => json_lines(outcome),
                RegressFormat::Github => annotations(),
            };
            out.write_all(printed.as_bytes())?;
        }
        out.flush()?;
        Ok(())
    }
}
