//! Claims about models that keep orbits, or a part of the solutions: no sentence, no member of JSON
//! and no exit code speaks of all solutions.
//!
//! Random boards of squares whose solutions are known are solved in every model and every way, and
//! each claim is compared with the number of solutions. `PARALLAX_CASES` is the number of boards.

use std::fs;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

use crate::common::{Ran, fed};

/// All squares of an order with values up to `most`, each of whose beginnings `is_square` accepts.
fn squares(
    order: usize,
    most: usize,
    is_square: &dyn Fn(&[usize], usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..order * order {
        let longer = |own: &Vec<usize>| {
            let next = (1..=most).map(|value| [&own[..], &[value]].concat());
            next.filter(|own| is_square(own, order)).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Whether the beginning of a square may become a Latin one.
fn is_latin(cells: &[usize], order: usize) -> bool {
    let (last, before) = cells.split_last().expect("a cell");
    let place = before.len();
    before.iter().enumerate().all(|(other, value)| {
        value != last || (other / order != place / order && other % order != place % order)
    })
}

/// Whether the beginning of a square of order 3 may become a magic one.
fn is_magic(cells: &[usize], _order: usize) -> bool {
    let (last, before) = cells.split_last().expect("a cell");
    const LINES: [[usize; 3]; 8] =
        [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
    let sums = LINES.iter().filter(|line| line.iter().all(|&cell| cell < cells.len()));
    !before.contains(last)
        && sums
            .map(|line| line.map(|cell| cells[cell]))
            .all(|line| line.iter().sum::<usize>() == 15)
}

/// A puzzle: its name, its order, all its squares, and the models to ask.
struct Squares {
    puzzle: &'static str,
    order: usize,
    all: Vec<Vec<usize>>,
    models: &'static [&'static str],
}

impl Squares {
    /// Returns the text of a board with these cells, 0 for an open one.
    fn board(&self, cells: &[usize]) -> String {
        let order = self.order;
        let rows = cells.chunks(order).map(|row| {
            let words: Vec<String> = row
                .iter()
                .map(|&value| if value == 0 { "-1".into() } else { value.to_string() })
                .collect();
            words.join(" ")
        });
        match self.puzzle {
            "latin" => format!("order {order}\n{}\n", rows.collect::<Vec<_>>().join("\n")),
            _ => {
                let clues = cells.iter().enumerate().filter(|(_, value)| **value > 0);
                let clues: Vec<String> = clues
                    .map(|(at, value)| format!("{} {} {value}\n", at / order + 1, at % order + 1))
                    .collect();
                format!("{order} {}\n{}", clues.len(), clues.concat())
            }
        }
    }
}

/// What is wrong with an answer in JSON, where there are `truth` solutions.
fn fault_of_row(row: &Json, code: Option<i32>, truth: usize, task: &str) -> Option<String> {
    let number = row["count"].as_u64().expect("a number") as usize;
    let claim = row["claim"].as_str().unwrap_or("none");
    let wrong = match claim {
        "unsat" => truth != 0,
        "unique" => truth != 1 || number != 1,
        "count" => truth != number,
        _ => false,
    };
    if wrong {
        return Some(format!("the claim {claim}"));
    }
    let words = row["proof"].as_str().unwrap_or("");
    fault_of_sentence(words, truth).or_else(|| fault_of_code(code, truth, task))
}

/// What is wrong with a sentence.
fn fault_of_sentence(line: &str, truth: usize) -> Option<String> {
    if line.contains(" up to symmetry") || line.contains(" under +") {
        return None;
    }
    let stated = if line.contains("exactly one solution") {
        Some(1)
    } else if line.contains("unsatisfiable") {
        Some(0)
    } else {
        let after = line.split("exactly ").nth(1).or(line.split("satisfiable: ").nth(1));
        let complete = line.contains("exactly ") || line.contains("no others");
        after.filter(|_| complete).and_then(|rest| rest.split(' ').next()?.parse().ok())
    };
    stated.filter(|&stated: &usize| stated != truth).map(|_| format!("the sentence '{line}'"))
}

/// What is wrong with an exit code.
fn fault_of_code(code: Option<i32>, truth: usize, task: &str) -> Option<String> {
    let wrong = match (code, task.contains("--unique")) {
        (Some(20), _) => truth != 0,
        (Some(10), true) => truth != 1,
        (Some(11), _) => truth < 2,
        (Some(0 | 10 | 40), _) => false,
        _ => true,
    };
    wrong.then(|| format!("the exit code {code:?}"))
}

#[test]
#[allow(clippy::too_many_lines, reason = "a list of cases")]
fn no_claim_is_about_more_than_was_searched() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(4);
    let folder = tempfile::tempdir().expect("a folder");
    let kinds = [
        Squares {
            puzzle: "latin",
            order: 3,
            all: squares(3, 3, &is_latin),
            models: &["cells", "cells+symmetry", "placed+symmetry"],
        },
        Squares {
            puzzle: "magic",
            order: 3,
            all: squares(3, 9, &is_magic),
            models: &["cells", "cells+symmetry", "cells+corners"],
        },
    ];
    assert_eq!((kinds[0].all.len(), kinds[1].all.len()), (12, 8));
    let mut orbits = 0;
    for case in 0..cases {
        let rng = &mut ChaCha8Rng::seed_from_u64(case);
        let kind = &kinds[case as usize % kinds.len()];
        let shown = &kind.all[rng.random_range(0..kind.all.len())];
        // Few clues leave symmetry; a wrong one leaves perhaps no solution.
        let mut cells: Vec<usize> =
            shown.iter().map(|&v| if rng.random_bool(0.15) { v } else { 0 }).collect();
        if rng.random_bool(0.3) {
            let at = rng.random_range(0..cells.len());
            cells[at] = rng.random_range(1..=if kind.puzzle == "magic" { 9 } else { 3 });
        }
        let fits =
            |own: &&Vec<usize>| own.iter().zip(&cells).all(|(own, clue)| *clue == 0 || own == clue);
        let truth = kind.all.iter().filter(fits).count();
        let name = format!("board.{}", if kind.puzzle == "latin" { "pls" } else { "dat" });
        fs::write(folder.path().join(&name), kind.board(&cells)).expect("a file");
        for model in kind.models {
            for task in [
                "--unique",
                "--certify",
                "--unique --certify",
                "--count --certify",
                "--all --certify",
                "--count --certify --engine native",
            ] {
                let line = format!("solve {name} --puzzle {} --model {model} {task}", kind.puzzle);
                let ask = |more: &str| -> Ran {
                    let line = format!("{line}{more}");
                    fed(&folder, &line.split(' ').collect::<Vec<_>>(), b"")
                };
                let ran = ask(" --format json");
                let last = ran.out.lines().last().unwrap_or_default();
                let row: Json = serde_json::from_str(last)
                    .unwrap_or_else(|_| panic!("{line}: {}{}", ran.out, ran.err));
                // An option may have nothing to break.
                if row["answer"] == "error" {
                    assert_eq!(ran.code, Some(2), "{line}: {row}");
                    continue;
                }
                let fault = fault_of_row(&row, ran.code, truth, task);
                assert_eq!(fault, None, "case {case}, {truth} solutions: {line}: {row}");
                orbits += u64::from(row["claim"] == "orbits");
                let text = ask("");
                let fault = text.out.lines().find_map(|line| fault_of_sentence(line, truth));
                let fault = fault.or_else(|| fault_of_code(text.code, truth, task));
                assert_eq!(fault, None, "case {case}, {truth} solutions: {line}: {}", text.out);
                // Who asks for a certificate is not told what nothing certifies.
                let says = text.out.lines().any(|line| line == "satisfiable: exactly one solution");
                let certified =
                    text.out.contains("certified (") && text.out.contains(": exactly one solution");
                assert!(!says || certified || !task.contains("--certify"), "{line}: {}", text.out);
            }
        }
    }
    assert!(orbits > cases, "{orbits}");
}

#[test]
fn what_all_solutions_have_in_common_needs_all_solutions() {
    for model in ["cells+symmetry", "cells+corners"] {
        let ran = fed(".", &["solve", "magic:3", "--candidates", "--model", model], b"");
        assert_eq!((ran.code, &*ran.out), (Some(2), ""), "{model}: {}", ran.err);
        assert!(
            ran.err.contains("drops solutions; what all have in common needs a model"),
            "{}",
            ran.err
        );
    }
}

#[test]
fn an_empty_part_is_unknown() {
    let folder = tempfile::tempdir().expect("a folder");
    // Corners in an order that the option excludes.
    fs::write(folder.path().join("part.dat"), "3 1\n1 1 8\n").expect("a file");
    let ask = |more: &str| {
        let line = format!("solve part.dat --puzzle magic --model cells+corners{more}");
        fed(&folder, &line.split(' ').collect::<Vec<_>>(), b"")
    };
    let ran = ask("");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.out.contains("unsatisfiable: no solution under +corners"), "{}", ran.out);
    assert_eq!(ask(" -q").out, "unknown\n");
    assert_eq!(ask(" -q --count").out, "unknown\n");
    assert!(ask(" --format xcsp3").out.contains("s UNKNOWN"));
    let certified = ask(" --certify");
    assert_eq!(certified.code, Some(0), "{}", certified.out);
    let words = "certified (flattened model): unsatisfiable under +corners";
    assert!(certified.out.contains(words), "{}", certified.out);
    let row: Json = serde_json::from_str(&ask(" --certify --format json").out).expect("an object");
    assert_eq!(
        (&row["claim"], &row["standing"]),
        (&"part".into(), &"certified (flattened model)".into())
    );
}
