//! The exit codes of all commands: the one table for `help exit-codes` and the help of each
//! command.

use clap::Command;

/// The exit codes that every command has.
const SHARED_CODES: &[(u8, &str)] =
    &[(0, "done, unless listed otherwise"), (2, "wrong usage or input"), (130, "interrupted")];

/// The further exit codes of a command, and what they mean.
pub(super) type CommandExitCodes = (&'static str, &'static [(u8, &'static str)]);

/// The exit codes of commands. Codes of [`SHARED_CODES`] are repeated only if they mean something
/// else.
const COMMAND_CODES: &[CommandExitCodes] = &[
    ("solve", SOLVE_EXIT_CODES),
    (
        "count",
        &[
            (10, "there are solutions, all counted or not"),
            (20, "no solution"),
            (0, "unknown"),
            (5, "a wrong answer, or a refused certificate"),
            (40, "a certificate is missing"),
        ],
    ),
    (
        "clues",
        &[
            (10, "what was asked for is found"),
            (11, "with --complete: no single clue makes the puzzle unique"),
            (20, "no solution"),
            (0, "several solutions, or unknown"),
            (5, "a refused certificate"),
        ],
    ),
    (
        "sample",
        &[(10, "drawn"), (20, "no solution"), (0, "not all is drawn"), (5, "a wrong answer")],
    ),
    (
        "check",
        &[(0, "all solutions are valid"), (1, "one is not"), (3, "not known within the limits")],
    ),
    ("compare", COMPARE_EXIT_CODES),
    (
        "experiment run",
        &[
            (0, "all runs are recorded and no engines disagree"),
            (4, "counts differ"),
            (5, "contradiction or wrong solution"),
        ],
    ),
    ("report", COMPARE_EXIT_CODES),
    (
        "report compare",
        &[
            (0, "no answer differs"),
            (1, "a run is newly solved or lost, or in one file only"),
            (4, "counts differ"),
            (5, "the answers of a run contradict each other"),
        ],
    ),
    ("regress", &[(0, "all as expected"), (1, "something differs")]),
    (
        "why",
        &[
            (20, "explained, also that a value or result is impossible"),
            (10, "there is a solution, or the value or result is forced or possible"),
            (0, "unknown; with --decision alone: evaluated"),
            (1, "with --decision: a table breaks its hit policy, or a value is not allowed"),
            (5, "engines contradict each other"),
        ],
    ),
    ("hint", HINT_EXIT_CODES),
    (
        "path",
        &[
            (0, "solved"),
            (1, "an entry is wrong"),
            (20, "no solution"),
            (3, "the path ends before the solution"),
            (5, "an engine refutes a step"),
        ],
    ),
    (
        "rate",
        &[
            (0, "all rated"),
            (3, "some instance has no grade"),
            (4, "counts differ"),
            (5, "contradiction or wrong solution"),
        ],
    ),
    (
        "lint",
        &[
            (0, "no faults, no differences, or inputs found"),
            (1, "faults, differences, or with --find no inputs"),
            (3, "some questions were not answered"),
            (5, "an engine contradicts the ranges of --find or --against"),
        ],
    ),
    (
        "evaluate",
        &[
            (0, "evaluated"),
            (1, "a table breaks its hit policy, or a value is not allowed"),
            (2, "wrong usage or input, or a case that cannot be read"),
        ],
    ),
    (
        "generate",
        &[
            (0, "all as requested"),
            (3, "some instance misses what was requested"),
            (5, "two engines disagree or one fails"),
        ],
    ),
    (
        "sheet",
        &[
            (0, "written"),
            (2, "wrong usage or input, or a puzzle without exactly one solution"),
            (3, "some puzzle cannot be made as asked"),
            (5, "two engines disagree or one fails"),
        ],
    ),
    ("encode", &[(0, "written, or the clauses are right"), (1, "with --check: clauses are wrong")]),
    (
        "decode",
        &[
            (10, "a solution"),
            (20, "the solver claims that there is none"),
            (0, "unknown"),
            (1, "an assignment is no solution"),
        ],
    ),
    ("flatzinc", &[(0, "answered or not, and after a signal"), (1, "an error or a disagreement")]),
    ("fuzz", &[(0, "nothing found"), (3, "nothing could be compared"), (5, "something found")]),
    (
        "shrink",
        &[
            (0, "a smallest instance is written, or a smaller one where a limit ended the work"),
            (3, "the engines do not differ, or not each time"),
            (130, "interrupted: the smallest instance so far is written"),
        ],
    ),
];

const SOLVE_EXIT_CODES: &[(u8, &str)] = &[
    (10, "satisfiable"),
    (20, "unsatisfiable"),
    (30, "optimal"),
    (0, "unknown; with --decision: evaluated"),
    (1, "with --decision: a table breaks its hit policy, or a value is not allowed"),
    (11, "several solutions, with --unique"),
    (5, "a wrong answer, or a refused certificate"),
    (40, "a certificate is missing"),
];

const COMPARE_EXIT_CODES: &[(u8, &str)] = &[
    (0, "all agree"),
    (3, "some engine gave no answer, only one answered, or runs are missing"),
    (4, "counts differ"),
    (5, "contradiction or wrong solution"),
];

const HINT_EXIT_CODES: &[(u8, &str)] = &[
    (0, "a step, or solved"),
    (1, "an entry is wrong"),
    (20, "no solution"),
    (3, "nothing follows, or unknown"),
    (5, "an engine refutes a step"),
];

/// Returns the shared exit codes, then those of each command in the table.
pub(super) fn all_exit_codes() -> impl Iterator<Item = &'static CommandExitCodes> {
    const EVERY_COMMAND_CODES: &CommandExitCodes = &("every command", SHARED_CODES);
    [EVERY_COMMAND_CODES].into_iter().chain(COMMAND_CODES)
}

/// Returns the exit codes of a command in the table, by its path such as `report compare`.
pub(super) fn find_exit_codes(path: &str) -> Option<&'static [(u8, &'static str)]> {
    COMMAND_CODES.iter().find(|(name, _)| *name == path).map(|(_, codes)| *codes)
}

/// Returns the exit codes of all commands, one per line.
pub(super) fn exit_code_table() -> String {
    let mut text = String::new();
    for (command, codes) in all_exit_codes() {
        text += &format!("{command}\n");
        for (code, meaning) in *codes {
            text += &format!("  {code:>3}  {meaning}\n");
        }
    }
    text + "\nIf several apply, docs/explanation/answers.md has their order. The figures that 'reproduce' measures have\n\
            exit codes of their own: parallax help reproduce FIGURE.\n"
}

/// Adds the exit codes to the end of a command's long help, and a pointer to the long help to its
/// short one; likewise for its subcommands. `above` is the path of the parent command.
pub(super) fn describe_exit_codes(command: Command, above: &str) -> Command {
    // The table has paths such as `report compare`; commands of the first level have no prefix.
    let path = format!("{above} {}", command.get_name());
    let path = path.trim_start();
    let command = command.mut_subcommands(|below| describe_exit_codes(below, path));
    let own = find_exit_codes(path);
    let more = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let listed: Vec<String> = own
        .unwrap_or(SHARED_CODES)
        .iter()
        .map(|(code, meaning)| format!("{code} {meaning}"))
        .collect();
    let of_all = if own.is_some() { "; of every command: parallax help exit-codes" } else { "" };
    let codes = format!("Exit codes: {}{of_all}.", listed.join("; "));
    // Some commands describe their exit codes themselves.
    let long = match (more.is_empty(), more.contains("Exit codes:")) {
        (true, _) => codes,
        (false, true) => more,
        (false, false) => format!("{codes}\n\n{more}"),
    };
    let short = format!("'parallax {path} --help' shows all options and the exit codes.");
    command.after_long_help(long).after_help(short)
}
