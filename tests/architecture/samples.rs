//! Small sources with wrong arrows, which must be found, and with correct ones.

use std::path::Path;

use super::arrows::{self, Source};
use super::fault;
use super::layers::find;

/// Returns the faults of the arrows of one source, as `from -> to: fault`.
fn faults_of(name: &str, path: &str, source: &str) -> Vec<String> {
    let crate_ = find(name).expect("a crate");
    let arrows = arrows::of(&[Source::new(crate_, Path::new(path), source)]);
    arrows.iter().filter_map(|arrow| fault(crate_, arrow)).collect()
}

#[test]
fn wrong_arrows_are_caught() {
    for (name, path, source, expected) in [
        ("model", "lib.rs", "pub mod engine_api; pub use engine_api::Control;", "points up"),
        ("model", "lib.rs", "use crate::engine_api::Control;", "points up"),
        ("model", "domain.rs", "use crate::engine_api::Engine;", "points up"),
        ("model", "domain.rs", "use super::engine_api::Engine;", "points up"),
        ("model", "constraint/table.rs", "use crate::{Model, engine_api::Control};", "points up"),
        ("model", "constraint/table.rs", "use {crate::engine_api as a, std::fmt};", "points up"),
        ("solvers", "process/engine.rs", "use crate::proofs::Instance;", "points up"),
        ("solvers", "process/a/b.rs", "fn f() { super::super::super::proofs::g() }", "points up"),
        (
            "solvers",
            "process/a.rs",
            "mod t { mod u { use super::super::super::super::proofs; } }",
            "points up",
        ),
        ("solvers", "process/a.rs", "use self::super::super::proofs::read;", "points up"),
        ("solvers", "process/a.rs", "fn f(x: &crate::proofs::Line) {}", "points up"),
        ("solvers", "process/a.rs", "fn f() { assert!(crate::proofs::read() > 0) }", "points up"),
        (
            "solvers",
            "process/a.rs",
            "macro_rules! m { () => { $crate::proofs::read() } }",
            "points up",
        ),
        (
            "solvers",
            "process/a.rs",
            "#[serde(with = \"crate::proofs::hex\")] struct S;",
            "points up",
        ),
        ("solvers", "process/a.rs", "pub(in crate::proofs) fn f() {}", "points up"),
        ("formats", "opb/mod.rs", "use crate::inputs::Format;", "points up"),
        ("solvers", "process/run.rs", "use crate::SatKind;", "points up"),
        ("solvers", "process/run.rs", "use crate as solvers;", "points up"),
        ("solvers", "process/run.rs", "use super::super::{self as solvers};", "points up"),
        ("solvers", "process/run.rs", "use crate::proofs::drat;", "points up"),
        ("fuzz", "programs/judge.rs", "use crate::engines::Draw;", "is not in the row"),
        (
            "solvers",
            "process/mod.rs",
            "#[cfg(test)] mod tests { use crate::SatKind; use crate::proofs; }",
            "points up",
        ),
        ("solvers", "process/mod.rs", "#[cfg(not(test))] use crate::proofs;", "points up"),
        (
            "solvers",
            "process/mod.rs",
            "#[cfg(test)] use crate::SatKind; use crate::proofs;",
            "points up",
        ),
    ] {
        let faults = faults_of(name, path, source);
        assert!(faults.len() == 1 && faults[0].contains(expected), "{path}: {source}\n{faults:?}");
    }
}

#[test]
fn right_arrows_are_let_through() {
    for (name, path, source) in [
        ("model", "engine_api/engine.rs", "use crate::{Given, Model}; pub(crate) fn f() {}"),
        ("search", "a/b.rs", "use super::super::store; use super::c; use crate::store;"),
        (
            "formats",
            "opb/mod.rs",
            "/// See [`crate::inputs`].\nfn f() { g(\"crate::inputs::run\") } // crate::cli",
        ),
        ("experiment", "regress/mod.rs", "use crate::text; pub(super) use self::text::*;"),
        ("solvers", "lib.rs", "use crate::proofs::Form; use parallax_encodings::Options;"),
        ("solvers", "lib.rs", "fn f(proofs: u8) { a::process::b(process) }"),
        ("model", "engine_api/tests.rs", "use crate::Model;"),
        ("parallax", "lib.rs", "pub mod cli; pub use parallax_model as model;"),
    ] {
        assert_eq!(faults_of(name, path, source), Vec::<String>::new(), "{path}: {source}");
    }
}

#[test]
fn files_of_tests_are_known_by_their_declaration() {
    let formats = find("solvers").expect("a crate");
    let source = |path, text| Source::new(formats, Path::new(path), text);
    let parent = source("proofs/mod.rs", "#[cfg(test)]\nmod tests;\nmod store;");
    let tests = source("proofs/tests.rs", "use crate::SatKind;");
    let store = source("proofs/store.rs", "use crate::SatKind;");
    let arrows = arrows::of(&[parent, tests, store]);
    let seen: Vec<(&str, bool)> = arrows.iter().map(|a| (a.place.as_str(), a.test)).collect();
    assert_eq!(
        seen,
        [
            ("crates/solvers/src/proofs/tests.rs:1", true),
            ("crates/solvers/src/proofs/store.rs:1", false)
        ]
    );
}
