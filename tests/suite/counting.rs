//! Counts without enumeration, on the command line.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

use crate::common::fed;

/// Returns the rows of a run.
fn rows(folder: &Path, args: &[&str]) -> Vec<Json> {
    let args: Vec<&str> = args.iter().chain(&["--format", "json"]).copied().collect();
    let ran = fed(folder, &args, b"");
    let lines = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let rows: Vec<Json> = lines.filter(|row: &Json| row["engine"].is_string()).collect();
    assert!(!rows.is_empty(), "{}{}", ran.out, ran.err);
    rows
}

/// Returns the number of solutions and the method.
fn counted(row: &Json) -> (&Json, &Json) {
    assert_eq!((&row["complete"], &row["checked"]), (&true.into(), &true.into()), "{row}");
    (&row["count"], &row["counting"])
}

/// The published numbers of Latin squares (McKay and Wanless 2005).
#[test]
fn latin_squares_are_counted_as_orbits() {
    let folder = tempfile::tempdir().unwrap();
    let row = &rows(folder.path(), &["solve", "latin:6", "--count"])[0];
    assert_eq!(counted(row), (&json!(812_851_200), &json!("orbits")));
    assert_eq!((&row["orbits"], row.get("weighted")), (&json!(9408), None));
    let ran = fed(folder.path(), &["solve", "latin:6", "--count"], b"");
    let said =
        "satisfiable: 812851200 solutions, no others (counted as 9408 orbits, each of 86400)";
    assert!(ran.out.contains(said), "{}", ran.out);
    // A named model or engine is used as it is.
    let plain = ["solve", "latin:5", "--count", "--model", "cells"];
    assert_eq!(counted(&rows(folder.path(), &plain)[0]).0, &json!(161_280));
    let native = ["solve", "latin:4", "--count", "--engine", "native"];
    assert_eq!(counted(&rows(folder.path(), &native)[0]), (&json!(576), &json!("enumeration")));
    let set = &rows(folder.path(), &["solve", "set:81", "--count"])[0];
    assert_eq!((counted(set).0, &set["orbits"]), (&json!(1080), &json!(40)));
}

#[test]
fn numbers_of_any_size_come_out_whole() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("free.cnf"), "p cnf 24 0\n").unwrap();
    fs::write(folder.path().join("large.cnf"), "p cnf 200 1\n1 2 0\n").unwrap();
    let free = &rows(folder.path(), &["solve", "free.cnf", "--count"])[0];
    assert_eq!(counted(free), (&json!(1 << 24), &json!("parts")));
    // 3 * 2^198
    let expected = "1205203533194242706656471569255871951891652245337094626476032";
    for engine in [&[][..], &["--engine", "count:native"]] {
        let args = [&["solve", "large.cnf", "--count"], engine].concat();
        assert_eq!(counted(&rows(folder.path(), &args)[0]).0, &json!(expected));
    }
    let ran =
        fed(folder.path(), &["solve", "large.cnf", "--count", "--engine", "count:native"], b"");
    assert!(ran.out.contains(expected), "{}", ran.out);
    let other = fed(folder.path(), &["solve", "free.cnf", "--engine", "count:native"], b"");
    assert!(other.out.contains("only counts"), "{}", other.out);
}

/// The published numbers of Sudokus with boxes of 2 by 3 and of Latin squares of order 7 (OEIS
/// A002860), which are too large to enumerate in a test.
#[test]
fn squares_without_clues_are_counted_by_their_shapes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("empty.sudoku"), ". . . . . .\n".repeat(6)).unwrap();
    let cells = &["--model", "cells"][..];
    let squares: u64 = 61_479_419_904_000;
    for (file, model, expected, orbits) in [
        ("empty.sudoku", cells, 28_200_960, None),
        ("latin:7", cells, squares, None),
        ("latin:7", &[], squares, Some(16_942_080)),
    ] {
        let row = &rows(folder.path(), &[&["solve", file, "--count"], model].concat())[0];
        assert_eq!(counted(row).0, &json!(expected), "{file} {model:?}");
        assert_eq!(row["orbits"].as_u64(), orbits);
        assert!(row["counters"]["shapes"].as_u64() > Some(0), "{row}");
    }
}

#[test]
fn a_comparison_of_counts_has_one_without_enumeration() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(folder.path(), &["compare", "latin:4", "--count", "--models", "cells"]);
    let own = rows.iter().find(|row| row["engine"] == "count:native").expect("a row");
    assert_eq!(counted(own), (&json!(576), &json!("cache")));
    assert!(rows.iter().any(|row| row["counting"] == "enumeration" && row["count"] == 576));
    assert!(rows.iter().all(|row| row["verdict"] == "agree" || row["verdict"].is_null()));
    // A child gives the result of this process.
    let args = ["solve", "latin:5", "--count", "--engine", "count:native", "--isolate"];
    let child = &self::rows(folder.path(), &args)[0];
    assert_eq!(counted(child), (&json!(161_280), &json!("cache")));
}

#[test]
fn where_the_cache_does_not_help_threads_enumerate() {
    let folder = tempfile::tempdir().unwrap();
    let row = &rows(folder.path(), &["solve", "queens:12", "--count"])[0];
    assert_eq!(counted(row), (&json!(14_200), &json!("enumeration")));
    assert!(row["counters"]["lookups"].as_u64() > Some(1000), "{row}");
    assert!(row["counters"]["cubes"].as_u64() > Some(5), "{row}");
}
