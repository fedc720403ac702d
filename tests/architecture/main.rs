//! The structure of the workspace: arrows point down.
//!
//! [`layers`] is the intended structure. Cargo holds the arrows between crates, as the manifests
//! state them; [`manifests`] compares these with the layers and with ARCHITECTURE.md. The arrows
//! between the layers of a crate are read from the sources, and every difference is reported with
//! file and line. [`surface`] holds the list of the items that the library exports. [`touch`] and
//! [`newcomers`] hold how many files a new kind, puzzle, engine or format touches.

mod arrows;
mod items;
mod layers;
mod manifests;
mod newcomers;
mod samples;
mod signatures;
mod surface;
mod touch;
mod upkeep;
mod words;
mod wrappers;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use arrows::{Arrow, Source};
use layers::{CRATES, CrateEntry, CrateLayer};

/// Returns the fault of an arrow inside a crate, if any.
fn fault(crate_: &CrateEntry, arrow: &Arrow) -> Option<String> {
    let place = |name: &str| crate_.layers.iter().position(|layer| layer.name == name);
    let (from, to) = (place(&arrow.from)?, place(&arrow.to)?);
    let below = crate_.below(&arrow.from);
    if crate_.layers[from].uses.contains(&arrow.to.as_str())
        || (arrow.test && (below.contains(&arrow.to.as_str()) || to < from))
    {
        return None;
    }
    let direction = if crate_.below(&arrow.to).contains(&arrow.from.as_str()) {
        "points up"
    } else {
        "is not in the row"
    };
    Some(format!("`{}` uses `{}` of the same crate: {direction}", arrow.from, arrow.to))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files under a folder, sorted, without build artifacts.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(path) = open.pop() {
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if path.is_dir() && !hidden && !path.ends_with("target") {
            let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            open.extend(entries.map(|entry| entry.expect("a folder can be listed").path()));
        } else if path.is_file() {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the Rust files under a folder of the repository.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let all = files(folder).into_iter();
    all.filter(|path| path.extension().is_some_and(|e| e == "rs")).collect()
}

/// Returns the Rust files of all crates that become part of programs.
fn all_sources() -> Vec<PathBuf> {
    CRATES.iter().flat_map(|crate_| rust_files(&crate_.src())).collect()
}

impl CrateEntry {
    fn src(&self) -> PathBuf {
        if self.folder == "." { root().join("src") } else { root().join(self.folder).join("src") }
    }

    /// Returns the sources of the crate, with their paths for messages.
    fn sources(&'static self) -> Vec<Source> {
        let src = self.src();
        let source = |path: PathBuf| {
            let within = path.strip_prefix(&src).expect("it is there");
            Source::new(self, within, &read(&path))
        };
        // The program may use all parts of its crate.
        let files = rust_files(&src).into_iter().filter(|path| *path != src.join("main.rs"));
        files.map(source).collect()
    }

    /// Returns the files of the crate's library, by their paths below `src/`; of the program's
    /// crate, without the program.
    fn library(&self) -> Vec<(PathBuf, String)> {
        let src = self.src();
        let is_library = |path: &PathBuf| self.folder != "." || path.parent() == Some(&src);
        let files = rust_files(&src).into_iter().filter(is_library);
        let file = |path: PathBuf| (path.strip_prefix(&src).expect("below").into(), read(&path));
        files.map(file).collect()
    }

    /// Returns all layers that a layer uses, directly or through others.
    fn below(&self, name: &str) -> BTreeSet<&'static str> {
        let mut found: BTreeSet<&'static str> = BTreeSet::new();
        let mut open: Vec<&'static CrateLayer> = self.layer(name).into_iter().collect();
        while let Some(layer) = open.pop() {
            let new = layer.uses.iter().filter(|&&used| found.insert(used));
            open.extend(new.filter_map(|&used| self.layer(used)));
        }
        found
    }
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn arrows_point_down() {
    let mut faults = Vec::new();
    let mut seen = 0;
    for crate_ in CRATES {
        let arrows = arrows::of(&crate_.sources());
        seen += arrows.len();
        faults.extend(
            arrows
                .iter()
                .filter_map(|arrow| Some(format!("{}: {}", arrow.place, fault(crate_, arrow)?))),
        );
    }
    assert!(seen > 50, "only {seen} arrows: are the sources read at all?");
    report(faults);
}

#[test]
fn every_layer_exists() {
    let mut faults = Vec::new();
    for crate_ in CRATES {
        for layer in crate_.layers.iter().skip(1) {
            let path = crate_.src().join(layer.name);
            if !path.is_dir() && !path.with_extension("rs").is_file() {
                faults
                    .push(format!("{} has no layer '{}': remove its row", crate_.name, layer.name));
            }
        }
    }
    report(faults);
}

#[test]
fn the_table_itself_points_down() {
    for (place, crate_) in CRATES.iter().enumerate() {
        for used in crate_.uses {
            let below = CRATES[..place].iter().any(|other| other.name == *used);
            assert!(below, "{} -> {used} does not point down", crate_.name);
        }
        let knows = crate_.uses.contains(&"puzzles");
        assert!(!knows || layers::KNOW_PUZZLES.contains(&crate_.name), "{}", crate_.name);
        for layer in crate_.layers {
            assert!(!crate_.below(layer.name).contains(layer.name), "{} in a circle", layer.name);
        }
    }
}

#[test]
fn the_table_grants_only_what_is_used() {
    let mut faults = Vec::new();
    for crate_ in CRATES {
        let arrows = arrows::of(&crate_.sources());
        let used: BTreeSet<(&str, &str)> =
            arrows.iter().filter(|a| !a.test).map(|a| (a.from.as_str(), a.to.as_str())).collect();
        for layer in crate_.layers {
            let idle = layer.uses.iter().filter(|&&name| !used.contains(&(layer.name, name)));
            faults.extend(idle.map(|name| {
                format!("'{}' does not use '{name}': take it out of its row", layer.name)
            }));
        }
    }
    report(faults);
}
