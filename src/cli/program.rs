//! The program: its list of commands, its errors and its exit.

use std::ffi::OsString;
use std::io::Write;

use clap::error::ErrorKind;
use clap::{FromArgMatches, Parser, Subcommand};
use parallax_solvers::process::end_with;

use super::check;
use super::clock;
use super::clues;
use super::compare;
use super::cubes;
use super::decode;
use super::encode;
use super::encodings;
use super::engines;
use super::evaluate;
use super::experiment;
use super::explain;
use super::flatzinc;
use super::fuzz;
use super::generate;
use super::help;
use super::hint;
use super::interrupt;
use super::job;
use super::lint;
use super::manual_pages;
use super::minizinc;
use super::numbers::whole;
use super::output;
use super::rate;
use super::regress;
use super::report;
use super::reproduce;
use super::sample;
use super::screen;
#[cfg(feature = "web")]
use super::serve;
use super::sheet;
use super::show;
use super::shrink;
use super::solve;
use super::version;
use super::why;

/// One puzzle, several solvers: solve, cross-check and compare.
#[derive(Parser)]
#[command(
    name = "parallax",
    version,
    long_version = &*version::long_if_wanted().leak(),
    about,
    disable_help_subcommand = true,
    long_about = "Looks at one puzzle through several solvers at once: native search, reformulation, brute \
                  force, SAT and SMT solvers, on the same instances, in parallel. Every answer is checked \
                  against the model and the puzzle's own rules.",
    after_help = "Puzzles: set, sudoku, latin, magic, any model as JSON, formulas in DIMACS CNF, OPB and SMT-LIB, \
                  decision and constraint tables in workbooks, Markdown, CSV and DMN. What a file holds is recognised from its content; 'latin:4', 'magic:3', 'set:81', 'sudoku:9', \
                  'sets:4x3x3' (attributes, values, cards of a set), 'timetable:12' (lessons), 'zebra:4' \
                  (houses), 'queens:8' and 'random:n=12,d=8,density=0.5,tightness=0.25,blocks=2' (docs/reference/models.md) are made from nothing, with a seed after @ where something is drawn; '-' reads standard input.\n\n\
                  parallax help exit-codes prints the exit codes."
)]
pub(super) struct ProgramArgs {
    #[command(subcommand)]
    pub(super) command: ProgramCommand,
    #[command(flatten)]
    pub(super) screen: screen::ScreenOptions,
    /// Ends as soon as the process with this number ends, which has started this one
    #[arg(long, value_name = "PROCESS", hide = true, value_parser = whole::<u32>)]
    pub(super) ends_with: Option<u32>,
}

// The help of each command is the docs of its arguments; docs of a variant would replace all of
// it.
#[derive(Subcommand)]
pub(super) enum ProgramCommand {
    Solve(solve::SolveArgs),
    Compare(compare::CompareArgs),
    // Its arguments are those of `solve`, and have no docs of their own.
    /// Count the solutions of instances
    Count(solve::CountArgs),
    Encode(encode::EncodeArgs),
    Decode(decode::DecodeArgs),
    Encodings(encodings::EncodingsArgs),
    Minizinc(minizinc::MinizincArgs),
    Flatzinc(flatzinc::FlatzincArgs),
    Check(check::CheckArgs),
    Show(show::ShowArgs),
    Explain(explain::ExplainArgs),
    Why(why::WhyArgs),
    Hint(hint::HintArgs),
    Path(hint::PathArgs),
    Clues(clues::CluesArgs),
    Lint(lint::LintArgs),
    Evaluate(evaluate::EvaluateArgs),
    Experiment(experiment::ExperimentArgs),
    Engines(engines::EnginesArgs),
    Cubes(cubes::CubesArgs),
    Sample(sample::SampleArgs),
    Generate(generate::GenerateArgs),
    Sheet(sheet::SheetArgs),
    Rate(rate::RateArgs),
    Report(report::ReportCommandArgs),
    Regress(regress::RegressArgs),
    Fuzz(fuzz::FuzzArgs),
    Shrink(shrink::ShrinkArgs),
    #[cfg(feature = "web")]
    Serve(serve::ServeArgs),
    Job(job::JobArgs),
    Reproduce(reproduce::ReproduceArgs),
    Completions(manual_pages::CompletionsArgs),
    Man(manual_pages::ManArgs),
    Help(help::HelpArgs),
}

/// The description of an error, for standard error, with exit code 2.
#[derive(Debug)]
pub(super) struct CliError(pub(super) String);

impl<E: std::error::Error> From<E> for CliError {
    fn from(error: E) -> Self {
        CliError(error.to_string())
    }
}

/// Exit code for wrong usage or input.
pub(super) const WRONG_USAGE_EXIT_CODE: u8 = 2;

/// Runs the program with the arguments of this process, and ends the process.
pub(crate) fn main() -> ! {
    // A descendant that leaves both its group and its session could outlive a run otherwise: the
    // program adopts orphans, so that it finds and ends them.
    let _ = parallax_solvers::process::adopt_orphans();
    parallax_formats::inputs::compile_with(parallax_minizinc::compile_model);
    let code = run_program();
    // The other end of a pipe may be closed, which is no reason to fail at the end.
    let _ = std::io::stdout().flush();
    interrupt::end_program(code)
}

/// Returns the arguments, with `--certify veripb` joined into one. The value is optional, so that a
/// file may follow the flag. The word alone decides, whether or not such a file exists: a bare word
/// is a value, and a file has a point, a slash or a colon.
pub(super) fn join_arguments(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for argument in arguments {
        let word = argument.to_string_lossy();
        let is_bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        // Only `solve` and `count` have a `--certify` with a value. The command is the first word
        // that is neither an option nor the value of `--color`.
        let mut plain = all.iter().skip(1).map(|word| word.to_string_lossy());
        let command = plain
            .find(|word| !word.starts_with('-') && !["auto", "always", "never"].contains(&&**word));
        let takes_value = command.is_some_and(|command| command == "solve" || command == "count");
        match all.last_mut() {
            Some(last) if last == "--certify" && is_bare && takes_value => {
                last.push("=");
                last.push(argument);
            }
            _ => all.push(argument),
        }
    }
    all
}

/// Runs the program and returns the exit code.
pub(super) fn run_program() -> u8 {
    let arguments = join_arguments(std::env::args_os());
    if arguments.len() <= 1 {
        eprint!("{}", help::first_screen());
        return WRONG_USAGE_EXIT_CODE;
    }
    if let Some(path) = help::requested_topic(&arguments) {
        return command_exit_code(help::print_help(&path));
    }
    let matches = help::parser_definition().try_get_matches_from(arguments);
    let cli = match matches.and_then(|matches| ProgramArgs::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return print_usage_error(&error),
    };
    cli.screen.choose_options();
    if let Some(parent) = cli.ends_with
        && let Err(error) = end_with(parent)
    {
        eprintln!("parallax: --ends-with: {error}");
        return WRONG_USAGE_EXIT_CODE;
    }
    command_exit_code(run_command(cli.command))
}

/// Runs a command.
pub(super) fn run_command(command: ProgramCommand) -> Result<u8, CliError> {
    match command {
        ProgramCommand::Solve(args) => solve::run(&args),
        ProgramCommand::Count(args) => solve::run_count(&args),
        ProgramCommand::Compare(args) => compare::run(&args),
        ProgramCommand::Encode(args) => encode::run(&args),
        ProgramCommand::Decode(args) => decode::run(&args),
        ProgramCommand::Encodings(args) => encodings::run(&args),
        ProgramCommand::Minizinc(args) => minizinc::run(&args),
        ProgramCommand::Flatzinc(args) => flatzinc::run(&args),
        ProgramCommand::Check(args) => check::run(&args),
        ProgramCommand::Show(args) => show::run(&args),
        ProgramCommand::Explain(args) => explain::run(&args),
        ProgramCommand::Why(args) => why::run(&args),
        ProgramCommand::Hint(args) => hint::run(&args),
        ProgramCommand::Path(args) => hint::path(&args),
        ProgramCommand::Clues(args) => clues::run(&args),
        ProgramCommand::Lint(args) => lint::run(&args),
        ProgramCommand::Evaluate(args) => evaluate::run(&args),
        ProgramCommand::Experiment(args) => experiment::run(&args),
        ProgramCommand::Engines(args) => engines::run(&args),
        ProgramCommand::Cubes(args) => cubes::run(&args),
        ProgramCommand::Sample(args) => sample::run(&args),
        ProgramCommand::Generate(args) => generate::run(&args),
        ProgramCommand::Sheet(args) => sheet::run(&args),
        ProgramCommand::Rate(args) => rate::run(&args),
        ProgramCommand::Report(args) => report::run(&args),
        ProgramCommand::Regress(args) => regress::run(&args),
        ProgramCommand::Fuzz(args) => fuzz::run(&args),
        ProgramCommand::Shrink(args) => shrink::run(&args),
        #[cfg(feature = "web")]
        ProgramCommand::Serve(args) => serve::run(&args),
        ProgramCommand::Job(args) => job::run(&args),
        ProgramCommand::Reproduce(args) => reproduce::run(&args),
        ProgramCommand::Completions(args) => manual_pages::print_completions(&args),
        ProgramCommand::Man(args) => manual_pages::print_manual(&args),
        ProgramCommand::Help(args) => help::run(&args),
    }
}

/// Returns the exit code of a command, and prints its error.
pub(super) fn command_exit_code(result: Result<u8, CliError>) -> u8 {
    match result {
        Ok(code) => code,
        Err(CliError(message)) => {
            // An error after the limit is an effect of the limit: the clock then prints the unknown
            // answer and ends the program.
            clock::end_if_over();
            output::claim_output();
            // An error is one line, even if it contains a file name with a line break.
            eprintln!("parallax: {}", parallax_instance::escape_text(&message));
            WRONG_USAGE_EXIT_CODE
        }
    }
}

/// Prints an error of the arguments in one line, like every other error; help and version are
/// printed unchanged.
pub(super) fn print_usage_error(error: &clap::Error) -> u8 {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !error.use_stderr() {
        return match error.print().and_then(|()| std::io::stdout().flush()) {
            Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => {
                eprintln!("parallax: {fault}");
                WRONG_USAGE_EXIT_CODE
            }
            _ => u8::try_from(error.exit_code()).unwrap_or(WRONG_USAGE_EXIT_CODE),
        };
    }
    let text = error.to_string();
    let mut message = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        }
        // The tip to pass an unknown option as a file after `--` misleads: a typo is more likely.
        if line.starts_with("tip: to pass") {
            continue;
        }
        // clap puts lists and tips on lines of their own: a line after a colon continues the
        // sentence, any other one follows as a clause.
        let joint = match message.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        message += joint;
        message += line;
    }
    eprintln!("parallax: {}", message.strip_prefix("error: ").unwrap_or(&message));
    WRONG_USAGE_EXIT_CODE
}
