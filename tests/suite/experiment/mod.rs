//! Experiments: their records, none of which is lost, doubled or wrongly trusted.

mod exits;
mod faults;
mod files;
mod paths;
mod study;

use std::fs;
use std::path::Path;

use parallax_experiment::{ResultsFile, RunRecord};
use tempfile::TempDir;

use crate::common::{Ran, fed};

/// The file of results of `e.toml`.
const FILE: &str = "e.results.jsonl";

/// An experiment of 24 runs that end within any limit.
const SMALL: &str = "\
instances = ['latin:3', 'two.pls']
models = 'cells'
engines = ['native', 'sat:batsat', 'sat:varisat']
task = 'count'
seeds = '1..2'
repeats = 2
order = 5
";

/// Two Latin squares of order 2: one with a solution, one without.
const TWO: &str = "order 2\n1 -1\n-1 -1\norder 2\n1 1\n-1 -1\n";

/// Makes a folder with a specification and two squares.
fn folder(spec: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("e.toml"), spec).expect("a file");
    fs::write(folder.path().join("two.pls"), TWO).expect("a file");
    folder
}

/// Runs `parallax experiment` in a folder.
fn experiment(folder: &Path, args: &[&str]) -> Ran {
    fed(folder, &[&["--quiet", "experiment"], args].concat(), b"")
}

/// Runs `parallax experiment`, which must succeed; returns its output.
fn succeeds(folder: &Path, args: &[&str]) -> String {
    let ran = experiment(folder, args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{args:?}: {}", ran.out);
    ran.out
}

/// Runs `parallax experiment`, which must fail with one line; returns that line.
fn fails(folder: &Path, args: &[&str]) -> String {
    let ran = experiment(folder, args);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{args:?}: {}", ran.err);
    assert_eq!(ran.err.trim_end().lines().count(), 1, "{}", ran.err);
    ran.err.trim_end().to_owned()
}

/// Returns the canonical results of some files.
fn canonical(folder: &Path, files: &[&str]) -> String {
    succeeds(folder, &[&["merge", "--canonical"], files].concat())
}

/// Returns the records of a file, by the numbers of their runs.
fn records(folder: &Path, file: &str) -> Vec<RunRecord> {
    let mut records = ResultsFile::read_file(&folder.join(file)).expect("results").records;
    records.sort_by_key(|record| record.run);
    records
}
