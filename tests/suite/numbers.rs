//! Wrong numbers as values of options: every option of every command that takes a number.

use crate::common::{commands, fed};

/// Words of the standard library, which say nothing to a user.
const FOREIGN: [&str; 6] = [
    "invalid digit",
    "non-zero type",
    "too large to fit",
    "too small to fit",
    "invalid float",
    "empty string",
];

/// Texts that no numeric option accepts.
const NEVER: [&str; 2] = ["abc", ""];

/// Texts that many numeric options refuse; the others may report another fault.
const SELDOM: [&str; 4] = ["-1", "1.5", "0", "99999999999999999999999"];

/// Returns the texts for an option: `abc`, which a parser without a message of its own betrays
/// itself by, and the others in turn, because each is a process.
fn wrong_values(option_index: usize) -> [&'static str; 2] {
    let others = [NEVER[1], SELDOM[0], SELDOM[1], SELDOM[2], SELDOM[3]];
    [NEVER[0], others[option_index % others.len()]]
}

/// The placeholders of values that are numbers, in the help.
const NUMERIC: [&str; 12] =
    ["N", "S", "MB", "SEED", "SECONDS", "PERCENT", "K", "P", "P1", "P2", "D", "LENGTH"];

fn help(path: &[&str]) -> String {
    let ran = fed(".", &[path, &["--help"]].concat(), b"");
    assert_eq!(ran.code, Some(0), "{path:?}");
    ran.out
}

/// Returns the option that a line describes, if it takes a number.
fn numeric_option(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let option = line.starts_with('-').then(|| line.find("--").map(|at| &line[at..]))??;
    let name = option.split([' ', '[', '=']).next()?;
    let value = option[name.len()..].trim_start_matches([' ', '[', '=']);
    let value = value.strip_prefix('<')?.split_once('>')?.0;
    NUMERIC.contains(&value).then_some(name)
}

/// Returns the long options that take a number.
fn numeric(help: &str) -> Vec<&str> {
    help.lines().filter_map(numeric_option).collect()
}

#[test]
fn wrong_numbers_name_the_option_and_what_is_expected() {
    let mut options = 0;
    for command in commands(&help(&[])) {
        let own = help(&[command]);
        let below = commands(&own);
        let paths: Vec<Vec<&str>> = match &below[..] {
            [] => vec![vec![command]],
            below => below.iter().map(|below| vec![command, below]).collect(),
        };
        for path in paths {
            for option in numeric(&help(&path)) {
                check(&path, option, options);
                options += 1;
            }
        }
    }
    assert!(options > 100, "{options}");
}

/// Checks the messages about wrong values of an option. No required argument is there, so that
/// nothing runs: a value is read before that is found.
fn check(path: &[&str], option: &str, option_index: usize) {
    for value in wrong_values(option_index) {
        // A negative number is the value of its option also where a space stands between.
        let joined = format!("{option}={value}");
        let words = if value == "-1" { vec![option, value] } else { vec![joined.as_str()] };
        let words = [path, &words, &["--no-such-option"]].concat();
        let ran = fed(".", &words, b"");
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{words:?}");
        assert_eq!(ran.err.lines().count(), 1, "{words:?}: {}", ran.err);
        for foreign in FOREIGN {
            assert!(!ran.err.contains(foreign), "{words:?}: {}", ran.err);
        }
        let names = ran.err.contains(&format!("'{option}"));
        let is_refused = names && ran.err.contains("expected");
        let is_taken = ran.err.contains("'--no-such-option'") && !NEVER.contains(&value);
        assert!(is_refused || is_taken, "{words:?}: {}", ran.err);
    }
}
