//! The files of results that the documentation shows.

use std::fs;
use std::path::{Path, PathBuf};

use parallax_experiment::RunShard;

use super::made::{example, write};
use crate::common::fed;

const FILES: [(&str, bool); 2] = [("before.jsonl", false), ("after.jsonl", true)];

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results")
}

fn make(folder: &Path) {
    for (name, change) in FILES {
        let (manifest, records) = example(change);
        write(&folder.join(name), &manifest, RunShard::ALL_RUNS, &records);
    }
}

/// `cargo test --test suite -- --ignored examples_are_written` writes them again.
#[test]
#[ignore = "writes files of the repository"]
fn examples_are_written() {
    for (name, _) in FILES {
        fs::remove_file(kept().join(name)).expect("a file");
    }
    make(&kept());
}

#[test]
fn examples_are_what_the_tests_make() {
    let folder = tempfile::tempdir().expect("a folder");
    make(folder.path());
    for (name, _) in FILES {
        let read = |folder: &Path| fs::read_to_string(folder.join(name)).expect(name);
        assert!(read(&kept()) == read(folder.path()), "docs/results/{name} is out of date");
    }
}

/// `docs/results/engines.jsonl` was measured by `instances/comparison.toml`.
#[test]
fn the_picture_of_a_comparison_is_what_report_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let results = kept().join("engines.jsonl");
    let results = results.to_str().expect("a name in UTF-8");
    let ran = fed(&folder, &["report", results, "--plots", "plots"], b"");
    // Some engines do not solve all instances, and none contradicts another.
    assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""));
    let drawn = fs::read_to_string(folder.path().join("plots/bars.svg")).expect("a picture");
    let picture = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/comparison.svg");
    if std::env::var_os("PARALLAX_BLESS").is_some() {
        fs::write(&picture, &drawn).expect("a picture that can be written");
    }
    let differs = "docs/comparison.svg differs; PARALLAX_BLESS=1 replaces it";
    assert!(fs::read_to_string(picture).expect("a picture") == drawn, "{differs}");
}
