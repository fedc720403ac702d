//! Arrows point down: a room of `src/` uses only rooms below it.
//!
//! The table [`HOUSE`] is the intended structure; the test reads the sources and reports every
//! difference with file and line.

mod arrows;
mod samples;
mod upkeep;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use arrows::{Arrow, Source};

/// A folder (or single file) under `src/`.
struct Room {
    name: &'static str,
    /// Its floor, from 1 at the bottom.
    floor: u8,
    /// The rooms that it may use.
    uses: &'static [&'static str],
}

const fn room(floor: u8, name: &'static str, uses: &'static [&'static str]) -> Room {
    Room { name, floor, uses }
}

/// The house, bottom first. To add a room: give it a row on a floor above everything that it
/// uses, and list no more rooms than it uses; then add it to the floors of ARCHITECTURE.md.
const HOUSE: &[Room] = &[
    room(1, "model", &[]),
    room(2, "ask", &["model"]),
    room(3, "instance", &["model", "ask"]),
    room(3, "process", &["ask"]),
    room(4, "proofs", &["ask", "process"]),
    room(4, "puzzles", &["model", "ask", "instance"]),
    room(4, "formats", &["model", "ask", "instance"]),
    room(4, "search", &["model", "ask"]),
    room(4, "lower", &["model", "ask"]),
    room(5, "reformulate", &["model", "ask", "search"]),
    room(5, "solvers", &["ask", "instance", "process", "proofs"]),
    room(5, "inputs", &["model", "ask", "instance", "puzzles", "formats"]),
    room(
        6,
        "engines",
        &[
            "model",
            "ask",
            "process",
            "proofs",
            "formats",
            "search",
            "reformulate",
            "lower",
            "solvers",
        ],
    ),
    room(7, "jobs", &["model", "ask", "process", "formats", "engines"]),
    room(7, "compare", &["model", "ask", "instance", "inputs"]),
    room(7, "explain", &["model", "ask", "instance", "engines"]),
    room(7, "why", &["model", "ask", "instance", "formats", "search", "solvers"]),
    room(7, "generate", &["ask", "instance", "model", "puzzles", "formats", "engines"]),
    room(
        8,
        "experiment",
        &[
            "model", "ask", "instance", "process", "search", "lower", "solvers", "inputs",
            "engines", "jobs", "compare",
        ],
    ),
    room(
        8,
        "fuzz",
        &[
            "model", "ask", "instance", "process", "proofs", "formats", "search", "lower",
            "solvers", "engines", "inputs", "compare",
        ],
    ),
    room(
        9,
        "report",
        &["model", "ask", "instance", "inputs", "engines", "compare", "why", "experiment"],
    ),
    room(
        10,
        "reproduce",
        &[
            "model", "ask", "instance", "puzzles", "formats", "engines", "inputs", "generate",
            "report",
        ],
    ),
    room(
        11,
        "web",
        &["model", "ask", "instance", "process", "puzzles", "engines", "inputs", "explain"],
    ),
    room(
        12,
        "cli",
        &[
            "model",
            "ask",
            "instance",
            "proofs",
            "formats",
            "search",
            "lower",
            "solvers",
            "engines",
            "explain",
            "experiment",
            "why",
            "inputs",
            "jobs",
            "compare",
            "fuzz",
            "generate",
            "report",
            "reproduce",
            "web",
        ],
    ),
];

/// The most rooms.
const ROOMS: usize = 24;

/// The only rooms that may know a particular puzzle.
const KNOW_PUZZLES: &[&str] = &["inputs", "generate", "reproduce", "web"];

fn find(name: &str) -> Option<&'static Room> {
    HOUSE.iter().find(|room| room.name == name)
}

/// What is wrong with an arrow, if anything.
fn fault(arrow: &Arrow) -> Option<String> {
    let Some(to) = find(&arrow.to) else {
        return Some(format!("`crate::{}` is no room; name things by their room", arrow.to));
    };
    // A room without a row is reported once, by another test.
    let from = find(&arrow.from)?;
    if from.uses.contains(&to.name) || (arrow.test && to.floor <= from.floor) {
        return None;
    }
    let (here, there) = (from.floor, to.floor);
    let direction = match here.cmp(&there) {
        std::cmp::Ordering::Less => "points up",
        std::cmp::Ordering::Equal => "points sideways",
        std::cmp::Ordering::Greater => "is not in the row",
    };
    Some(format!("`{}` (floor {here}) uses `{}` (floor {there}): {direction}", from.name, to.name))
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files under a folder, sorted, without build artifacts.
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

/// The Rust sources under `src/`, with their paths for messages.
fn sources() -> Vec<Source> {
    let src = root().join("src");
    let rust = files(&src).into_iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let within =
        |path: PathBuf| Source::new(path.strip_prefix(&src).expect("it is there"), &read(&path));
    rust.map(within).collect()
}

fn report(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn arrows_point_down() {
    let arrows = arrows::of(&sources());
    assert!(arrows.len() > 50, "only {} arrows: are the sources read at all?", arrows.len());
    report(arrows.iter().filter_map(|a| Some(format!("{}: {}", a.place, fault(a)?))).collect());
}

#[test]
fn every_room_has_a_floor() {
    let src = root().join("src");
    let entries = fs::read_dir(&src).expect("there is a src folder");
    let names =
        entries.map(|e| e.expect("it can be listed").file_name().to_string_lossy().into_owned());
    let built: BTreeSet<String> = names
        .filter(|name| !name.starts_with('.') && name != "lib.rs" && name != "main.rs")
        .map(|name| name.trim_end_matches(".rs").to_owned())
        .collect();
    let meant: BTreeSet<String> = HOUSE.iter().map(|room| room.name.to_owned()).collect();
    let new = built.difference(&meant).map(|name| {
        format!("src/{name} has no floor: give it a row in HOUSE, above all that it uses")
    });
    let gone = meant.difference(&built).map(|name| {
        format!("HOUSE has a row for '{name}', but there is no src/{name}: remove the row")
    });
    report(new.chain(gone).collect());
}

#[test]
fn the_table_itself_points_down() {
    for room in HOUSE {
        for &used in room.uses {
            let floor = find(used).unwrap_or_else(|| panic!("no row for '{used}'")).floor;
            assert!(floor < room.floor, "{} -> {used} does not point down", room.name);
        }
        let knows = room.uses.contains(&"puzzles");
        assert!(!knows || KNOW_PUZZLES.contains(&room.name), "'{}' knows puzzles", room.name);
    }
}

#[test]
fn the_table_grants_only_what_is_used() {
    let arrows = arrows::of(&sources());
    let used: BTreeSet<(&str, &str)> =
        arrows.iter().filter(|a| !a.test).map(|a| (a.from.as_str(), a.to.as_str())).collect();
    let unused = HOUSE.iter().flat_map(|room| {
        let idle = room.uses.iter().filter(|&&name| !used.contains(&(room.name, name)));
        idle.map(|name| format!("'{}' does not use '{name}': take it out of its row", room.name))
    });
    report(unused.collect());
}

/// A line `  name/  F3  what it is` of ARCHITECTURE.md.
fn floor_of_line(line: &str) -> Option<(String, u8)> {
    let mut words = line.split_whitespace();
    let name = words.next()?.strip_suffix('/')?;
    let floor = words.next()?.strip_prefix('F')?.parse().ok()?;
    Some((name.to_owned(), floor))
}

#[test]
fn the_architecture_has_the_floors_of_the_table() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let written: Vec<(String, u8)> = text.lines().filter_map(floor_of_line).collect();
    let meant: Vec<(String, u8)> =
        HOUSE.iter().map(|room| (room.name.to_owned(), room.floor)).collect();
    assert_eq!(written, meant, "ARCHITECTURE.md and HOUSE differ");
    assert!(HOUSE.len() <= ROOMS, "merge rooms: {} are too many", HOUSE.len());
}
