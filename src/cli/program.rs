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
use super::minizinc;
use super::numbers::whole;
use super::output;
use super::pages;
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
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    #[command(flatten)]
    pub(super) screen: screen::Screen,
    /// Ends as soon as the process with this number ends, which has started this one
    #[arg(long, value_name = "PROCESS", hide = true, value_parser = whole::<u32>)]
    pub(super) ends_with: Option<u32>,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Solve instances with one engine
    Solve(solve::Args),
    /// Solve instances with several engines and say whether they agree
    Compare(compare::Args),
    /// Count the solutions of instances
    Count(solve::CountArgs),
    /// Write an instance as DIMACS, OPB, SMT-LIB, MiniZinc, XCSP3, ...
    Encode(encode::Args),
    /// Read a solver's output for an encoded instance, and check it
    Decode(decode::Args),
    /// List what encodings promise, or measure them on an instance
    Encodings(encodings::Args),
    // Its help is longer than a line.
    Minizinc(minizinc::Args),
    Flatzinc(flatzinc::Args),
    /// Check a solution by the rules of its puzzle
    Check(check::Args),
    /// Draw an instance, with a solution if there is one
    Show(show::Args),
    /// Show step by step how an engine works on an instance
    Explain(explain::Args),
    // The help of some commands comes from their arguments, in more than one line.
    Why(why::Args),
    Hint(hint::Args),
    Path(hint::PathArgs),
    Clues(clues::Args),
    Lint(lint::Args),
    Experiment(experiment::Args),
    /// List the engines that this build has
    Engines(engines::Args),
    Cubes(cubes::Args),
    Sample(sample::Args),
    Generate(generate::Args),
    Sheet(sheet::Args),
    Rate(rate::Args),
    Report(report::Args),
    Regress(regress::Args),
    Fuzz(fuzz::Args),
    Shrink(shrink::Args),
    #[cfg(feature = "web")]
    Serve(serve::Args),
    /// Work on one job from standard input, as --isolate and --memory have it done
    Job(job::Args),
    /// Measure published tables again, next to the published figures
    Reproduce(reproduce::Args),
    /// Print a script that completes commands and options in a shell
    Completions(pages::CompletionsArgs),
    /// Print the manual page
    Man(pages::ManArgs),
    Help(help::Args),
}

/// The description of an error, for standard error, with exit code 2.
#[derive(Debug)]
pub(super) struct Failure(pub(super) String);

impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure(error.to_string())
    }
}

/// Exit code for wrong usage or input.
pub(super) const WRONG: u8 = 2;

/// Runs the program with the arguments of this process, and ends the process.
pub(crate) fn main() -> ! {
    // Otherwise, a process that leaves both its group and its session could outlive a run.
    let _ = parallax_solvers::process::adopt_orphans();
    parallax_formats::inputs::compile_with(minizinc::compile);
    let code = run();
    // The other end of a pipe may be gone.
    let _ = std::io::stdout().flush();
    interrupt::end(code)
}

/// Returns the arguments, with `--certify veripb` as one: the value may be omitted, so that a file
/// may follow the flag. Which one a word is depends on the word alone, and not on the files that
/// happen to be there: a bare word is a value, and a file has a point, a slash or a colon.
pub(super) fn joined(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut all: Vec<OsString> = Vec::new();
    for argument in arguments {
        let word = argument.to_string_lossy();
        let is_bare = word.starts_with(|c: char| c.is_ascii_alphabetic())
            && word.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
        // Other commands have a flag of this name that takes no value. Behind '--color' stands one.
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
pub(super) fn run() -> u8 {
    let arguments = joined(std::env::args_os());
    if arguments.len() <= 1 {
        eprint!("{}", help::first_screen());
        return WRONG;
    }
    if let Some(path) = help::asked(&arguments) {
        return ended(help::print(&path));
    }
    let matches = help::program().try_get_matches_from(arguments);
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    cli.screen.choose();
    if let Some(parent) = cli.ends_with
        && let Err(error) = end_with(parent)
    {
        eprintln!("parallax: --ends-with: {error}");
        return WRONG;
    }
    ended(command(cli.command))
}

/// Runs a command.
pub(super) fn command(command: Command) -> Result<u8, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args),
        Command::Count(args) => solve::count(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Encode(args) => encode::run(&args),
        Command::Decode(args) => decode::run(&args),
        Command::Encodings(args) => encodings::run(&args),
        Command::Minizinc(args) => minizinc::run(&args),
        Command::Flatzinc(args) => flatzinc::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Why(args) => why::run(&args),
        Command::Hint(args) => hint::run(&args),
        Command::Path(args) => hint::path(&args),
        Command::Clues(args) => clues::run(&args),
        Command::Lint(args) => lint::run(&args),
        Command::Experiment(args) => experiment::run(&args),
        Command::Engines(args) => engines::run(&args),
        Command::Cubes(args) => cubes::run(&args),
        Command::Sample(args) => sample::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Sheet(args) => sheet::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Regress(args) => regress::run(&args),
        Command::Fuzz(args) => fuzz::run(&args),
        Command::Shrink(args) => shrink::run(&args),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(&args),
        Command::Job(args) => job::run(&args),
        Command::Reproduce(args) => reproduce::run(&args),
        Command::Completions(args) => pages::completions(&args),
        Command::Man(args) => pages::man(&args),
        Command::Help(args) => help::run(&args),
    }
}

/// Returns the exit code of a command, and prints its error.
pub(super) fn ended(result: Result<u8, Failure>) -> u8 {
    match result {
        Ok(code) => code,
        Err(Failure(message)) => {
            clock::end_if_over();
            output::claim();
            // An error is one line, whatever the name of a file in it.
            eprintln!("parallax: {}", parallax_model::instance::escaped(&message));
            WRONG
        }
    }
}

/// Prints an error of the arguments in one line, like every other error; help and version are
/// printed unchanged.
pub(super) fn usage(error: &clap::Error) -> u8 {
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    if is_help || !error.use_stderr() {
        return match error.print().and_then(|()| std::io::stdout().flush()) {
            Err(fault) if fault.kind() != std::io::ErrorKind::BrokenPipe => {
                eprintln!("parallax: {fault}");
                WRONG
            }
            _ => u8::try_from(error.exit_code()).unwrap_or(WRONG),
        };
    }
    let text = error.to_string();
    let mut message = String::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if line.starts_with("Usage:") || line.starts_with("For more information") {
            break;
        }
        // An option that does not exist is seldom meant as a file.
        if line.starts_with("tip: to pass") {
            continue;
        }
        let joint = match message.chars().last() {
            None => "",
            Some(':') => " ",
            Some(_) => "; ",
        };
        message += joint;
        message += line;
    }
    eprintln!("parallax: {}", message.strip_prefix("error: ").unwrap_or(&message));
    WRONG
}
