//! Small sources with wrong arrows, which must be found, and with correct ones.

use std::path::Path;

use super::arrows::{self, Source};
use super::fault;

/// The arrows of one source, as `from -> to: what is wrong`.
fn faults_of(path: &str, source: &str) -> Vec<String> {
    let arrows = arrows::of(&[Source::new(Path::new(path), source)]);
    arrows.iter().filter_map(fault).collect()
}

#[test]
fn wrong_arrows_are_caught() {
    for (path, source, expected) in [
        ("model/mod.rs", "use crate::ask::Control;", "points up"),
        ("model/domain.rs", "use crate::engines::Spec;", "points up"),
        ("search/store.rs", "use crate::{model::Model, lower::Cnf};", "points sideways"),
        ("search/store.rs", "use {crate::lower as s, std::fmt};", "points sideways"),
        ("search/mod.rs", "pub use super::lower::Cnf;", "points sideways"),
        ("search/a/b.rs", "fn f() { super::super::super::lower::g() }", "points sideways"),
        ("search/a.rs", "mod t { mod u { use super::super::super::super::cli; } }", "points up"),
        ("search/a.rs", "use self::super::super::cli::run;", "points up"),
        ("lower/smt.rs", "fn f(x: &crate::engines::Spec) {}", "points up"),
        ("lower/smt.rs", "fn f() { assert!(crate::cli::run() > 0) }", "points up"),
        ("lower/smt.rs", "macro_rules! m { () => { $crate::cli::run() } }", "points up"),
        ("lower/smt.rs", "#[serde(with = \"crate::formats::hex\")] struct S;", "points sideways"),
        ("compare/run.rs", "use crate::explain::Explanation;", "points sideways"),
        ("engines/sat.rs", "use crate::puzzles::set;", "is not in the row"),
        ("compare/run.rs", "use crate::puzzles::Puzzle;", "is not in the row"),
        ("compare/run.rs", "use crate::report::text;", "points up"),
        ("compare/run.rs", "pub(in crate::cli) fn f() {}", "points up"),
        ("cli/mod.rs", "use crate::Spec;", "no room"),
        ("cli/mod.rs", "use crate::*;", "no room"),
        ("cli/mod.rs", "use crate as house;", "no room"),
        ("cli/mod.rs", "use super::{self as house};", "no room"),
        ("cli/mod.rs", "use parallax::Spec;", "no room"),
        ("model/mod.rs", "use ::parallax::cli;", "points up"),
        (
            "model/mod.rs",
            "#[cfg(test)] mod tests { use crate::model::Value; use crate::cli; }",
            "up",
        ),
        ("search/mod.rs", "#[cfg(not(test))] use crate::lower;", "points sideways"),
        ("search/mod.rs", "#[cfg(test)] use crate::model; use crate::lower;", "points sideways"),
    ] {
        let faults = faults_of(path, source);
        assert!(faults.len() == 1 && faults[0].contains(expected), "{path}: {source}\n{faults:?}");
    }
}

#[test]
fn right_arrows_are_let_through() {
    for (path, source) in [
        ("ask/engine.rs", "use crate::model::{Given, Model}; pub(crate) fn f() {}"),
        ("search/a/b.rs", "use super::super::store; use super::c; use crate::search::store;"),
        ("search/mod.rs", "#[cfg(test)] mod tests { use super::*; use crate::lower::Cnf; }"),
        (
            "search/mod.rs",
            "/// See [`crate::cli`].\nfn f() { g(\"crate::cli::run\") } // crate::cli",
        ),
        ("report/mod.rs", "use crate::compare::Row; pub(super) use self::text::*;"),
        ("cli/mod.rs", "use crate::inputs; fn f() -> parallax_encodings::Options { todo() }"),
        ("lib.rs", "pub mod model; pub use crate::model::Model;"),
    ] {
        assert_eq!(faults_of(path, source), Vec::<String>::new(), "{path}: {source}");
    }
}

#[test]
fn files_of_tests_are_known_by_their_declaration() {
    let parent = Source::new(Path::new("search/mod.rs"), "#[cfg(test)]\nmod tests;\nmod store;");
    let tests = Source::new(Path::new("search/tests.rs"), "use crate::lower::Cnf;");
    let store = Source::new(Path::new("search/store.rs"), "use crate::lower::Cnf;");
    let arrows = arrows::of(&[parent, tests, store]);
    let faulty: Vec<&str> =
        arrows.iter().filter(|a| fault(a).is_some()).map(|a| a.place.as_str()).collect();
    assert_eq!(faulty, ["src/search/store.rs:1"]);
}
