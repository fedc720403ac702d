//! Small hostile inputs, each through every engine and every command.
//!
//! `corpus/` contains the inputs, `expected.txt` the expected answer of each; inputs that are too
//! large or too unusual to be kept as files are made by `made.rs`, and solvers that lie, hang,
//! flood or die are scripts made by `solvers.rs`. Everything runs in child processes with a limit
//! on memory, under a watchdog, in a folder of its own: nothing else on the disk may change and no
//! process may remain. An engine answers rightly, or returns `unknown` for a limit or `unsupported`
//! with a reason, or the reader refuses the input in one line.

#![allow(unreachable_pub, reason = "nothing outside a test reaches it")]

mod commands;
mod disk;
mod engines;
mod expected;
mod made;
mod run;
mod signals;
mod solvers;

use std::fs;
use std::path::{Path, PathBuf};

use expected::Expected;

/// The folder of the corpus.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile/corpus")
}

/// An input and its expected answer.
struct Case {
    name: String,
    bytes: Vec<u8>,
    expected: Expected,
}

/// Reads the cases of the corpus, in the order of `expected.txt`.
fn cases() -> Vec<Case> {
    let text = fs::read_to_string(corpus().join("../expected.txt")).expect("the list of cases");
    let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
    lines
        .map(|line| {
            let (name, expected) = line.split_once(':').expect("NAME: EXPECTED");
            let bytes =
                fs::read(corpus().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
            let expected = Expected::parse(expected.trim());
            Case { name: name.to_owned(), bytes, expected }
        })
        .collect()
}

#[test]
fn every_file_of_the_corpus_has_an_expectation() {
    let mut files: Vec<String> = fs::read_dir(corpus())
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    let mut listed: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    files.sort();
    listed.sort();
    assert_eq!(files, listed);
}

/// Runs the cases of one of several tests, which run side by side.
fn share(number: usize) {
    let all = cases().into_iter().chain(made::cases());
    let share: Vec<Case> = all.enumerate().filter(|(i, _)| i % 2 == number).map(|c| c.1).collect();
    assert!(!share.is_empty());
    // Collects all failures of a run, not only the first.
    let mut failed = Vec::new();
    for case in &share {
        let start = std::time::Instant::now();
        for check in [engines::answer, commands::survive] {
            if std::panic::catch_unwind(|| check(case)).is_err() {
                failed.push(&case.name);
            }
        }
        println!("{:.1} s: {}", start.elapsed().as_secs_f64(), case.name);
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn the_corpus_first_half() {
    share(0);
}

#[test]
fn the_corpus_second_half() {
    share(1);
}
