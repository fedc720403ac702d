//! The clues of a solution hold in it, and are all that hold.

use std::collections::BTreeSet;

use parallax_instance::Instance;
use parallax_model::Value;

use super::*;
use crate::GridPuzzle;
use crate::plain;
use crate::tests::puzzle;

const GRID: [Value; 16] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];

fn words(board: &GridPuzzle, rule: ClueRule) -> BTreeSet<String> {
    let clues = board.clues_of(rule, &GRID);
    let words: BTreeSet<String> =
        clues.iter().map(|clue| clue.clue_description().to_owned()).collect();
    assert_eq!(words.len(), clues.len(), "{rule}: a clue is there twice");
    for clue in &clues {
        let larger = board.with_clue(clue).expect("it fits");
        assert_eq!(larger.rules(&GRID), Ok(()), "{}", clue.clue_description());
        // The plain form has the same rule.
        let again = puzzle(&plain::write_plain(&larger)).unwrap();
        assert_eq!(again.rules, larger.rules, "{}", clue.clue_description());
    }
    words
}

#[test]
fn each_clue_holds_and_has_a_text() {
    let board = puzzle("puzzle: sudoku 4\n").unwrap();
    let counts = ClueRule::ALL.map(|(name, rule)| (name, words(&board, rule).len()));
    // Another program, which lists all ways and pairs of cells, finds these numbers.
    let expected = [
        ("white", 12),
        ("black", 8),
        ("x", 0),
        ("v", 8),
        ("less", 24),
        ("even", 8),
        ("odd", 8),
        ("thermo", 40),
        ("cage", 72),
        ("arrow", 16),
        ("little-killer", 10),
        ("sandwich", 8),
        ("skyscraper", 16),
        ("x-sum", 16),
        ("numbered-room", 16),
    ];
    assert_eq!(counts, expected);
    assert_eq!(words(&board, ClueRule::Less).len(), 24);
    assert_eq!(words(&board, ClueRule::Even).len() + words(&board, ClueRule::Odd).len(), 16);
}

/// Pairs by their definition.
#[test]
fn pairs_are_those_of_the_definition() {
    let board = puzzle("puzzle: sudoku 4\n").unwrap();
    let pairs = (0..16usize).flat_map(|a| {
        let right = (a % 4 < 3).then_some((a, a + 1));
        let below = (a < 12).then_some((a, a + 4));
        [right, below].into_iter().flatten()
    });
    let pairs: Vec<(usize, usize)> = pairs.collect();
    assert_eq!(pairs.len(), 24);
    let count = |holds: fn(Value, Value) -> bool| {
        pairs.iter().filter(|&&(a, b)| holds(GRID[a], GRID[b])).count()
    };
    assert_eq!(words(&board, ClueRule::White).len(), count(|a, b| (a - b).abs() == 1));
    assert_eq!(words(&board, ClueRule::Black).len(), count(|a, b| a == 2 * b || b == 2 * a));
    assert_eq!(words(&board, ClueRule::V).len(), count(|a, b| a + b == 5));
    assert_eq!(words(&board, ClueRule::X).len(), 0);
}

#[test]
fn numbers_outside_are_those_of_the_line() {
    let board = puzzle("puzzle: latin 4\n").unwrap();
    let has = |rule, text: &str| assert!(words(&board, rule).contains(text), "{text}");
    has(ClueRule::Skyscraper, "skyscraper left 1 = 4");
    has(ClueRule::Skyscraper, "skyscraper right 1 = 1");
    has(ClueRule::Sandwich, "sandwich left 1 = 5");
    has(ClueRule::XSum, "x-sum left 2 = 8");
    has(ClueRule::NumberedRoom, "numbered room left 2 = 1");
    has(ClueRule::LittleKiller, "little killer r1c1 dr = 10");
    has(ClueRule::Cage, "cage r1c1 r1c2 r1c3 = 6");
    has(ClueRule::Arrow, "arrow r1c3 = r1c2 r1c1");
}

#[test]
fn black_cells_and_given_cells_are_no_places() {
    let board = puzzle("puzzle: straights 3\n#1 . .\n. . .\n. . .\n").unwrap();
    let values = [1, 2, 3, 2, 3, 1, 3, 1, 2];
    let clues = board.clues_of(ClueRule::Less, &values);
    assert!(
        !clues.is_empty() && clues.iter().all(|clue| !clue.clue_description().contains("r1c1"))
    );
    assert_eq!(board.clues_of(ClueRule::Less, &values[..4]), []);
    assert!(board.with_givens(&[(1, 2), (4, 3)]).is_some());
    assert_eq!(board.with_givens(&[(1, 4)]), None);
    assert_eq!(board.with_givens(&[(0, 2)]), None);
    assert_eq!(board.with_givens(&[(99, 2)]), None);
}

#[test]
fn rules_about_all_dots_are_named() {
    let board = puzzle("puzzle: sudoku 4\nall dots\nall xv\n").unwrap();
    for (name, rule) in ClueRule::ALL {
        let frees = matches!(name, "white" | "black" | "x" | "v");
        assert_eq!(board.clue_conflict(rule).is_some(), frees, "{name}");
        assert_eq!(name.parse(), Ok(rule));
    }
    assert!("king".parse::<ClueRule>().is_err_and(|why| why.to_string().contains("white, black")));
}
