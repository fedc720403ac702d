//! The checker stands alone, and is small enough to be read.

use std::fs;
use std::path::{Path, PathBuf};

/// The sources below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("a file").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

fn home() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_checker_uses_nothing_of_the_program_or_of_others() {
    let manifest = fs::read_to_string(home().join("Cargo.toml")).expect("a manifest");
    // What its tests use is no part of it.
    let lists =
        manifest.lines().filter(|line| line.starts_with('[') && line.contains("dependencies"));
    assert_eq!(lists.collect::<Vec<_>>(), ["[dev-dependencies]"]);
    let all = sources(&home().join("src"));
    for path in &all {
        let text = fs::read_to_string(path).expect("a source");
        let text = text.replace("parallax_certificates", "");
        for foreign in ["parallax::", "parallax_", "rustsat", "#[path", "extern crate", "unsafe"] {
            assert!(!text.contains(foreign), "{}: {foreign}", path.display());
        }
    }
    assert!(all.len() > 10);
}

/// The lines below a folder that are neither blank nor comments nor tests, which end a file.
fn lines_of_code(folder: &str) -> usize {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let texts = sources(&home().join(folder)).into_iter().map(fs::read_to_string);
    let own = texts.map(|text| {
        let text = text.expect("a source");
        text.lines().take_while(|line| *line != "#[cfg(test)]").filter(is_code).count()
    });
    own.sum()
}

/// All that a certified answer rests on, and of it the steps and the question, which a reader
/// checks in an hour.
#[test]
fn the_checker_is_small() {
    let all = lines_of_code("src");
    let core: usize = ["src/check", "src/residual", "src/possible"].map(lines_of_code).iter().sum();
    println!("{all} lines of code, {core} for the steps and the question");
    assert!(all <= 4040, "{all} lines of code");
    assert!(core <= 1620, "{core} lines for the steps and the question");
}
