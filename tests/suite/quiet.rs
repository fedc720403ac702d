//! `-q` prints exactly the answer: a count, a value, a board, a grade, a verdict.

use std::fs;

use crate::common::fed;

const HOME: &str = env!("CARGO_MANIFEST_DIR");

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Boards and a knapsack: with one solution, several and none, and with an objective.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let twice = EASY.replacen("53", "55", 1);
    let files = [
        ("easy.sudoku", EASY.to_owned()),
        ("open.sudoku", "1...............".to_owned()),
        ("none.sudoku", twice.clone()),
        ("all.sudoku", format!("{EASY}\n{twice}\n")),
        (
            "best.model.json",
            r#"{"format": "parallax-model-1",
              "variables": [{"name": "a", "domain": "0..3"}, {"name": "b", "domain": "0..3"}],
              "constraints": [{"kind": "linear", "terms": [{"variable": "a"}, {"variable": "b"}],
                "relation": "<=", "constant": 4}],
              "maximize": [{"coefficient": 2, "variable": "a"}, {"variable": "b"}]}"#
                .to_owned(),
        ),
    ];
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

#[test]
fn every_command_prints_its_answer_alone() {
    let folder = folder();
    let grid = format!("{SOLVED}\n");
    for (line, code, expected) in [
        ("solve -q easy.sudoku", 10, grid.as_str()),
        ("solve -q easy.sudoku --unique", 10, &grid),
        ("solve -q none.sudoku", 20, "unsatisfiable\n"),
        ("solve -q none.sudoku --unique", 20, "unsatisfiable\n"),
        ("solve -q none.sudoku --all", 20, "unsatisfiable\n"),
        ("solve -q easy.sudoku --count", 10, "1\n"),
        ("solve -q latin:3 --limit 2", 10, "2 1 3 1 3 2 3 2 1\n2 1 3 3 2 1 1 3 2\n"),
        ("solve -q best.model.json", 30, "7\n"),
        ("solve -q best.model.json --limit 1", 10, "a = 0, b = 0\n"),
        ("solve -q latin:9 --engine native,limit=1 --count", 0, "unknown\n"),
        ("count -q latin:4", 10, "576\n"),
        ("count -q none.sudoku", 20, "0\n"),
        ("compare -q easy.sudoku --engines native,sat:batsat", 0, "agree\n"),
        ("compare -q easy.sudoku --engines native,sat:batsat --runs 2", 0, "agree\n"),
        ("compare -q all.sudoku --engines native,sat:batsat", 0, "agree\n"),
        ("rate -q easy.sudoku", 0, "easy\n"),
        ("rate -q open.sudoku", 0, "several solutions\n"),
        ("rate -q all.sudoku", 0, "easy\nno solution\n"),
        ("check -q easy.sudoku none.txt", 2, ""),
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let ran = fed(&folder, &words, b"");
        assert_eq!((ran.code, ran.out.as_str()), (Some(code), expected), "{line}\n{}", ran.err);
        assert!(ran.err.is_empty() || code == 2, "{line}\n{}", ran.err);
    }
}

#[test]
fn a_quiet_check_and_hint_have_their_answer_first() {
    let folder = folder();
    let ran = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        fed(&folder, &words, b"").out
    };
    assert_eq!(ran(&format!("check -q easy.sudoku {SOLVED}")), "valid\n");
    let wrong = SOLVED.replacen("53", "35", 1);
    assert!(ran(&format!("check -q easy.sudoku {wrong}")).starts_with("invalid: "));
    let why = ran("why -q easy.sudoku --value r1c3=4");
    assert!(why.starts_with("r1c3 = 4 is forced"), "{why}");
    let hint = ran("hint -q easy.sudoku");
    assert!(hint.starts_with("hidden single"), "{hint}");
    let set = fed(HOME, &["solve", "-q", "instances/set-none.set"], b"");
    assert_eq!((set.code, set.out.as_str()), (Some(20), "unsatisfiable\n"));
}
