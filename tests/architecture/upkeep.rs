//! Keeps the layers in order: sizes, `unsafe`, and names that must not appear.

use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};

use super::{all_sources, files, read, report, root};

/// Files that may contain `unsafe` code. Each must state the reason, and be checked against a safe
/// twin.
const UNSAFE: &[&str] = &[];

/// Maximum length of `main.rs`, in lines.
const LONGEST_MAIN: usize = 30;

/// Folders of the repository with files for people.
const FOLDERS: &[&str] = &[
    "src",
    "crates",
    "encodings",
    "tests",
    "benches",
    "examples",
    "docs",
    "scripts",
    "share",
    "studies",
    "instances",
];

/// Returns a path as in messages and lists.
fn display(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn says_unsafe(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "unsafe",
        TokenTree::Group(group) => {
            let allowed: String = group.stream().to_string().split_whitespace().collect();
            let lifted = ["allow(", "expect(", "warn("].iter().any(|l| allowed.starts_with(l));
            (lifted && allowed.contains("unsafe_code")) || says_unsafe(group.stream())
        }
        _ => false,
    })
}

#[test]
fn code_is_safe() {
    let sources = all_sources();
    assert!(sources.len() > 1000, "only {} files: are they read at all?", sources.len());
    let wrong = sources.into_iter().filter(|path| {
        let tokens =
            read(path).parse().unwrap_or_else(|error| panic!("{}: {error}", display(path)));
        says_unsafe(tokens) != UNSAFE.contains(&display(path).as_str())
    });
    report(
        wrong
            .map(|path| {
                format!("{}: has `unsafe` but is not in UNSAFE, or the reverse", display(&path))
            })
            .collect(),
    );
}

#[test]
fn unsafe_code_is_seen() {
    let says = |source: &str| says_unsafe(source.parse().unwrap());
    for source in [
        "fn f() { unsafe { g() } }",
        "unsafe impl Send for S {}",
        "#![allow(dead_code, unsafe_code)]",
        "m!(unsafe fn f());",
        "#[unsafe(no_mangle)] fn f() {}",
    ] {
        assert!(says(source), "{source}");
    }
    assert!(!says("#![forbid(unsafe_code)] /// unsafe\nfn f() { g(\"unsafe\") } // unsafe"));
}

#[test]
fn the_program_is_a_table_of_contents() {
    let lines = read(&root().join("src/main.rs")).lines().count();
    assert!(lines <= LONGEST_MAIN, "src/main.rs: {lines} lines, at most {LONGEST_MAIN}");
}

/// Folders of a particular machine. Each is split in two, because this file is also checked.
const HOSTS: &[[&str; 2]] = &[["/wo", "rk/"], ["/ro", "ot/"], ["/ho", "me/"]];

/// Returns the first such path in a text, and its line.
fn host_path(text: &str) -> Option<(usize, String)> {
    let starts = |line: &str, path: &str| {
        // A match in the middle of another path does not count.
        let word = |c: char| c.is_alphanumeric() || "._-~}".contains(c);
        line.match_indices(path).any(|(at, _)| !line[..at].ends_with(word))
    };
    text.lines().enumerate().find_map(|(i, line)| {
        let path = HOSTS.iter().map(|parts| parts.concat()).find(|path| starts(line, path))?;
        Some((i + 1, path))
    })
}

#[test]
fn no_file_names_a_machine_of_its_author() {
    let top = std::fs::read_dir(root()).expect("the repository can be listed");
    let top = top.map(|entry| entry.expect("it can be listed").path()).filter(|path| {
        path.extension().is_some_and(|e| ["md", "toml", "rs", "yml"].iter().any(|text| e == *text))
    });
    let folders = FOLDERS.iter().map(|folder| root().join(folder)).filter(|folder| folder.is_dir());
    let mut faults = Vec::new();
    for path in folders.flat_map(|folder| files(&folder)).chain(top) {
        // Files that are not text are skipped.
        if let Some((line, named)) = std::fs::read_to_string(&path).ok().and_then(|t| host_path(&t))
        {
            faults.push(format!("{}:{line}: names '{named}'", display(&path)));
        }
    }
    report(faults);
}

#[test]
fn host_paths_are_seen() {
    let path = HOSTS[0].concat();
    assert_eq!(host_path(&format!("a\nsee `{path}x`")), Some((2, path.clone())));
    assert_eq!(host_path(&format!("{path}x")).map(|(line, _)| line), Some(1));
    assert_eq!(host_path(&format!("src{path}x")), None, "a folder within the repository");
}
