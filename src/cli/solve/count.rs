//! `parallax count`: `solve --count`, with the options of `solve` that make sense for it.

use std::ffi::{OsStr, OsString};

use clap::builder::Resettable;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args as _, Command, FromArgMatches};

use super::SolveArgs;
use crate::cli::CliError;

/// The options of `solve` that ask another question, or belong to one that does.
const EXCLUDED_OPTIONS: &[&str] = &[
    "all",
    "count",
    "limit",
    "optimise",
    "unique",
    "propagate",
    "core",
    "minimize_core",
    "proof",
    "proof_form",
];

/// The arguments of `count`, a subset of those of `solve`, which also checks their combinations.
pub(in crate::cli) struct CountArgs(SolveArgs);

pub(in crate::cli) fn run_count(args: &CountArgs) -> Result<u8, CliError> {
    super::run(&args.0)
}

impl clap::Args for CountArgs {
    fn augment_args(command: Command) -> Command {
        // The options that others require or exclude may be options of 'solve' alone.
        let free = |arg: Arg| arg.requires(Resettable::Reset).conflicts_with(Resettable::Reset);
        command.args(count_options().into_iter().map(free))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for CountArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        // Writes the command line of `solve` and parses it, so that defaults, requirements and
        // conflicts of options are exactly those of `solve`.
        let matches = solve_command().try_get_matches_from(solve_words(matches))?;
        SolveArgs::from_arg_matches(&matches).map(CountArgs)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

fn solve_command() -> Command {
    SolveArgs::augment_args(Command::new("solve"))
}

/// Returns the options of `solve` that `count` has.
fn count_options() -> Vec<Arg> {
    let solve = solve_command();
    let kept =
        solve.get_arguments().filter(|arg| !EXCLUDED_OPTIONS.contains(&arg.get_id().as_str()));
    kept.cloned().collect()
}

/// Returns the words of `solve` for the arguments of `count`.
fn solve_words(matches: &ArgMatches) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec!["solve".into(), "--count".into()];
    let mut files: Vec<OsString> = vec!["--".into()];
    for option in count_options() {
        let id = option.get_id().as_str();
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        match option.get_long() {
            None => files.extend(values.map(OsStr::to_owned)),
            Some(long) if !option.get_action().takes_values() => {
                words.push(format!("--{long}").into());
            }
            // `--option=value` in one word, because a value may begin with a dash.
            Some(long) => words.extend(values.map(|value| {
                let mut word = OsString::from(format!("--{long}="));
                word.push(value);
                word
            })),
        }
    }
    words.extend(files);
    words
}
