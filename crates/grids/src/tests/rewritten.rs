//! Random boards with rules of every kind, written in each form and read again: the same fillings,
//! or a refusal. `PARALLAX_CASES` is the number of boards.

use std::collections::BTreeMap;

use parallax_instance::Instance;
use parallax_model::Value;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::puzzle;
use crate::GridPuzzle;
use crate::rules::KEYS;
use crate::sample::draw_line;
use crate::shape::GridShape;

/// The heads of boards: the text, the side and the digits.
const HEADS: [(&str, usize, (i64, i64)); 8] = [
    ("puzzle: sudoku 4\n", 4, (1, 4)),
    ("puzzle: sudoku 4\ndigits: 0-3\n", 4, (0, 3)),
    ("puzzle: latin 4\n", 4, (1, 4)),
    ("puzzle: sudoku 4\nregions:\nAAAB\nACBB\nCCBD\nCDDD\n", 4, (1, 4)),
    ("puzzle: sudoku 4\nboxes: 1x4\n", 4, (1, 4)),
    ("puzzle: latin 3\n", 3, (1, 3)),
    ("puzzle: latin 3\ndigits: 0-3\n", 3, (0, 3)),
    ("puzzle: sudoku 3\nno boxes\ndigits: 1-5\n", 3, (1, 5)),
];

/// Reads a text of a form.
fn read(form: &str, text: &str) -> Result<GridPuzzle, String> {
    let line = text.trim_end();
    match form {
        "plain" => puzzle(text),
        "f-puzzles" | "f-puzzles-link" => crate::tests::texts::read_fpuzzles(line, false),
        "tatham" => crate::tests::texts::read_tatham(line),
        "puzz.link" => crate::tests::texts::read_puzz_link(line),
        "iss" => crate::tests::texts::read_iss(line),
        _ => Err(format!("no reader of {form}")),
    }
}

/// Returns the fillings of a square with different digits in rows and columns.
fn fillings(side: usize, (low, high): (i64, i64)) -> Vec<Vec<Value>> {
    let shape = GridShape { rows: side, columns: side };
    let mut found: Vec<Vec<Value>> = vec![Vec::new()];
    for cell in 0..shape.cell_count() {
        let fits = |filling: &Vec<Value>, digit: Value| {
            let joined = |other: usize| {
                shape.row(other) == shape.row(cell) || shape.column(other) == shape.column(cell)
            };
            (0..filling.len()).all(|other| filling[other] != digit || !joined(other))
        };
        let longer = |filling: &Vec<Value>| {
            let digits = (low as Value..=high as Value).filter(|&digit| fits(filling, digit));
            digits.map(|digit| [&filling[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// Closes a line of the plain form at times: its first cell again at the end.
fn closed(rng: &mut ChaCha8Rng, line: String) -> String {
    let lines = [
        "thermo:",
        "slow",
        "palindrome:",
        "renban:",
        "whispers",
        "between:",
        "region sum:",
        "zipper:",
        "entropic:",
        "modular:",
        "nabner:",
        "double",
        "lockout",
    ];
    let is_line = lines.iter().any(|key| line.starts_with(key));
    match line.split_once(": ").and_then(|(_, cells)| cells.split(' ').next()) {
        Some(first) if is_line && rng.random_bool(0.4) => format!("{line} {first}"),
        _ => line,
    }
}

#[test]
fn each_form_reads_back_what_it_writes() {
    let cases = std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok());
    let cases: usize = cases.unwrap_or(75);
    let keys: Vec<&str> = KEYS.iter().flat_map(|(keys, _)| keys.iter().copied()).collect();
    let mut rng = ChaCha8Rng::seed_from_u64(95);
    let all: Vec<Vec<Vec<Value>>> =
        HEADS.iter().map(|(_, side, digits)| fillings(*side, *digits)).collect();
    let mut written: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..cases {
        let place = rng.random_range(0..HEADS.len());
        let (head, side, digits) = HEADS[place];
        let lines: Vec<String> = (0..rng.random_range(1..=2))
            .map(|i| draw_line(&mut rng, keys[(number * 3 + i * 7) % keys.len()], side, digits))
            .collect();
        let lines: Vec<String> = lines.into_iter().map(|line| closed(&mut rng, line)).collect();
        let text = format!("{head}{}\n", lines.join("\n"));
        let Ok(puzzle) = puzzle(&text) else { continue };
        let kept: Vec<bool> = all[place].iter().map(|f| puzzle.rules(f).is_ok()).collect();
        for form in puzzle.notation().list_forms() {
            let Ok(other) = puzzle.notation().write_form(form) else { continue };
            let again =
                read(form, &other).unwrap_or_else(|why| panic!("{form}: {why}\n{text}{other}"));
            for (filling, kept) in all[place].iter().zip(&kept) {
                let own = again.rules(filling);
                assert_eq!(own.is_ok(), *kept, "{form} {filling:?}: {own:?}\n{text}{other}");
            }
            *written.entry(form).or_default() += 1;
        }
    }
    for form in ["plain", "f-puzzles", "f-puzzles-link", "iss"] {
        let count = written.get(form).copied().unwrap_or_default();
        assert!(count > cases / 30, "{form}: {count} of {cases}");
    }
}
