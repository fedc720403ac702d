//! The files of results that the documentation shows.

use std::fs;
use std::path::{Path, PathBuf};

use parallax_lab::experiment::Shard;

use super::made::{example, write};

const FILES: [(&str, bool); 2] = [("before.jsonl", false), ("after.jsonl", true)];

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/results")
}

fn make(folder: &Path) {
    for (name, change) in FILES {
        let (manifest, records) = example(change);
        write(&folder.join(name), &manifest, Shard::WHOLE, &records);
    }
}

/// `cargo test --test suite -- --ignored examples_are_written` writes them again.
#[test]
#[ignore = "writes files of the repository"]
fn examples_are_written() {
    let _ = fs::remove_dir_all(kept());
    fs::create_dir_all(kept()).expect("a folder");
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
