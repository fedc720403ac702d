//! The arrows between crates: the manifests, the layers and ARCHITECTURE.md must agree.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::layers::{CRATES, find};
use super::{files, read, report, root, rust_files};

/// Returns the names of a list of dependencies in a manifest.
fn listed<'t>(manifest: &'t str, list: &str) -> Vec<&'t str> {
    let lines = manifest.lines().skip_while(|line| line.trim() != list).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| Some(line.split_once([' ', '=', '.'])?.0)).collect()
}

/// Returns the crates of the workspace that a manifest's crate uses outside of tests.
fn used(manifest: &str) -> BTreeSet<&str> {
    let own = listed(manifest, "[dependencies]").into_iter();
    own.filter_map(|name| name.strip_prefix("parallax-")).collect()
}

#[test]
fn manifests_have_the_arrows_of_the_layers() {
    let mut faults = Vec::new();
    for crate_ in CRATES {
        let manifest = read(&root().join(crate_.folder).join("Cargo.toml"));
        let meant: BTreeSet<&str> = crate_.uses.iter().copied().collect();
        let stated = used(&manifest);
        for (name, what) in stated
            .difference(&meant)
            .map(|name| (name, "is not meant to use"))
            .chain(meant.difference(&stated).map(|name| (name, "does not use")))
        {
            faults.push(format!("{} {what} {name}", crate_.name));
        }
        // Tests of a crate may use other crates, but never the program.
        if listed(&manifest, "[dev-dependencies]").contains(&"parallax") {
            faults.push(format!("{}: its tests use the program", crate_.name));
        }
    }
    report(faults);
}

#[test]
fn every_crate_has_a_row_and_a_readme() {
    let mut faults = Vec::new();
    for path in files(&root().join("crates")) {
        if path.ends_with("Cargo.toml") {
            let folder = path.parent().and_then(Path::file_name).expect("a folder");
            if find(&folder.to_string_lossy()).is_none() {
                faults.push(format!("crates/{} has no row in CRATES", folder.display()));
            }
        }
    }
    for crate_ in CRATES {
        if !root().join(crate_.folder).join("README.md").is_file() {
            faults.push(format!("{}: no README.md", crate_.folder));
        }
    }
    report(faults);
}

/// Returns the crate at the beginning of each row of ARCHITECTURE.md's table of crates, with the
/// crates in its column `uses`.
fn drawn(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| crate | uses |")).skip(2);
    let row = |line: &str| {
        let mut cells = line.trim_matches('|').split('|').map(str::trim);
        let name = cells.next()?.trim_matches('`').to_owned();
        let uses = cells.next()?.split([',', ' ']).filter(|word| !word.is_empty() && *word != "–");
        Some((name, uses.map(|word| word.trim_matches('`').to_owned()).collect()))
    };
    rows.take_while(|line| line.starts_with('|')).filter_map(row).collect()
}

#[test]
fn the_architecture_shows_the_crates() {
    let drawn = drawn(&read(&root().join("ARCHITECTURE.md")));
    let meant: BTreeMap<String, BTreeSet<String>> = CRATES
        .iter()
        .map(|crate_| {
            (crate_.name.to_owned(), crate_.uses.iter().map(|&name| name.to_owned()).collect())
        })
        .collect();
    assert_eq!(drawn, meant, "ARCHITECTURE.md and CRATES differ");
}

/// Whether a text names an item of a crate of the workspace.
fn names(text: &str, crate_: &str) -> bool {
    let start = format!("{crate_}::");
    let word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(&start).any(|(at, _)| !text[..at].ends_with(word))
}

#[test]
fn encodings_and_certificates_stand_alone() {
    let mut faults = Vec::new();
    for alone in ["encodings", "certificates"] {
        let folder = find(alone).expect("a crate").folder;
        for path in rust_files(&root().join(folder)) {
            // This file lists the names that must not appear.
            if path.ends_with("independence.rs") {
                continue;
            }
            let text = read(&path);
            let others = CRATES.iter().filter(|other| other.name != alone);
            let named = others.map(|other| match other.name {
                "parallax" => "parallax".to_owned(),
                name => format!("parallax_{name}"),
            });
            faults.extend(
                named
                    .filter(|name| names(&text, name))
                    .map(|name| format!("{}: names {name}", path.display())),
            );
        }
    }
    report(faults);
    assert!(names("use parallax::model;", "parallax"));
    assert!(!names("use my_parallax::model;", "parallax"));
}

/// The definitions that judge programs share nothing with what they judge.
#[test]
fn programs_are_judged_without_engines_and_readers() {
    let folder = root().join("crates/fuzz/src/programs");
    let below = ["parallax_model", "parallax_solvers"];
    let others = CRATES.iter().map(|crate_| format!("parallax_{}", crate_.name));
    let others: Vec<String> = others.filter(|name| !below.contains(&name.as_str())).collect();
    let mut faults = Vec::new();
    for path in rust_files(&folder) {
        let text = read(&path);
        let named = others.iter().filter(|name| names(&text, name));
        faults.extend(named.map(|name| format!("{}: names {name}", path.display())));
    }
    report(faults);
}

#[test]
fn a_wrong_manifest_is_seen() {
    let text = "[dependencies]\nserde = \"1\"\nparallax-model.workspace = true\n\
        parallax-ask = { workspace = true }\n\n[dev-dependencies]\nparallax-explain = \"1\"\n";
    assert_eq!(used(text), BTreeSet::from(["model", "ask"]));
    assert_eq!(listed(text, "[dev-dependencies]"), ["parallax-explain"]);
    let table = "text\n\n| crate | uses | idea |\n|---|---|---|\n| `a` | – | x |\n| `b` | `a`, `c` | y |\n\nz";
    let drawn = drawn(table);
    assert_eq!(drawn["b"], BTreeSet::from(["a".to_owned(), "c".to_owned()]));
    assert!(drawn["a"].is_empty() && drawn.len() == 2);
}
