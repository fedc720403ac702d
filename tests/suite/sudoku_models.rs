//! Every engine finds the solutions of Sudokus in every viewpoint.

use std::collections::BTreeSet;

use parallax_compare::{InstanceComparison, Row, Verdict};
use parallax_instance::{PuzzleSolution, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::{Answer, Task};
use parallax_puzzles::sudoku::SudokuPuzzle;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{engines, fed, plan, plan_of, results};

type Sets = BTreeSet<PuzzleSolution>;

const VIEWPOINTS: [&str; 5] = ["cells", "positions", "channelled", "report2", "placed"];

fn board(text: &str) -> SudokuPuzzle {
    let clue = |c: char| c.to_digit(36).filter(|&value| value > 0).map(|value| value as Value);
    SudokuPuzzle::new(text.len().isqrt(), text.chars().map(clue).collect()).unwrap()
}

fn found(board: SudokuPuzzle) -> SourcedInstance {
    let instance = Box::new(board);
    SourcedInstance::from_boxed("test", instance)
}

/// Returns all solutions, found by trying values cell by cell.
fn plainly(board: &SudokuPuzzle) -> Sets {
    let mut all = Sets::new();
    let order = board.order();
    let free = |cells: &[Value], at: usize, value: Value| {
        let unit = |cell: usize| {
            let (row, column) = (cell / order, cell % order);
            [row, column, row / board.box_height() * order + column / board.box_width()]
        };
        let meets = |cell: usize| unit(cell).iter().zip(unit(at)).any(|(&a, b)| a == b);
        (0..cells.len()).all(|cell| cell == at || cells[cell] != value || !meets(cell))
    };
    let mut cells: Vec<Value> = board.clues().iter().map(|clue| clue.unwrap_or(0)).collect();
    for (at, clue) in board.clues().iter().enumerate() {
        if clue.is_some_and(|value| !free(&cells, at, value)) {
            return all;
        }
    }
    complete(&mut cells, order as Value, &free, &mut all);
    all
}

fn complete(
    cells: &mut Vec<Value>,
    order: Value,
    free: &dyn Fn(&[Value], usize, Value) -> bool,
    all: &mut Sets,
) {
    let Some(at) = cells.iter().position(|&value| value == 0) else {
        all.insert(cells.clone());
        return;
    };
    for value in 1..=order {
        if free(cells, at, value) {
            cells[at] = value;
            complete(cells, order, free, all);
            cells[at] = 0;
        }
    }
}

/// Checks that every row has exactly these solutions; only brute force and reformulation may
/// decline a board.
fn gives(compared: &InstanceComparison, expected: &Sets) {
    let (out, rows): (Vec<&Row>, _) = compared.rows.iter().partition(|row| row.is_unsupported());
    let may = |row: &&Row| ["brute", "reform"].contains(&&*row.engine);
    assert!(out.iter().all(may), "{out:?}");
    assert_eq!(compared.verdict, Verdict::Agree, "{:?}", compared.rows);
    for name in VIEWPOINTS {
        assert!(rows.iter().any(|row| &*row.model == name), "{name}");
    }
    for row in rows {
        assert!(row.complete, "{row:?}");
        assert_eq!(row.answer == Answer::Unsatisfiable, expected.is_empty(), "{row:?}");
        assert_eq!(row.kept.iter().cloned().collect::<Sets>(), *expected, "{row:?}");
        assert_eq!(row.kept.len(), expected.len(), "{row:?}");
    }
}

fn all_give(list: &str, boards: Vec<SudokuPuzzle>) {
    let expected: Vec<Sets> = boards.iter().map(plainly).collect();
    let all = results(&plan(engines(list), Task::All), boards.into_iter().map(found));
    assert_eq!(all.len(), expected.len());
    for (compared, expected) in all.iter().zip(&expected) {
        gives(compared, expected);
    }
}

#[test]
fn boards_of_order_4_have_all_their_solutions() {
    let texts = [
        // No clue; several solutions; one.
        "0000000000000000",
        "1000000000000000",
        "1030000000104000",
        "1234000000004321",
        // A value twice in a row, a column, a box; a clue that leaves a cell without a value.
        "1010000000000000",
        "1000000010000000",
        "1000010000000000",
        "1230000400000000",
    ];
    let boards: Vec<SudokuPuzzle> = texts.iter().map(|text| board(text)).collect();
    assert_eq!(boards.iter().map(|board| plainly(board).len()).collect::<Vec<_>>()[0], 288);
    all_give("all,sat:*", boards);
}

#[test]
fn one_board_at_a_time_has_its_solutions_too() {
    // The clues become part of the model; nearly full boards are within the reach of brute force.
    for text in ["1234341221434320", "1234341221004300", "1034300001434021", "1134341221434320"] {
        all_give("all,sat:*", vec![board(text)]);
    }
}

#[test]
fn boards_of_order_6_have_all_their_solutions() {
    let texts = [
        "103406450123031064064031512640640312",
        "103400450103001064060031002640040310",
        "123456456123231564564231312645645312",
        "113400450103001064060031002640040310",
    ];
    let boards: Vec<SudokuPuzzle> = texts.iter().map(|text| board(text)).collect();
    assert!(plainly(&boards[1]).len() > 1, "{}", plainly(&boards[1]).len());
    all_give("native,native:mid+sval,ac,d-way,sat:*,smt:z3,cp:pumpkin", boards);
}

/// Makes a board from a full one that is shifted from row to row, with its values permuted. A cell
/// is blank with probability `blank`, and `changed` clues are changed.
fn random(rng: &mut ChaCha8Rng, order: usize, blank: f64, changed: usize) -> SudokuPuzzle {
    let empty = SudokuPuzzle::without_clues(order).unwrap();
    let (height, width) = (empty.box_height(), empty.box_width());
    let mut values: Vec<Value> = (1..=order as Value).collect();
    values.shuffle(rng);
    let shift = |row: usize| row % height * width + row / height;
    let mut clues: Vec<Option<Value>> = (0..order * order)
        .map(|cell| values[(cell % order + shift(cell / order)) % order])
        .map(|value| (!rng.random_bool(blank)).then_some(value))
        .collect();
    for _ in 0..changed {
        let cell = rng.random_range(0..order * order);
        clues[cell] = Some(rng.random_range(1..=order as Value));
    }
    SudokuPuzzle::new(order, clues).unwrap()
}

#[test]
fn random_boards_have_the_same_solutions_in_every_viewpoint() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = BTreeSet::new();
    for (order, blank, changed) in [(4, 0.6, 0), (4, 0.8, 1), (6, 0.5, 0), (6, 0.6, 1), (8, 0.4, 1)]
    {
        // More than one block of boards that share a session.
        let number = if order == 4 { 80 } else { 25 };
        let boards: Vec<SudokuPuzzle> =
            (0..number).map(|_| random(&mut rng, order, blank, changed)).collect();
        counts.extend(boards.iter().map(|board| plainly(board).len().min(2)));
        all_give("native,sat:batsat,sat:varisat+order", boards);
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

#[test]
fn boards_of_order_9_10_and_16_have_one_solution_in_every_viewpoint() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let list = "native,sat:batsat,sat:cadical,smt:z3,cp:pumpkin";
    for (order, blank, changed) in [(9, 0.5, 3), (10, 0.3, 0), (16, 0.1, 0)] {
        let one = random(&mut rng, order, blank, changed);
        let expected = plainly(&one);
        let models = if order == 16 {
            "cells,positions,channelled,placed"
        } else {
            "cells,positions,channelled,report2,placed"
        };
        let all = results(&plan_of(models, engines(list), Task::All), [found(one)]);
        assert_eq!(all[0].verdict, Verdict::Agree, "{:?}", all[0].rows);
        for row in &all[0].rows {
            assert!(row.complete, "{row:?}");
            assert_eq!(row.kept.iter().cloned().collect::<Sets>(), expected, "{row:?}");
        }
    }
}

const HOME: &str = env!("CARGO_MANIFEST_DIR");

fn compare(line: &str) -> (Option<i32>, String, String) {
    let words: Vec<&str> = std::iter::once("compare").chain(line.split(' ')).collect();
    let ran = fed(HOME, &words, b"");
    (ran.code, ran.out, ran.err)
}

#[test]
fn a_summary_counts_the_fastest_viewpoint_of_each_engine() {
    let list = "instances/sudoku-4.sudoku instances/sudoku-6.sudoku --models all --engines native,sat:batsat";
    let (code, out, _) = compare(&format!("{list} --format json --summary"));
    assert_eq!(code, Some(0), "{out}");
    let mut lines: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let overall = lines.pop().unwrap();
    let instances = overall["instances"].as_u64().unwrap();
    assert_eq!(
        (&overall["rows"], &overall["verdict"]),
        (&(instances * 10).into(), &"agree".into())
    );
    assert_eq!(lines.len(), 10);
    for engine in ["native", "sat:batsat+direct"] {
        let of = lines.iter().filter(|line| line["engine"] == engine);
        let fastest: u64 = of.map(|line| line["fastest"].as_u64().unwrap()).sum();
        assert_eq!(fastest, instances, "{engine}");
    }
    let answers =
        |line: &serde_json::Value| line["sat"].as_u64().unwrap() + line["unsat"].as_u64().unwrap();
    assert!(lines.iter().all(|line| answers(line) == instances && line["agreed"] == instances));
    let (_, text, _) = compare(list);
    let title = "Seconds by model, and on how many instances it was the fastest for the engine:";
    assert!(text.contains(title), "{text}");
    // With one viewpoint there is no comparison of viewpoints.
    let one = "instances/sudoku-4.sudoku --models positions --engines native,sat:batsat";
    let (_, text, _) = compare(one);
    assert!(!text.contains("Seconds by model"), "{text}");
    let (_, json, _) = compare(&format!("{one} --format json --summary"));
    assert!(json.lines().take(2).all(|line| line.contains("\"fastest\":0")), "{json}");
    for format in ["text", "csv", "markdown"] {
        let (code, _, err) = compare(&format!("{one} --summary --format {format}"));
        assert!(code == Some(2) && err.contains("goes with --format json"), "{format} {err}");
    }
}

#[test]
fn what_is_too_large_for_a_viewpoint_is_not_applicable() {
    let (code, out, _) = compare("sudoku:26 --models report2 --engines native --format json");
    assert_eq!(code, Some(3), "{out}");
    assert!(out.contains("has 718250 inequalities; the limit is 600000"), "{out}");
}
