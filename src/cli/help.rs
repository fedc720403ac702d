//! The first screens: commands in groups, examples, and `parallax help`.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::builder::Styles;
use clap::{Command, CommandFactory};

use super::output::StandardOutput;
use super::screen::output_layout;
use super::{CliError, ProgramArgs, exit_codes, option_groups};

/// The commands in the groups of the first screens.
pub(super) const COMMAND_GROUPS: &[(&str, &[&str])] = &[
    ("Solve", &["solve", "count", "sample", "check", "show"]),
    ("Compare", &["compare", "experiment", "cubes", "report", "regress"]),
    ("Understand", &["why", "hint", "path", "explain", "rate", "clues", "lint", "evaluate"]),
    ("Make", &["generate", "sheet"]),
    ("Translate", &["encode", "decode", "encodings", "engines", "minizinc"]),
    ("Test", &["fuzz", "shrink"]),
    ("Serve", &["serve"]),
];

/// Commands that the first screens name without a description.
const UNDESCRIBED_COMMANDS: &str = "help, flatzinc, reproduce, completions, man, job";

/// The topic of `parallax help` that is not a command.
const EXIT_CODES: &str = "exit-codes";

/// Print the help of the program, of a command, or the exit codes
#[derive(clap::Args)]
#[command(after_help = "parallax help exit-codes prints the exit codes of all commands.")]
pub(super) struct HelpArgs {
    /// A command, followed by its subcommand if it has any; or exit-codes
    #[arg(value_name = "COMMAND")]
    topic: Vec<String>,
}

/// Returns the definition of the command line, with commands in groups and exit codes.
pub(super) fn command_definition() -> Command {
    define_program(complete_command)
}

/// Returns the same definition for reading arguments: it completes a command when the arguments
/// name the command. Most of the time before a command runs would go into the texts and groups of
/// the other thirty.
pub(super) fn parser_definition() -> Command {
    define_program(|command| command.defer(complete_command))
}

/// Adds the exit codes to a command of the program, and puts its options in groups.
fn complete_command(command: Command) -> Command {
    option_groups::arrange_options(exit_codes::describe_exit_codes(command, ""))
}

/// Returns the definition of the command line, whose commands `prepare` completes.
fn define_program(prepare: fn(Command) -> Command) -> Command {
    let program = option_groups::arrange_command_options(ProgramArgs::command());
    let program = program.mut_subcommands(prepare);
    let program = program.mut_arg("help", |help| help.hide_short_help(false));
    let heading = *Styles::default().get_header();
    let mut template = "{about-with-newline}\n{usage-heading} {usage}\n\n".to_owned();
    for (group, names) in COMMAND_GROUPS {
        let lines: Vec<String> =
            names.iter().filter_map(|name| command_line(&program, name)).collect();
        if !lines.is_empty() {
            template += &format!("{heading}{group}:{heading:#}\n{}\n", lines.concat());
        }
    }
    template += &format!(
        "Also: {UNDESCRIBED_COMMANDS}\n\n{heading}Options:{heading:#}\n{{options}}{{after-help}}"
    );
    program.help_template(template)
}

/// Returns the line of a command in a list, if the build has the command.
fn command_line(program: &Command, name: &str) -> Option<String> {
    let about = program.find_subcommand(name)?.get_about()?;
    Some(format!("  {name:<10}  {about}\n"))
}

/// Returns the screen of the program without arguments.
pub(super) fn first_screen() -> String {
    let program = ProgramArgs::command();
    let mut text = HELP_INTRODUCTION.to_owned();
    for (group, names) in COMMAND_GROUPS {
        let names: Vec<&str> =
            names.iter().copied().filter(|name| program.find_subcommand(name).is_some()).collect();
        if !names.is_empty() {
            text += &format!("  {group:<10}  {}\n", names.join(", "));
        }
    }
    text + HELP_EXAMPLES
}

/// The beginning of that screen.
const HELP_INTRODUCTION: &str = "\
Parallax solves a puzzle or model with several solvers, compares and explains the answers.

Usage: parallax COMMAND [OPTIONS] [FILE]...

";

/// The end of that screen.
const HELP_EXAMPLES: &str = "
Examples that work in any folder:
  parallax solve sudoku:9           fill an empty Sudoku
  parallax compare latin:4 --count  count Latin squares with every engine, and compare
  parallax why queens:3             say why three queens have no place

'parallax help' describes the commands and the inputs, 'parallax COMMAND -h' the common
options of a command, 'parallax COMMAND --help' all of them; the manual is docs/README.md.
";

pub(super) fn run(args: &HelpArgs) -> Result<u8, CliError> {
    print_help(&args.topic)
}

/// Returns the names of commands if the arguments are commands with `help` after them: `solve help`
/// means `help solve`, unless there is a file named `help`.
pub(super) fn requested_topic(arguments: &[OsString]) -> Option<Vec<String>> {
    let words: Option<Vec<&str>> = arguments.iter().skip(1).map(|word| word.to_str()).collect();
    let mut path: Vec<String> = words?.into_iter().map(str::to_owned).collect();
    // At the first place `help` is the command itself, which clap handles.
    let place = path.iter().position(|word| word == "help").filter(|&place| place > 0)?;
    path.remove(place);
    (help_of(&path).is_ok() && !Path::new("help").exists()).then_some(path)
}

/// Prints the help of a command, or the exit codes.
pub(super) fn print_help(topic: &[String]) -> Result<u8, CliError> {
    let text = match topic {
        [topic] if topic == EXIT_CODES => exit_codes::exit_code_table(),
        path => help_of(path)?,
    };
    let mut out = StandardOutput::new();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(0)
}

/// Returns the help of a command, by its path such as `report compare`.
fn help_of(path: &[String]) -> Result<String, CliError> {
    let mut command = command_definition();
    // Fills in names such as `parallax solve` in the usage of subcommands before they are taken
    // out.
    command.build();
    for name in path {
        command = require_subcommand(&command, name)?;
    }
    let help = command.render_long_help();
    Ok(if output_layout().colour { help.ansi().to_string() } else { help.to_string() })
}

/// Returns a subcommand of a command.
///
/// # Errors
/// If there is none with this name.
pub(super) fn require_subcommand(command: &Command, name: &str) -> Result<Command, CliError> {
    if !command.has_subcommands() {
        return Err(CliError(format!("'{}' has no command '{name}'", command.get_name())));
    }
    let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
    let found = command.find_subcommand(name).cloned();
    found.ok_or_else(|| {
        parallax_model::engine_api::UnknownNameError::new("command", name, &known).into()
    })
}
