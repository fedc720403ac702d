//! The signatures of exported items: public functions, fields and variants, read as tokens.
//!
//! A signature names types of the standard library, exported types, and types that are listed as
//! [`OPAQUE`]. Names are resolved by the imports of their file. Two items of one crate with one
//! name are read together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::items::File;
use super::layers::{self, CrateEntry};
use super::surface::Export;

/// Crates whose types no signature names.
const FOREIGN: &[&str] = &["num_bigint", "rand", "rand_chacha", "rustsat", "serde_json"];

/// Other crates whose types signatures may name: `compact_str` has conversions from strings,
/// `serde` has traits.
const ACCEPTED: &[&str] = &["compact_str", "serde"];

/// The reason for types of [`OPAQUE`] that belong to the settings of engines.
const NAMED: &str = "an engine is named by its text, which `Spec` reads";

/// The reason for types of [`OPAQUE`] that are faults.
const FAULT: &str = "it says what is wrong; its text is enough for users of the library";

/// Types that signatures name and the library does not export, and the reason.
const OPAQUE: &[(&str, &str)] = &[
    ("AutomatonError", FAULT),
    ("ConstraintError", FAULT),
    ("DimensionError", FAULT),
    ("EngineFacts", "the pages of engines show them"),
    ("EngineKind", NAMED),
    ("EngineUsage", "the pages of engines show it"),
    ("ExpressionError", FAULT),
    ("FlattenError", FAULT),
    ("IntEncoding", NAMED),
    ("LineReader", "readers take it; `formats::from_bytes` and `InputSources` make it"),
    ("ChoiceFilter", "it chooses among combinations of encodings; `every_spec` has them all"),
    ("ParallelNativeSearch", "an engine that `Spec::with_threads` returns"),
    ("PlanError", FAULT),
    ("PlainForm", "a trait inside the crate of models: how a global kind writes its plain form"),
    ("PuzzleNameError", FAULT),
    ("PuzzleSamples", "tests of readers damage them"),
    ("RaceSlot", "a portfolio gives it to the engines that it races"),
    ("SatKind", NAMED),
    ("SearchSettings", "native search takes them; a spec states them in words"),
    ("SmtKind", NAMED),
    ("TracedRun", "the crate `parallax-report` explains it"),
    ("CaughtPanic", "engines turn it into an answer, and users never make one"),
    ("SourceExpressions", "writers of other languages take it, and only readers make it"),
    ("EncodingNameError", "the fault of an encoding's name, which is printed"),
    ("AutomatonJson", "the form of an automaton in JSON, which serde converts"),
];

/// The crate from which an item is exported.
fn home(export: &Export) -> &'static CrateEntry {
    let name = export.path[0].strip_prefix("parallax_").unwrap_or("parallax");
    layers::find(name).unwrap_or_else(|| panic!("there is no crate {name}"))
}

/// Returns each name in a signature of an exported item: the item, the crate and the type; and the
/// number of signatures.
fn resolved(exported: &[Export]) -> (BTreeSet<(String, String, String)>, usize) {
    let mut files: BTreeMap<&str, Vec<(PathBuf, File)>> = BTreeMap::new();
    let mut found = BTreeSet::new();
    let mut seen = 0;
    for export in exported {
        let crate_ = home(export);
        let files = files.entry(crate_.name).or_insert_with(|| {
            crate_.library().into_iter().map(|(path, text)| (path, File::read(&text))).collect()
        });
        let (item, modules) = export.path[1..].split_last().expect("a name");
        // A function may have the name of another elsewhere in the crate.
        let is_function = item.starts_with(char::is_lowercase);
        let module: PathBuf = modules.iter().collect();
        let holds = |path: &Path| !is_function || path.with_extension("").starts_with(&module);
        for (_, file) in files.iter().filter(|(path, _)| holds(path)) {
            for (_, paths) in file.pieces.iter().filter(|(owner, _)| owner == item) {
                seen += 1;
                let names = paths.iter().filter_map(|path| file.resolve(path));
                found.extend(names.map(|(root, name)| (item.clone(), root, name)));
            }
        }
    }
    (found, seen)
}

/// Returns what is wrong with signatures of exported items, and the number of signatures.
pub(super) fn faults(exported: &[Export]) -> (Vec<String>, usize) {
    let (all, seen) = resolved(exported);
    let is_exported =
        |name: &str| exported.iter().any(|export| export.path.ends_with(&[name.into()]));
    let is_named = |name: &str| all.iter().any(|(_, _, named)| named == name);
    let idle = OPAQUE.iter().filter(|(name, _)| is_exported(name) || !is_named(name));
    let mut faults: Vec<String> =
        idle.map(|(name, _)| format!("'{name}' need not be in OPAQUE")).collect();
    for (item, root, name) in &all {
        let is_opaque = OPAQUE.iter().any(|(opaque, _)| opaque == name);
        if FOREIGN.contains(&root.as_str()) {
            faults.push(format!("{item}: a signature names {root}::{name}"));
        } else if !is_exported(name) && !is_opaque && !ACCEPTED.contains(&root.as_str()) {
            faults.push(format!("{item}: a signature names {name}, which is not exported"));
        }
    }
    (faults, seen)
}

#[test]
fn a_foreign_type_is_seen() {
    let exported = |path: &str| {
        let path: Vec<String> = path.split("::").map(str::to_owned).collect();
        Export { module: String::new(), name: path.last().expect("a name").clone(), path }
    };
    // It takes clauses of RustSAT.
    let (faults, _) = faults(&[exported("parallax_solvers::SatSolver")]);
    assert!(faults.contains(&"SatSolver: a signature names rustsat::Lit".into()), "{faults:?}");
    let hidden = "SatSolver: a signature names Control, which is not exported".to_owned();
    assert!(faults.contains(&hidden), "{faults:?}");
}
