//! The groups of options in the help, the same for every command.
//!
//! Options are described where they are defined. The tables here assign each option, by its long
//! name, to a group, and list those that `-h` leaves out: `-h` is one screen with the common
//! options, `--help` describes all. An option in no table belongs to the work of its command alone
//! ([`COMMAND_GROUP`]).

use clap::{Arg, ArgAction, Command};

/// The group of the options in no table.
const COMMAND_GROUP: &str = "What to do";

/// The groups, and the order of their options.
const OPTION_GROUPS: &[(&str, &[&str])] = &[
    (
        "Input",
        &[
            "puzzle",
            "sheet",
            "data",
            "ignore-drawings",
            "unpack-limit",
            "index",
            "given",
            "state",
            "place",
            "remove",
            "marks",
            "select",
            "solution",
            "boards",
        ],
    ),
    (COMMAND_GROUP, &[]),
    ("Difficulty", &["rating", "max-technique", "must-use", "no-guess", "draws"]),
    (
        "Engines",
        &[
            "engine", "engines", "confirm", "model", "models", "encoding", "agree", "seed",
            "seeds", "repeat", "runs",
        ],
    ),
    ("Limits", &["timeout", "within", "memory", "isolate", "jobs", "threads", "attempts", "tries"]),
    (
        "Proofs and certificates",
        &[
            "certify",
            "certificate",
            "certificate-form",
            "certificate-limit",
            "proof",
            "proof-form",
            "prove",
        ],
    ),
    (
        "Output",
        &[
            "format", "out", "output", "rows", "summary", "live", "quiet", "verbose", "color",
            "help",
        ],
    ),
];

/// The options that `-h` leaves to `--help`.
const RARE_OPTIONS: &[&str] = &[
    "agree",
    "allow-host",
    "answer",
    "attempts",
    "certificate-form",
    "certificate-limit",
    "color",
    "confirm",
    "core",
    "data",
    "digits",
    "draws",
    "effort",
    "exchanges",
    "help",
    "ignore-drawings",
    "isolate",
    "live",
    "marks",
    "max-technique",
    "minimize-core",
    "must-use",
    "named-only",
    "no-guess",
    "no-pin",
    "proof",
    "proof-form",
    "puzzle",
    "rating",
    "repeat",
    "resume",
    "sbatch",
    "seeds",
    "sheet",
    "summary",
    "unpack-limit",
    "threads",
    "tries",
    "unconfirmed",
    "wait",
];

/// Arranges the options of a command and of its subcommands in groups.
pub(super) fn arrange_options(command: Command) -> Command {
    arrange_command_options(command).mut_subcommands(arrange_options)
}

/// Arranges the options of a command in groups.
pub(super) fn arrange_command_options(command: Command) -> Command {
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help);
    let help = help.help("Print the common options, or all of them");
    let command = command.disable_help_flag(true).arg(help);
    let mut sorted: Vec<Arg> =
        command.get_arguments().cloned().enumerate().map(place_option).collect();
    sorted.sort_by_key(|arg| (!arg.is_positional(), arg.get_display_order()));
    let mut sorted = sorted.into_iter();
    // clap prints headings in the order in which arguments are defined, and can only replace
    // arguments in place: the i-th argument is replaced by the i-th of the sorted list.
    command.mut_args(|own| sorted.next().unwrap_or(own))
}

/// Assigns an argument to its group. `defined` is its index among the arguments of the command.
fn place_option((defined, arg): (usize, Arg)) -> Arg {
    if arg.is_positional() {
        return arg.display_order(defined);
    }
    let name = arg.get_long().unwrap_or_default();
    let listed = OPTION_GROUPS.iter().enumerate().find_map(|(group, (_, names))| {
        Some((group, names.iter().position(|listed| *listed == name)?))
    });
    let own = OPTION_GROUPS.iter().position(|(name, _)| *name == COMMAND_GROUP).unwrap_or(0);
    // An option in no table belongs to the work of its command, in the order of its definition.
    let (group, place) = listed.unwrap_or((own, defined));
    let rare = RARE_OPTIONS.contains(&name);
    // `--seed -1` is then reported as a wrong value of the seed and not as an unknown option `-1`.
    let valued = arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set();
    // Manual pages print no short text of an option that '-h' leaves out.
    let alone = arg.get_help().cloned().filter(|_| rare && arg.get_long_help().is_none());
    let arg = match alone {
        Some(text) => arg.long_help(text),
        None => arg,
    };
    arg.help_heading(OPTION_GROUPS[group].0)
        // Commands have far fewer than 1000 options, so that groups do not overlap.
        .display_order(1000 * group + place)
        .hide_short_help(rare)
        .allow_negative_numbers(valued)
}
