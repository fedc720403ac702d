//! Each rule against its sentence: over all fillings of small grids, its constraints hold exactly
//! where its check does.

use std::collections::BTreeMap;

use parallax_instance::{Instance, ModelSource};
use parallax_model::{Model, Value};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{again, puzzle};
use crate::GridPuzzle;
use crate::rules::KEYS;
use crate::sample;
use crate::shape::{GridShape, SIDE_STEPS};

/// Returns all fillings of a square whose rows and columns have different digits.
fn fillings(side: usize, (low, high): (Value, Value)) -> Vec<Vec<Value>> {
    let mut found = vec![Vec::new()];
    for cell in 0..side * side {
        let fits = |filling: &Vec<Value>, digit: Value| {
            let (row, column) = (cell / side, cell % side);
            let clashes = |(other, value): (usize, &Value)| {
                *value == digit && (other / side == row || other % side == column)
            };
            !filling.iter().enumerate().any(clashes)
        };
        found = found
            .iter()
            .flat_map(|filling| {
                let digits = (low..=high).filter(|&digit| fits(filling, digit));
                digits.map(|digit| [&filling[..], &[digit]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    found
}

/// Compares the model of a puzzle with its rules on fillings; returns how many both accept.
fn compare(puzzle: &GridPuzzle, fillings: &[Vec<Value>]) -> usize {
    let models: Vec<Model> = ["cells", "cells+sums"]
        .map(|name| puzzle.model(&puzzle.viewpoint(name).expect(name)).expect("a model"))
        .into();
    let mut valid = 0;
    for filling in fillings {
        let by_rules = puzzle.rules(filling);
        for model in &models {
            assert_eq!(model.shown().len(), model.variables().len(), "no hidden variables");
            let by_model = model.check(&[], filling).is_ok();
            assert_eq!(
                by_rules.is_ok(),
                by_model,
                "{filling:?}: {by_rules:?}\n{}",
                puzzle.notation().write_instance()
            );
        }
        valid += usize::from(by_rules.is_ok());
    }
    valid
}

/// Returns lines with the dots, x and v of a random filling, at times without one of them: rules
/// about pairs without a mark look at them.
fn marks(rng: &mut ChaCha8Rng, side: usize, all: &[Vec<Value>]) -> String {
    let filling = &all[rng.random_range(0..all.len())];
    let shape = GridShape { rows: side, columns: side };
    let mut text = String::new();
    for (a, b) in shape.step_pairs(&SIDE_STEPS) {
        let (least, most) = (filling[a].min(filling[b]), filling[a].max(filling[b]));
        let marks = [("white", least + 1 == most), ("black", 2 * least == most)];
        if rng.random_bool(0.02) {
            continue;
        }
        if let Some((mark, _)) = marks.iter().find(|(_, holds)| *holds) {
            text += &format!("{mark}: {}\n", shape.cell_names(&[a, b]));
        }
        if least + most == 5 {
            text += &format!("v: {}\n", shape.cell_names(&[a, b]));
        }
    }
    text
}

#[test]
fn rules_mean_what_they_say_on_all_fillings() {
    let heads = [
        ("puzzle: sudoku 4\n", 4, (1, 4)),
        ("puzzle: latin 4\n", 4, (1, 4)),
        ("puzzle: latin 3\n", 3, (1, 3)),
        ("puzzle: latin 2\ndigits: 1-4\n", 2, (1, 4)),
        ("puzzle: latin 3\ndigits: 0-3\n", 3, (0, 3)),
        ("puzzle: latin 3\ndigits: 3-6\n", 3, (3, 6)),
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let mut seen: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (head, side, digits) in heads {
        let all = fillings(side, digits);
        for key in KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()) {
            // Lines of most rules do not fit into four cells.
            if side == 2 && !key.starts_with("anti") && !key.starts_with("non") {
                continue;
            }
            for _ in 0..5 {
                let line =
                    sample::draw_line(&mut rng, key, side, (digits.0.into(), digits.1.into()));
                let marks = if key.starts_with("all") {
                    marks(&mut rng, side, &all)
                } else {
                    String::new()
                };
                let text = format!("{head}{line}\n{marks}");
                let Ok(puzzle) = puzzle(&text) else { continue };
                assert_eq!(again(&puzzle), puzzle, "{text}");
                let valid = compare(&puzzle, &all);
                let counts = seen.entry(key).or_default();
                counts.0 += usize::from(valid > 0);
                counts.1 += usize::from(valid < all.len());
            }
        }
    }
    for key in KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()) {
        let counts = seen.get(key).copied().unwrap_or_default();
        // These only spare pairs from a rule about all.
        if key.starts_with("any ") {
            continue;
        }
        assert!(counts.0 > 0 && counts.1 > 0, "the rule '{key}' is never kept or never broken");
    }
}

#[test]
fn two_rules_at_once() {
    let all = fillings(4, (1, 4));
    let keys: Vec<&str> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(42);
    let mut valid = 0;
    for round in 0..120 {
        let lines: Vec<String> = (0..2 + round % 3)
            .map(|i| sample::draw_line(&mut rng, keys[(round * 7 + i * 5) % keys.len()], 4, (1, 4)))
            .collect();
        let text = format!("puzzle: sudoku 4\n{}\n", lines.join("\n"));
        let Ok(puzzle) = puzzle(&text) else { continue };
        assert_eq!(again(&puzzle), puzzle, "{text}");
        valid += usize::from(compare(&puzzle, &all) > 0);
    }
    assert!(valid > 10, "{valid}");
}

/// Returns all sequences of digits of this length.
fn sequences(length: usize, (low, high): (Value, Value)) -> Vec<Vec<Value>> {
    let mut found = vec![Vec::new()];
    for _ in 0..length {
        let longer = |one: &Vec<Value>| {
            (low..=high).map(|digit| [&one[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

#[test]
fn bases_mean_what_they_say_on_all_fillings() {
    for (text, expected) in [
        ("puzzle: takuzu 4\n", 90),
        ("puzzle: takuzu 2x4\n", 6),
        ("puzzle: nonogram 3x4\ncolumns: 1, 2, 2, 1\nrows: 2, 3, 1\n", 4),
        ("puzzle: nonogram 2x3\ncolumns: 0, 0, 0\nrows: 0, 0\n", 1),
        ("puzzle: nonogram 1x5\ncolumns: 1, 0, 1, 0, 1\nrows: 1 1 1\n", 1),
        ("puzzle: kakuro 3\n# 4\\ 6\\\n\\3 . .\n\\7 . .\n", 1),
        ("puzzle: kakuro 2x3\n# 5\\ #\n\\9 . .\n", 1),
        ("puzzle: straights 3\n", 12),
        ("puzzle: straights 3\n. . .\n. #2 .\n. . .\n", 4),
        ("puzzle: straights 3\n. # .\n. . .\n. . #\n", 12),
    ] {
        let puzzle = puzzle(text).expect(text);
        assert_eq!(again(&puzzle), puzzle, "{text}");
        let all = sequences(puzzle.valued_cells().len(), puzzle.digits);
        // Givens are not in the model.
        let all: Vec<_> = all
            .into_iter()
            .filter(|filling| {
                let cells = puzzle.valued_cells();
                let given = |(cell, value): (&usize, &Value)| {
                    puzzle.givens[*cell].is_none_or(|given| given == *value)
                };
                cells.iter().zip(filling).all(given)
            })
            .collect();
        let valid = compare(&puzzle, &all);
        assert_eq!(valid, expected, "{text}");
    }
}

#[test]
fn paths_and_unique_lines_have_determined_hidden_variables() {
    for (text, expected) in [
        ("puzzle: path 2x3\n", 96),
        ("puzzle: path 2x3\nsteps: orthogonal\n", 16),
        ("puzzle: path 3x2\n.#\n..\n..\n", 36),
        ("puzzle: takuzu 2\nunique lines\n", 2),
    ] {
        let puzzle = puzzle(text).expect(text);
        let model = puzzle.model(&puzzle.default_viewpoint()).expect("a model");
        let shown = model.shown().len();
        let hidden = model.variables().len() - shown;
        let domain = model.variables().last().map(|v| v.domain.to_vec()).expect("hidden");
        let ends = (domain[0], domain[domain.len() - 1]);
        let all_hidden = if puzzle.base.plain_word() == "path" {
            // Only permutations can be places.
            sequences(hidden, ends)
                .into_iter()
                .filter(|s| {
                    let mut sorted = s.clone();
                    sorted.sort_unstable();
                    sorted == domain
                })
                .collect()
        } else {
            sequences(hidden, ends)
        };
        let mut valid = 0;
        for filling in sequences(shown, puzzle.digits) {
            let mut sorted = filling.clone();
            sorted.sort_unstable();
            sorted.dedup();
            if puzzle.base.plain_word() == "path" && sorted.len() < shown {
                assert!(puzzle.rules(&filling).is_err());
                continue;
            }
            let extends = all_hidden
                .iter()
                .filter(|hidden| model.check(&[], &[&filling[..], hidden].concat()).is_ok())
                .count();
            assert_eq!(extends, usize::from(puzzle.rules(&filling).is_ok()), "{filling:?}\n{text}");
            valid += extends;
        }
        assert_eq!(valid, expected, "{text}");
    }
}
