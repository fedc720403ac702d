//! ARCHITECTURE.md ("What to touch") lists every place that a constraint kind needs.

use std::collections::BTreeSet;
use std::path::Path;

use super::{files, read, report, root, rust_files};

/// A kind whose places stand for those of all.
const PROBE: [&str; 2] = ["BinPacking", "bin_packing"];

/// The beginning of the list.
const HEAD: &str = "- **A global constraint kind**";

/// Maximum number of files of others that a kind touches, beside exports.
const MOST: usize = 12;

/// The texts that name a core kind whose places stand for those of all.
const CORE_PROBE: [&str; 4] =
    ["Constraint::Product", "ConstraintKind::Product", " Kind::Product", "Product(Product<V>)"];

/// The beginning of the list for core kinds.
const CORE_HEAD: &str = "- **A core constraint kind**";

/// Maximum number of files that name a core kind.
const CORE_MOST: usize = 12;

/// Returns the paths between backticks in a list.
fn listed(head: &str) -> BTreeSet<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let list = text.split(head).nth(1).expect("ARCHITECTURE.md has the list");
    let list = list.split("\n- **").next().unwrap_or_default();
    let words = list.split('`').skip(1).step_by(2).filter(|word| word.contains('/'));
    words.filter(|word| !word.ends_with('/')).map(full).collect()
}

/// Returns the path from the root: lists leave out `crates` and `src`.
fn full(path: &str) -> String {
    if root().join(path).exists() {
        return path.to_owned();
    }
    let (crate_, rest) = path.split_once('/').unwrap_or((path, ""));
    format!("crates/{crate_}/src/{rest}")
}

/// Returns the files that mention the kind and are not its own.
fn mentioned() -> BTreeSet<String> {
    let folders = ["src", "crates", "encodings", "docs"];
    let all = folders.iter().flat_map(|folder| files(&root().join(folder)));
    let is_text = |path: &std::path::PathBuf| {
        path.extension().is_some_and(|extension| extension == "rs" || extension == "md")
    };
    let mentions = |path: &std::path::PathBuf| {
        let text = read(path);
        PROBE.iter().any(|probe| text.contains(probe))
    };
    let shown =
        |path: std::path::PathBuf| path.strip_prefix(root()).unwrap_or(&path).display().to_string();
    let found = all.filter(is_text).filter(mentions).map(shown);
    // The readers of XCSP3 and FlatZinc and the fuzzer have their own constraints, MiniZinc's
    // library its own files.
    let own = [
        "crates/xcsp3/",
        "crates/flatzinc/",
        "crates/fuzz/",
        "docs/hunt.md",
        "docs/reference/flatzinc.md",
        "crates/minizinc/share/",
        "crates/minizinc/src/bundled_files.rs",
    ];
    let is_own =
        |path: &String| path.contains("bin_packing") || own.iter().any(|own| path.starts_with(own));
    found.filter(|path| !is_own(path)).collect()
}

#[test]
fn the_places_of_a_global_kind_are_those_that_architecture_lists() {
    let (listed, found) = (listed(HEAD), mentioned());
    let mut faults: Vec<String> =
        found.difference(&listed).map(|path| format!("ARCHITECTURE.md omits {path}")).collect();
    faults.extend(
        listed.difference(&found).map(|path| {
            format!("ARCHITECTURE.md lists {path}, which does not mention {}", PROBE[0])
        }),
    );
    let is_export = |path: &&String| path.ends_with("mod.rs") || path.ends_with("lib.rs");
    let others = found.iter().filter(|path| !is_export(path)).count();
    if others > MOST {
        faults.push(format!("{others} files of others; at most {MOST}"));
    }
    report(faults);
}

/// Returns the code of programs and libraries beside tests: the paths and the texts of its files.
pub(super) fn code() -> Vec<(String, String)> {
    let all = ["src", "crates"].iter().flat_map(|folder| rust_files(&root().join(folder)));
    let shown = |path: &Path| path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let tests = ["/tests", "_tests", "/test_"];
    let is_test = |path: &str| tests.iter().any(|part| path.contains(part));
    let found = all.map(|path| (shown(&path), read(&path)));
    found.filter(|(path, _)| !is_test(path)).collect()
}

/// Returns the files that name the core kind, beside what the checker of certificates reads, which
/// has kinds of its own.
fn named() -> BTreeSet<String> {
    let is_other = |path: &str| path.contains("/proofs/") || path.contains("/certificates/");
    let names = |text: &str| CORE_PROBE.iter().any(|probe| text.contains(probe));
    let found = code().into_iter().filter(|(path, text)| !is_other(path) && names(text));
    found.map(|(path, _)| path).collect()
}

#[test]
fn the_places_of_a_core_kind_are_few_and_in_architecture() {
    let (listed, found) = (listed(CORE_HEAD), named());
    let mut faults: Vec<String> =
        found.difference(&listed).map(|path| format!("ARCHITECTURE.md omits {path}")).collect();
    if !(CORE_MOST - 4..=CORE_MOST).contains(&found.len()) {
        faults.push(format!("{} files name a core kind; at most {CORE_MOST}", found.len()));
    }
    report(faults);
}
