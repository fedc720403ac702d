//! Tests of the f-puzzles form.

mod damage;
mod data;
mod drawings;
mod edits;
mod faults;
mod keys;
mod links;
mod new_rules;
mod random;
mod writing;

use std::fmt::Write as _;

use parallax_instance::Instance;
use parallax_model::Value;

use crate::GridPuzzle;
use crate::rules::AnyRule;
use crate::tests::texts::read_fpuzzles;

/// Returns the JSON of an empty grid with other keys.
fn board(side: usize, keys: &str) -> String {
    let row = format!("[{}]", vec!["{}"; side].join(","));
    let comma = if keys.is_empty() { "" } else { "," };
    format!("{{\"size\":{side},\"grid\":[{}]{comma}{keys}}}", vec![row; side].join(","))
}

/// Returns the JSON of a grid of side 4 whose first cell has fields.
fn first_cell(fields: &str) -> String {
    board(4, "").replacen("{}", &format!("{{{fields}}}"), 1)
}

/// Reads a board of side 4 with keys.
fn read(keys: &str) -> GridPuzzle {
    read_fpuzzles(&board(4, keys), false).unwrap_or_else(|error| panic!("{keys}: {error}"))
}

/// Returns the rules in words, one in a line.
fn words(puzzle: &GridPuzzle) -> String {
    let words: Vec<String> =
        puzzle.rules.iter().map(|rule| rule.rule().describe_rule(puzzle.shape)).collect();
    words.join("\n")
}

/// Returns what a puzzle means in words that do not depend on the order of its rules, nor on
/// whether one rule or several say the same of cells.
fn meaning(puzzle: &GridPuzzle) -> String {
    let mut lines: Vec<String> = Vec::new();
    for rule in &puzzle.rules {
        match rule {
            AnyRule::Parity(rule) => {
                lines.extend(rule.cells.iter().map(|cell| format!("odd {} {cell}", rule.odd)));
            }
            AnyRule::Extreme(rule) => {
                lines.extend(
                    rule.cells.iter().map(|cell| format!("most {} {cell}", rule.is_maximum)),
                );
            }
            AnyRule::Candidates(_) => {}
            AnyRule::NonConsecutive(_) if !super::has_dots(puzzle) => {
                lines.push("no difference 1".to_owned());
            }
            AnyRule::UnmarkedDots(rule) => {
                lines.extend(
                    rule.differences.iter().map(|number| format!("no difference {number}")),
                );
                lines.extend(rule.ratios.iter().map(|number| format!("no ratio {number}")));
            }
            rule => lines.push(format!("{rule:?}")),
        }
    }
    lines.sort_unstable();
    lines.dedup();
    let mut text = lines.join("\n");
    for cell in 0..puzzle.shape.cell_count() {
        let _ = write!(text, "\n{cell} {:?}", digits(puzzle, cell));
    }
    let _ = write!(text, "\n{:?} {:?} {:?}", puzzle.regions, puzzle.digits, puzzle.shape);
    text
}

/// Returns the digits that the given and the candidates of a cell allow.
fn digits(puzzle: &GridPuzzle, cell: usize) -> Vec<Value> {
    let allows = |digit: &Value| {
        puzzle.givens[cell].is_none_or(|given| given == *digit)
            && puzzle.rules.iter().all(|rule| match rule {
                AnyRule::Candidates(rule) => {
                    !rule.cells.contains(&cell) || rule.digits.contains(digit)
                }
                _ => true,
            })
    };
    (puzzle.digits.0..=puzzle.digits.1).filter(allows).collect()
}

/// Requires that a puzzle reads back as the same from its JSON and its link.
fn round(puzzle: &GridPuzzle) {
    let json = puzzle
        .write_fpuzzles()
        .unwrap_or_else(|error| panic!("{}: {error}", puzzle.notation().write_instance()));
    let again = read_fpuzzles(&json, false).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert_eq!(meaning(&again), meaning(puzzle), "{json}");
    let link = puzzle.fpuzzles_link().expect("a link");
    assert!(super::is_fpuzzles_link(&link), "{link}");
    let linked = read_fpuzzles(&link, false).unwrap_or_else(|error| panic!("{link}: {error}"));
    assert_eq!(linked, again);
}
