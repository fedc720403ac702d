//! The command: its arguments, its run and its output.

use std::io::Write;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_formats::inputs::{InputForm, InputSources};
use parallax_instance::{
    InputError, PuzzleSolution, SolutionValidity, SourcedInstance, judge_solution, without_escapes,
};
use parallax_model::engine_api::{Control, Engine, in_order};
use serde::Serialize;

use super::solutions::{pair_up, solution_text};
use crate::cli::clock::{CommandClock, UnknownAnswerReport};
use crate::cli::format::OutputFormat;
use crate::cli::numbers::{seconds, whole};
use crate::cli::options::{one_engine, wrapped_engine};
use crate::cli::output::StandardOutput;
use crate::cli::progress::ProgressLine;
use crate::cli::source_text::SourceText;
use crate::cli::{CliError, interrupt};

/// Check a solution by the rules of its puzzle
///
/// If the model of the instance has hidden variables, a solution counts once an engine finds values
/// for them.
#[derive(clap::Args)]
pub(in crate::cli) struct CheckArgs {
    /// The instance file; '-' for standard input
    pub(super) instance: String,
    /// A file with solutions, '-' for standard input, or a solution itself ("1 4 10")
    ///
    /// If both are '-', a zero byte separates the instance from the solution.
    #[arg(allow_negative_numbers = true)]
    pub(super) solution: String,
    /// The form of the instance file, if the content leaves it open
    #[arg(long, value_name = "NAME")]
    puzzle: Option<InputForm>,
    /// A JSON file with values of the parameters of a model by hand, {"n": 8}
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Leave out drawings of a grid puzzle (f-puzzles) that no rule explains
    #[arg(long)]
    ignore_drawings: bool,
    /// The position of the instance in its file, from 0 [default: all of them]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    pub(super) index: Option<usize>,
    /// The engine that looks for values of hidden variables
    #[arg(long, value_name = "SPEC", default_value = "auto", value_parser = one_engine)]
    engine: Spec,
    /// Maximum seconds for the whole command: reading and search, for all solutions together
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
    /// Maximum megabytes (10^6 bytes) for the engine, in a separate process
    #[arg(long, value_name = "MB", value_parser = whole::<NonZeroU64>)]
    memory: Option<NonZeroU64>,
    /// Output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(super) format: OutputFormat,
}

/// Exit code when a solution is not valid.
const INVALID_EXIT_CODE: u8 = 1;

/// Exit code when the validity of some solutions is unknown, and the others are valid.
const UNDECIDED_EXIT_CODE: u8 = 3;

#[derive(Serialize)]
struct CheckLine {
    pub(super) instance: String,
    pub(super) index: usize,
    pub(super) solution: String,
    /// `None` if the validity is unknown.
    valid: Option<bool>,
    place: Option<String>,
    rule: Option<String>,
    /// The reason why the validity is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    undecided: Option<String>,
}

pub(in crate::cli) fn run(args: &CheckArgs) -> Result<u8, CliError> {
    let json = args.format == OutputFormat::Json;
    let clock = CommandClock::start_clock(
        args.timeout,
        UnknownAnswerReport { code: UNDECIDED_EXIT_CODE, json },
    );
    let (mut found, solution) = read_inputs(args, &clock)?;
    clock.check_limit();
    if let Some(index) = args.index {
        retain_index(&mut found, index, &args.instance)?;
    }
    let SourceText { source, content: text } = match solution {
        Some(solution) => solution,
        None => solution_text(&args.solution, &found)?,
    };
    // Output copied from a terminal may contain colours.
    let text = without_escapes(&text);
    let cases = pair_up(&found, &source, &text)?;
    let claimed = claimed_objective(&text);
    let memory = args.memory.map(|megabytes| megabytes.get().saturating_mul(1_000_000));
    let engine =
        wrapped_engine(args.engine.clone(), args.timeout.is_some(), memory.is_some(), memory)?;
    let control = interrupt::interrupt_control();
    let limited = control.with_timeout(clock.remaining_time());
    let mut out = StandardOutput::new();
    let mut written: Result<(), CliError> = Ok(());
    let progress = ProgressLine::counting_line("checking", "solutions").out_of(cases.len() as u64);
    let (mut invalid, mut open) = (false, false);
    // Threads judge in any order; `in_order` passes the lines to the printer in the order of the
    // solutions.
    let judge_one = |(): &mut (), index: usize| {
        let (found, terms) = &cases[index];
        let line = check_solution_line(found, terms, &*engine, &limited);
        Some(with_objective(line, found, terms, claimed))
    };
    let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    in_order(cases.len(), jobs, || (), judge_one, &mut |_, line| {
        invalid |= line.valid == Some(false);
        open |= line.valid.is_none();
        if written.is_ok() {
            written =
                progress.print_aside(|| print_line(&mut out, args.format, &line, cases.len() > 1));
            if written.is_err() {
                // Nothing reads the remaining results.
                control.cancel_work();
            }
        }
        progress.count_step(String::new);
    });
    progress.finish_line();
    written?;
    out.flush()?;
    let code = match (invalid, open) {
        (true, _) => INVALID_EXIT_CODE,
        (false, true) => UNDECIDED_EXIT_CODE,
        (false, false) => 0,
    };
    Ok(interrupt::exit_code(&control, code))
}

/// Reads the instances, and the solution if standard input has both.
pub(super) fn read_inputs(
    args: &CheckArgs,
    clock: &CommandClock,
) -> Result<(Vec<SourcedInstance>, Option<SourceText>), CliError> {
    let (puzzle, data, ignore_drawings) = (args.puzzle, args.data.clone(), args.ignore_drawings);
    let (stream, solution) = if args.instance == "-" && args.solution == "-" {
        let (instance, solution) = SourceText::instance_and_solution()?;
        let bytes = instance.content.into_bytes();
        let sources = InputSources { puzzle, data, ignore_drawings, ..InputSources::default() };
        (sources.of_bytes(&instance.source, bytes)?, Some(solution))
    } else {
        let names = vec![args.instance.clone()];
        let limit = clock.remaining_time();
        let sources =
            InputSources { names, puzzle, data, limit, ignore_drawings, ..InputSources::default() };
        (sources.stream_instances(), None)
    };
    Ok((stream.collect::<Result<_, _>>()?, solution))
}

/// Keeps only the instance at `index`; `name` is the file, for errors.
fn retain_index(
    found: &mut Vec<SourcedInstance>,
    index: usize,
    name: &str,
) -> Result<(), InputError> {
    let number = found.len();
    found.retain(|found| found.index == index);
    if found.is_empty() {
        let message = format!("--index {index}: there are {number} instances, from 0");
        return Err(InputError::new(name, message));
    }
    Ok(())
}

fn check_solution_line(
    found: &SourcedInstance,
    terms: &PuzzleSolution,
    engine: &dyn Engine,
    control: &Control,
) -> CheckLine {
    let line = CheckLine {
        instance: found.source.clone(),
        index: found.index,
        solution: found.instance.notation().write_solution(terms),
        valid: None,
        place: None,
        rule: None,
        undecided: None,
    };
    match judge_solution(&*found.instance, terms, engine, control) {
        SolutionValidity::Valid => CheckLine { valid: Some(true), ..line },
        SolutionValidity::Broken(broken) => CheckLine {
            valid: Some(false),
            place: Some(broken.place),
            rule: Some(broken.rule),
            ..line
        },
        SolutionValidity::Undecided(why) => CheckLine { undecided: Some(why), ..line },
    }
}

/// Returns the last value of the objective that a solver's output states: `o 42`.
fn claimed_objective(text: &str) -> Option<i128> {
    text.lines().rev().find_map(|line| line.strip_prefix("o ")?.trim().parse().ok())
}

/// Returns the line, or an invalid one if the solution's objective differs from the claimed value.
fn with_objective(
    line: CheckLine,
    found: &SourcedInstance,
    terms: &PuzzleSolution,
    claimed: Option<i128>,
) -> CheckLine {
    match (line.valid, claimed, found.instance.objective_value(terms)) {
        (Some(true), Some(claimed), Some(value)) if claimed != value => CheckLine {
            valid: Some(false),
            place: Some("objective".into()),
            rule: Some(format!("its value is {value}; the output says {claimed}")),
            ..line
        },
        _ => line,
    }
}

fn print_line(
    out: &mut StandardOutput,
    format: OutputFormat,
    line: &CheckLine,
    many: bool,
) -> Result<(), CliError> {
    if format == OutputFormat::Json {
        serde_json::to_writer(&mut *out, line)?;
        writeln!(out)?;
        return Ok(());
    }
    let solution = if many { format!("{}: ", line.solution) } else { String::new() };
    match (&line.place, &line.rule, &line.undecided) {
        (Some(place), Some(rule), _) => writeln!(out, "{solution}invalid: {place}: {rule}")?,
        (_, _, Some(why)) => writeln!(out, "{solution}undecided: {why}")?,
        _ => writeln!(out, "{solution}valid")?,
    }
    Ok(())
}
