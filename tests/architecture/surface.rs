//! The surface of the library: `surface.txt` lists the items that the crate `parallax` exports.
//!
//! The lists `pub use` in `src/lib.rs` and its public modules are read as tokens. A change of the
//! surface is a change of that file, so that no item becomes public by accident.

use std::collections::BTreeSet;
use std::process::Command;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::{read, report, root, signatures};

/// Maximum number of exported items.
const MOST: usize = 200;

/// The end of the message about a difference.
const HINT: &str = "To change the surface of the library, add the lines with + to \
    tests/architecture/surface.txt, remove those with -, and note it in CHANGELOG.md.";

/// Packages of the program: its terminal, its server, its reports.
const PROGRAM_ONLY: &[&str] = &[
    "axum",
    "clap",
    "clap_complete",
    "clap_mangen",
    "console",
    "ctrlc",
    "hyper",
    "hyper-util",
    "indicatif",
    "parallax-report",
    "signal-hook",
    "tokio",
];

/// An item that the library exports.
pub(super) struct Export {
    /// The public module; empty for the root.
    pub(super) module: String,
    /// The name in that module.
    pub(super) name: String,
    /// The path from which it is exported.
    pub(super) path: Vec<String>,
}

impl Export {
    /// Returns the line in the list.
    fn line(&self) -> String {
        match self.module.as_str() {
            "" => self.name.clone(),
            module => format!("{module}::{}", self.name),
        }
    }
}

/// Returns the paths of a tree after `use`, each with the name that it gets.
pub(super) fn leaves(tokens: &[TokenTree], before: &[String]) -> Vec<(Vec<String>, String)> {
    let mut path = before.to_vec();
    let mut name = None;
    let mut tokens = tokens.iter();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Ident(word) if word == "as" => {
                name = tokens.next().map(ToString::to_string);
            }
            TokenTree::Ident(word) if word == "self" && !path.is_empty() => {}
            TokenTree::Ident(word) => path.push(word.to_string()),
            TokenTree::Punct(star) if star.as_char() == '*' => path.push("*".into()),
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma =
                    |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
                let branches = inner.split(is_comma).filter(|branch| !branch.is_empty());
                return branches.flat_map(|branch| leaves(branch, &path)).collect();
            }
            _ => {}
        }
    }
    let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
    vec![(path, name)]
}

/// Returns the exports of a module with this text; `open` returns the text of a public module below
/// it.
fn exports(module: &str, text: &str, open: &dyn Fn(&str) -> String) -> Vec<Export> {
    let stream: TokenStream = text.parse().unwrap_or_else(|error| panic!("{module}: {error}"));
    let tokens: Vec<TokenTree> = stream.into_iter().collect();
    let is_end = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ';');
    let mut found = Vec::new();
    for item in tokens.split(is_end) {
        let words: Vec<String> = item.iter().map(ToString::to_string).collect();
        let Some(start) = words.iter().position(|word| word == "pub") else { continue };
        let after = words.get(start + 1).map_or("", String::as_str);
        let named = words.get(start + 2).map_or("", String::as_str);
        let export = |(path, name)| Export { module: module.into(), name, path };
        match after {
            "use" => found.extend(leaves(&item[start + 2..], &[]).into_iter().map(export)),
            "mod" => found.extend(exports(named, &open(named), open)),
            _ => found.push(export((vec!["crate".into()], named.into()))),
        }
    }
    found
}

/// Returns all exports of the library.
fn surface() -> Vec<Export> {
    let file = |name: &str| read(&root().join("src").join(name).with_extension("rs"));
    exports("", &file("lib"), &file)
}

/// Returns the lines of two lists that differ: new ones with a plus, missing ones with a minus.
fn difference(listed: &BTreeSet<String>, exported: &BTreeSet<String>) -> Vec<String> {
    let new = exported.difference(listed).map(|line| format!("+ {line}"));
    new.chain(listed.difference(exported).map(|line| format!("- {line}"))).collect()
}

#[test]
fn the_library_exports_what_the_list_names() {
    let listed: BTreeSet<String> =
        read(&root().join("tests/architecture/surface.txt")).lines().map(str::to_owned).collect();
    let exported = surface();
    let lines: BTreeSet<String> = exported.iter().map(Export::line).collect();
    let mut faults = difference(&listed, &lines);
    if !faults.is_empty() {
        faults.push(HINT.into());
    }
    report(faults);
    assert_eq!(lines.len(), exported.len(), "an item is exported twice");
    assert!(lines.len() <= MOST, "{} items are exported, at most {MOST}", lines.len());
}

#[test]
fn the_library_has_no_globs() {
    let globs = surface().into_iter().filter(|export| export.name == "*");
    report(globs.map(|export| format!("{}: {}", export.module, export.path.join("::"))).collect());
}

#[test]
fn signatures_name_no_foreign_types_and_only_exported_ones() {
    let exported = surface();
    let (faults, seen) = signatures::faults(&exported);
    assert!(seen > 500, "only {seen} signatures: are they read at all?");
    report(faults);
}

#[test]
fn the_library_needs_no_terminal_and_no_server() {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--package", "parallax", "--no-default-features"]);
    tree.args(["--edges", "normal", "--prefix", "none"]).current_dir(root());
    let output = tree.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let names: BTreeSet<&str> =
        text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains("parallax-model"), "{text}");
    let wrong = PROGRAM_ONLY.iter().filter(|name| names.contains(*name));
    report(wrong.map(|name| format!("the library depends on {name}")).collect());
}

#[test]
fn exports_are_seen() {
    let inner = "#[doc(inline)] pub use a::b::{C, d::E as F};\npub use g::*;\nuse h::I;";
    let found = exports("", "//! x\npub mod m;\nmod p;\npub use p::{q};\npub fn r() {}", &|name| {
        assert_eq!(name, "m");
        inner.into()
    });
    let lines: Vec<String> = found.iter().map(Export::line).collect();
    assert_eq!(lines, ["m::C", "m::F", "m::*", "q", "r"]);
    assert_eq!(found[1].path, ["a", "b", "d", "E"]);
    let set = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    assert_eq!(difference(&set(&["a", "b"]), &set(&["b", "c"])), ["+ c", "- a"]);
}
