//! `parallax reproduce sudoku-models` on the command line.

use crate::common::{Ran, fed};

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn reproduce(line: &str) -> Ran {
    let words: Vec<&str> = std::iter::once("reproduce").chain(line.split(' ')).collect();
    fed(HOME, &words, b"")
}

#[test]
fn sudoku_models_writes_the_figure() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new");
    let run = format!(
        "sudoku-models --number 5 --empty 20..50 --step 15 --limit 2000 --format json --out {}",
        out.display()
    );
    let ran = reproduce(&run);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let records: Vec<serde_json::Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    // Three numbers of empty cells and the table, eight curves, three measures.
    assert_eq!(records.len(), 4 * 8 * 3);
    for record in &records {
        let limit = record["limit_reached"].as_bool().unwrap();
        assert_eq!(record["mean"].is_null(), limit, "{record}");
        assert_eq!(record["variance"].is_null(), limit, "{record}");
        assert!(!limit || record["model"] == "report2", "{record}");
        assert_eq!(record["boards"], 5);
    }
    let mean = |model: &str, split: u64| {
        let of = |r: &&serde_json::Value| {
            r["source"] == "table-1" && r["measure"] == "propagation" && r["model"] == model
        };
        let found = records.iter().filter(of).find(|r| r["split"] == split).unwrap();
        found["mean"].as_f64()
    };
    assert_eq!(mean("report2", 1), None);
    for split in [1, 2] {
        // Values that only one cell can take are fixed.
        assert!(mean("channelled", split) < mean("cells", split));
        assert!(mean("positions", split) < mean("cells", split));
    }
    let csv = std::fs::read_to_string(out.join("figure-1.csv")).unwrap();
    assert_eq!(csv.lines().count(), 4 * 8 * 3 + 1);
    for measure in ["time", "split", "propagation"] {
        for split in [1, 2] {
            let file = out.join(format!("figure-1-{measure}-split-{split}.svg"));
            let picture = std::fs::read_to_string(file).unwrap();
            assert!(picture.contains(">channelled<") && picture.ends_with("</svg>\n"));
        }
    }
}

#[test]
fn sudoku_models_counts_the_same_as_sudoku_splits() {
    let means = |line: &str, wanted: &dyn Fn(&serde_json::Value) -> bool| -> Vec<String> {
        let ran = reproduce(line);
        let records =
            ran.out.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap());
        let counted = records.filter(|r| r["measure"] != "time" && wanted(r));
        let mut all: Vec<String> = counted
            .map(|r| format!("{} {} {} {}", r["measure"], r["split"], r["mean"], r["variance"]))
            .collect();
        all.sort();
        all
    };
    let splits = means("sudoku-splits --number 12 --seed 4 --format json", &|_| true);
    let table = |r: &serde_json::Value| r["source"] == "table-1" && r["model"] == "cells";
    for jobs in [1, 3] {
        let line = format!(
            "sudoku-models --number 12 --seed 4 --empty 1 --limit 100000 --format json --jobs {jobs}"
        );
        assert_eq!(means(&line, &table), splits);
    }
    assert_eq!(splits.len(), 4);
}

#[test]
fn sudoku_models_groups_the_boards_of_a_file() {
    let input = "1034300001434021\n1234341221430321\n1134000000000000\n1034300001434021\n";
    let args = ["reproduce", "sudoku-models", "--boards", "-", "--format", "csv"];
    let ran = fed(HOME, &args, input.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("1 boards without a solution are left out"), "{}", ran.err);
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let records: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    assert_eq!(records.len(), 3 * 8 * 3);
    let boards = |source: &str, empty: &str| {
        let of = |r: &&csv::StringRecord| &r[0] == source && &r[1] == empty;
        records.iter().find(of).map(|r| r[6].to_owned())
    };
    assert_eq!(boards("figure-1", "6").as_deref(), Some("2"), "{}", ran.out);
    assert_eq!(boards("figure-1", "2").as_deref(), None);
    assert_eq!(boards("figure-1", "1").as_deref(), Some("1"));
    assert_eq!(boards("table-1", "").as_deref(), Some("3"));
    let mixed = format!("{input}{}\n", ".".repeat(81));
    let ran = fed(HOME, &args, mixed.as_bytes());
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    assert!(ran.err.contains("-: boards of different orders"), "{}", ran.err);
    for (line, message) in [
        ("sudoku-models --empty 0..9", "'0..9'; expected for example 5..55, within 1..57"),
        ("sudoku-models --empty 50..58", "within 1..57"),
        ("sudoku-models --empty 9..5", "within 1..57"),
        ("sudoku-models --boards - --step 2", "cannot be used with"),
        ("sudoku-models --number 0", "invalid value '0'"),
        ("sudoku-models --limit 0", "invalid value '0'"),
        ("sudoku-models --boards instances/latin-5.pls", "expected Sudokus"),
    ] {
        let ran = reproduce(line);
        assert_eq!(ran.code, Some(2), "{line}");
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
    }
}
