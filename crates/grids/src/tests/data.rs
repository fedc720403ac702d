//! Real files, where they are present.

use std::fs;
use std::path::PathBuf;

use super::{again, puzzle};

/// Returns the folder of real grid puzzles, if it is there.
fn folder(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("PARALLAX_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    let folder = root.join("grids").join(name);
    folder.is_dir().then_some(folder)
}

/// Returns the texts of the files of a folder with this extension, in order.
fn texts(name: &str, extension: &str) -> Vec<(String, String)> {
    let Some(folder) = folder(name) else { return Vec::new() };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|own| own == extension) {
            let text = fs::read_to_string(&path).expect("a text");
            found.push((path.display().to_string(), text));
        }
    }
    found.sort();
    found
}

#[test]
fn real_puzzles_are_read_and_written() {
    for (path, text) in [texts("edge", "grid"), texts("own", "grid")].concat() {
        let puzzle = puzzle(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert_eq!(again(&puzzle), puzzle, "{path}");
    }
}

#[test]
fn faulty_puzzles_are_refused() {
    for (path, text) in texts("refuse", "grid") {
        assert!(puzzle(&text).is_err(), "{path}");
    }
}
