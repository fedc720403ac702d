//! Models that the checker builds from files of puzzles.

use parallax_certificates::puzzles::Puzzle;
use parallax_certificates::{Constraint, Model};

fn one(puzzle: Puzzle, text: &str) -> Model {
    let mut all = puzzle.models(text).expect(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

#[test]
fn forms_of_one_puzzle_have_one_model() {
    let line = one(Puzzle::Sudoku, "14.......1.4....\n");
    let grid = one(Puzzle::Sudoku, "1 4 | . .\n. . | . .\n----+----\n. 1 | . 4\n. . | . .\n");
    assert_eq!(line, grid);
    assert_eq!((line.variables.len(), line.constraints.len()), (16, 12));
    assert_eq!(line.constraints[8], Constraint::AllDifferent { scope: vec![0, 1, 4, 5] });
    assert_eq!(line.variables[0].domain, [1]);
    let six = one(Puzzle::Sudoku, "sudoku:6");
    assert_eq!(six.constraints[12], Constraint::AllDifferent { scope: vec![0, 1, 2, 6, 7, 8] });
    let zero = one(Puzzle::Latin, "order 2\n0 -1\n-1 -1\n");
    assert_eq!(zero, one(Puzzle::Latin, "2 3\n1 .\n. .\n"));
    let magic = one(Puzzle::Magic, "% a comment\n3 1\n1 1 8\n");
    assert_eq!((magic.constraints.len(), &magic.variables[0].domain[..]), (9, &[8][..]));
    let digits = one(Puzzle::Set, "0000\n1111\n2220\n");
    let words = "one red solid diamond\ntwo green striped ovals\nopen purple three diamonds\n";
    assert_eq!(digits, one(Puzzle::Set, words));
    assert_eq!(
        Puzzle::Sudoku.models("14.......1.4....\n................\n").expect("two").len(),
        2
    );
}

#[test]
fn what_is_not_plain_is_refused() {
    for (puzzle, text) in [
        (Puzzle::Sudoku, "14.......1.4...\n"),
        (Puzzle::Sudoku, "15.......1.4....\n"),
        (Puzzle::Sudoku, "A title\n14.......1.4....\n"),
        (Puzzle::Sudoku, "sudoku:7"),
        (Puzzle::Sudoku, "sudoku:99999999999"),
        (Puzzle::Latin, "order 2\n0 -1\n"),
        (Puzzle::Latin, "order 2\n0 2\n0 1\n"),
        (Puzzle::Latin, "order 0\n"),
        (Puzzle::Latin, "order 2\n0 1 1\n0\n"),
        (Puzzle::Magic, "3 1\n1 1\n"),
        (Puzzle::Magic, "3 2\n1 1 8 1 1 7\n"),
        (Puzzle::Magic, "3 0 4\n"),
        (Puzzle::Magic, "3 1 0 1 4"),
        (Puzzle::Set, ""),
        (Puzzle::Set, "000\n0000\n"),
        (Puzzle::Set, "4 3 3\n0000\n"),
        (Puzzle::Set, "one red solid\n"),
        (Puzzle::Set, "one red solid red\n"),
    ] {
        assert!(puzzle.models(text).is_err(), "{text}");
    }
}

/// A model that two readers could take for different ones.
#[test]
fn doubtful_models_are_refused() {
    let refused = |text: &str, why: &str| {
        let found = parallax_certificates::json::read(text);
        assert!(found.as_ref().is_err_and(|found| found.contains(why)), "{text}: {found:?}");
    };
    let start = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "0..1"}]"#;
    let after = |rest: &str| format!("{start}, {rest}}}");
    refused(&after(r#""constraints": [], "constraints": []"#), "'constraints' is there twice");
    refused(&after(r#""minimize": [], "minimize": []"#), "'minimize' is there twice");
    refused(&after(r#""minimize": [], "maximize": []"#), "two objectives");
    refused(&after(r#""dimensions": {"name": "d", "classes": []}"#), "expected a list");
    refused(&after(r#""dimensions": [{"name": "d", "classes": [], "of": 1}]"#), "unknown key 'of'");
    let clause = r#"{"kind": "clause", "atoms": [], "atoms": []}"#;
    refused(&after(&format!(r#""constraints": [{clause}]"#)), "'atoms' is there twice");
    let value = r#"{"value": 1, "min": 1, "max": 1}"#;
    let counted = format!(
        r#"{{"kind": "global_cardinality", "scope": ["a"], "occurrences": [{value}, {value}]}}"#
    );
    refused(&after(&format!(r#""constraints": [{counted}]"#)), "1 is counted twice");
}
