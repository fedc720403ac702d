//! Texts in languages with expressions, written by the expressions of other files.

use std::path::Path;

use crate::common::fed;

/// Files whose models keep expressions, and do not have too many solutions to count.
const FILES: [&str; 9] = [
    "instances/ages.smt2",
    "instances/cdmn/latin.md",
    "instances/cdmn/map.md",
    "instances/cdmn/shifts.md",
    "instances/cdmn/sudoku.md",
    "instances/cdmn/zebra.md",
    "instances/gallery/queens.model.json",
    "instances/gallery/send-more-money.model.json",
    "instances/gallery/zebra.model.json",
];

/// Returns the number of solutions that a command prints.
fn count(out: &str) -> String {
    let words: Vec<&str> = out.split_whitespace().collect();
    let found = words.iter().position(|word| word.starts_with("solution"));
    words[found.expect("a number of solutions") - 1].to_owned()
}

#[test]
fn scripts_of_expressions_have_the_same_solutions() {
    let mut written = 0;
    for file in FILES {
        assert!(Path::new(file).exists(), "{file}");
        let ran = fed(".", &["encode", file, "--to", "smtlib"], b"");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{file}");
        let script = ran.out;
        written += usize::from(!script.contains("(hidden)"));
        let ours = fed(".", &["solve", file, "--count"], b"");
        let again = fed(".", &["solve", "-", "--count"], script.as_bytes());
        assert_eq!(count(&again.out), count(&ours.out), "{file}\n{script}");
    }
    assert_eq!(written, FILES.len(), "scripts without variables of flattening");
}
