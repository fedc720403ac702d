//! Every option that a page mentions is an option of the program.

use std::collections::BTreeSet;

use crate::common::{commands, fed};

/// Options of other programs that the pages mention, and of the program without a command.
const FOREIGN: [&str; 28] = [
    "--counters",
    "--cubes",
    "--dry-run",
    "--example",
    "--expect",
    "--features",
    "--iss",
    "--lang",
    "--liftoff-only",
    "--long",
    "--minizinc",
    "--minutes",
    "--no-binary",
    "--no-index",
    "--open",
    "--path",
    "--plain",
    "--profile",
    "--release",
    "--solver",
    "--solvers",
    "--symmetry",
    "--text",
    "--total",
    "--verb",
    "--veripb",
    "--version",
    "--workspace",
];

#[test]
fn every_option_that_a_page_mentions_exists() {
    let mut known: BTreeSet<String> = FOREIGN.map(str::to_owned).into();
    for command in commands(&help(&[])) {
        let own = help(&[command]);
        for last in commands(&own).into_iter().map(Some).chain([None]) {
            let mut args = vec![command];
            args.extend(last);
            known.extend(options(&help(&args)).map(str::to_owned));
        }
    }
    for (name, text) in super::pages() {
        for option in options(&text) {
            assert!(known.contains(option), "{name} mentions {option}, which no command has");
        }
    }
}

/// Returns the help of a command.
fn help(command: &[&str]) -> String {
    let args = [command, &["--help"]].concat();
    fed(".", &args, b"").out
}

/// Returns the long options in a text.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let begins =
        |&(at, _): &(usize, &str)| !text[..at].ends_with(|c: char| c == '-' || c.is_alphanumeric());
    text.match_indices("--").filter(begins).filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        let within = |c: char| c.is_ascii_lowercase() || c == '-';
        let end = rest.find(|c| !within(c)).unwrap_or(rest.len());
        rest.starts_with(|c: char| c.is_ascii_lowercase()).then(|| &text[at..at + 2 + end])
    })
}

#[test]
fn options_are_found() {
    let text = "`--limit 2`, --no-run; a--b, --- and |---|; --engines";
    assert_eq!(options(text).collect::<Vec<_>>(), ["--limit", "--no-run", "--engines"]);
}
