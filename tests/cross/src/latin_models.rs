//! Every engine finds the solutions of Latin squares in every viewpoint.

use std::collections::BTreeSet;

use parallax_compare::{Row, Verdict};
use parallax_instance::{PuzzleSolution, SourcedInstance};
use parallax_model::Value;
use parallax_model::engine_api::{Answer, Task};
use parallax_puzzles::latin::LatinPuzzle;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::{engines, plan, plan_of, results};

type Sets = BTreeSet<PuzzleSolution>;

const VIEWPOINTS: [&str; 3] = ["cells", "placed", "triples"];

fn found(square: &LatinPuzzle) -> SourcedInstance {
    let instance = Box::new(square.clone());
    SourcedInstance::from_boxed("test", instance)
}

fn square(text: &str) -> LatinPuzzle {
    let clue = |c: char| c.to_digit(10).map(|value| value as Value);
    LatinPuzzle::new(text.len().isqrt(), text.chars().map(clue).collect()).unwrap()
}

/// Returns all solutions, found by trying values cell by cell.
fn plainly(square: &LatinPuzzle) -> Sets {
    let order = square.order();
    let mut found = vec![Vec::new()];
    for (cell, clue) in square.clues().iter().enumerate() {
        let before = |cells: &[Value]| -> Vec<Value> {
            let row = cell / order * order..cell;
            let column = (0..cell / order).map(|row| row * order + cell % order);
            row.chain(column).map(|other| cells[other]).collect()
        };
        let longer = |cells: Vec<Value>| {
            let taken = before(&cells);
            let values =
                (1..=order as Value).filter(|&value| clue.is_none_or(|clue| clue == value));
            let free = values.filter(|value| !taken.contains(value));
            free.map(|value| [&cells[..], &[value]].concat()).collect::<Vec<_>>()
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found.into_iter().collect()
}

/// Checks that every row has exactly these solutions; only brute force may decline a model, and
/// reformulation if there are no dimensions to split: never in `cells`, and not with at most one
/// hole.
fn all_give(list: &str, squares: &[LatinPuzzle]) {
    let expected: Vec<Sets> = squares.iter().map(plainly).collect();
    let all = results(&plan(engines(list), Task::All), squares.iter().map(found));
    assert_eq!(all.len(), expected.len());
    for ((compared, expected), square) in all.iter().zip(&expected).zip(squares) {
        let holes = square.clues().iter().filter(|clue| clue.is_none()).count();
        let (out, rows): (Vec<&Row>, _) =
            compared.rows.iter().partition(|row| row.is_unsupported());
        let may_decline = |row: &&Row| {
            &*row.engine == "brute"
                || ((&*row.model == "cells" || holes < 2) && row.engine.starts_with("reform:split"))
        };
        assert!(out.iter().all(may_decline), "{out:?}");
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
}

const EVERY: &str = "all,sat:*,reform:split=always,reform:split=never,reform:use=values";

#[test]
fn small_squares_have_all_their_solutions() {
    let texts = [
        // No clue; one; full; a hole; a value twice in a row, in a column; a hole without a value.
        ".",
        "1",
        "....",
        ".........",
        "1........",
        "123231312",
        "123231.12",
        "11.......",
        "1..1.....",
        "12..3....",
        "12...3...",
        "122331311",
    ];
    let squares: Vec<LatinPuzzle> = texts.iter().map(|text| square(text)).collect();
    assert_eq!(plainly(&squares[3]).len(), 12);
    all_give(EVERY, &squares);
    for square in squares {
        all_give(EVERY, &[square]);
    }
}

/// Makes a square that is shifted from row to row, with its values permuted. A cell is blank with
/// probability `blank`, and `changed` clues are changed.
fn random(rng: &mut ChaCha8Rng, order: usize, blank: f64, changed: usize) -> LatinPuzzle {
    let mut values: Vec<Value> = (1..=order as Value).collect();
    values.shuffle(rng);
    let value = |cell: usize| values[(cell % order + cell / order) % order];
    let cells = (0..order * order).map(value);
    let mut clues: Vec<Option<Value>> =
        cells.map(|value| (!rng.random_bool(blank)).then_some(value)).collect();
    for _ in 0..changed {
        clues[rng.random_range(0..order * order)] = Some(rng.random_range(1..=order as Value));
    }
    LatinPuzzle::new(order, clues).unwrap()
}

#[test]
fn random_squares_have_the_same_solutions_in_every_viewpoint() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut counts = BTreeSet::new();
    for (order, blank, changed, number) in
        [(4, 0.6, 0, 30), (4, 0.8, 1, 6), (5, 0.5, 0, 6), (5, 0.5, 2, 6), (6, 0.4, 1, 5)]
    {
        let squares: Vec<LatinPuzzle> =
            (0..number).map(|_| random(&mut rng, order, blank, changed)).collect();
        counts.extend(squares.iter().map(|square| plainly(square).len().min(2)));
        all_give("native,reform,sat:batsat,sat:varisat+order,smt:z3,cp:pumpkin", &squares);
    }
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [0, 1, 2]);
}

/// Orbits have the same representatives in every viewpoint.
#[test]
fn viewpoints_break_the_same_symmetry() {
    let names = VIEWPOINTS.map(|name| format!("{name}+symmetry")).join(",");
    let texts = [
        "....",
        ".........",
        "1234............",
        "12..21..........",
        "1...............",
        ".12..21.........",
    ];
    for text in texts {
        let square = square(text);
        let all =
            results(&plan_of(&names, engines("native,sat:batsat"), Task::All), [found(&square)]);
        assert_eq!(all[0].verdict, Verdict::Agree, "{text}: {:?}", all[0].rows);
        let kept = |row: &Row| row.kept.iter().cloned().collect::<Sets>();
        let expected = kept(&all[0].rows[0]);
        assert!(!expected.is_empty(), "{text}");
        for row in &all[0].rows {
            assert!(row.complete, "{text}: {row:?}");
            assert_eq!(kept(row), expected, "{text}: {row:?}");
            assert_eq!(row.weighted, Some(plainly(&square).len().into()), "{text}");
        }
    }
}
