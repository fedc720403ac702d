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
    let line = one(Puzzle::Sudoku, "# a comment\n\n14.......1.4....\n");
    for grid in
        ["14..\n....\n.1.4\n....", "1 4 . .\r\n. . . .\r\n 0  1 0 4\r\n. . . .\r\n\n# end\n"]
    {
        assert_eq!(line, one(Puzzle::Sudoku, grid));
    }
    assert_eq!((line.variables.len(), line.constraints.len()), (16, 12));
    assert_eq!(line.constraints[8], Constraint::AllDifferent { scope: vec![0, 1, 4, 5] });
    assert_eq!(line.variables[0].domain, [1]);
    let six = Puzzle::Sudoku.empty("sudoku:6").expect("a name");
    assert_eq!(six.constraints[12], Constraint::AllDifferent { scope: vec![0, 1, 2, 6, 7, 8] });
    let zero = one(Puzzle::Latin, "order 2\n0 -1\n-1 -1\n");
    assert_eq!(zero, one(Puzzle::Latin, "2 3\n1 .\n. .\n"));
    let magic = one(Puzzle::Magic, "% a comment\n3 1\n1 1 8\n");
    assert_eq!((magic.constraints.len(), &magic.variables[0].domain[..]), (9, &[8][..]));
    let digits = one(Puzzle::Set, "0000\n1111\n2220\n");
    let words = "one red solid diamond\ntwo green striped ovals\nthree purple open diamonds\n";
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
        (Puzzle::Sudoku, ""),
        (Puzzle::Sudoku, "sudoku:4"),
        (Puzzle::Sudoku, &"................\n".repeat(16)),
        (Puzzle::Sudoku, "14.......1.4.... # a note\n"),
        (Puzzle::Sudoku, "\u{feff}14.......1.4....\n"),
        (Puzzle::Sudoku, "14-------1-4----\n"),
        (Puzzle::Sudoku, "14..\n....\n\n.1.4\n....\n"),
        (Puzzle::Sudoku, "14..\n....\n----\n.1.4\n....\n"),
        (Puzzle::Sudoku, "1 4|. .\n. .|. .\n. 1|. 4\n. .|. .\n"),
        (Puzzle::Sudoku, "1 04 . .\n. . . .\n. 1 . 4\n. . . .\n"),
        (Puzzle::Sudoku, "1 4 . .\n. . . .\n. 1 . 5\n. . . .\n"),
        (Puzzle::Sudoku, "1 4 . .\n....\n. 1 . 4\n. . . .\n"),
        (Puzzle::Sudoku, "12345\n.....\n.....\n.....\n.....\n"),
        (Puzzle::Latin, "\n# nothing\n"),
        (Puzzle::Latin, "latin:2"),
        (Puzzle::Latin, "Order 2\n0 -1\n-1 -1\n"),
        (Puzzle::Latin, "2 2\n1 .\n. .\n"),
        (Puzzle::Latin, "2 3\n01 .\n. .\n"),
        (Puzzle::Latin, "2 3\n0 .\n. .\n"),
        (Puzzle::Latin, "order 2\n0 -1\n"),
        (Puzzle::Latin, "order 2\n0 2\n0 1\n"),
        (Puzzle::Latin, "order 0\n"),
        (Puzzle::Latin, "order 2\n0 1 1\n0\n"),
        (Puzzle::Magic, "3 1\n1 1\n"),
        (Puzzle::Magic, "3 2\n1 1 8 1 1 7\n"),
        (Puzzle::Magic, "3 0 4\n"),
        (Puzzle::Magic, "3 1 0 1 4"),
        (Puzzle::Magic, "0 0"),
        (Puzzle::Magic, "101 0"),
        (Puzzle::Magic, "magic:3"),
        (Puzzle::Set, "0000\n1111\n0000\n"),
        (Puzzle::Set, "4 2 2\n0000\n1112\n"),
        (Puzzle::Set, "3 3 1\none red solid diamond\n"),
        (Puzzle::Set, "one solid red diamond\n"),
        (Puzzle::Set, "one red solid diamond\n1111\n"),
        (Puzzle::Set, ""),
        (Puzzle::Set, "000\n0000\n"),
        (Puzzle::Set, "4 3 3\n0000\n"),
        (Puzzle::Set, "one red solid\n"),
        (Puzzle::Set, "one red solid red\n"),
    ] {
        assert!(puzzle.models(text).is_err(), "{text}");
    }
}

#[test]
fn names_are_those_of_empty_puzzles() {
    let order = |puzzle: Puzzle, name: &str| puzzle.empty(name).map(|own| own.variables.len());
    assert_eq!(order(Puzzle::Sudoku, "sudoku:9"), Ok(81));
    assert_eq!(order(Puzzle::Latin, "latin:1"), Ok(1));
    assert_eq!(order(Puzzle::Magic, "magic:3"), Ok(9));
    for (puzzle, name) in [
        (Puzzle::Sudoku, "latin:9"),
        (Puzzle::Sudoku, "sudoku:7"),
        (Puzzle::Sudoku, "sudoku:200"),
        (Puzzle::Sudoku, "sudoku:99999999999"),
        (Puzzle::Latin, "latin:0"),
        (Puzzle::Latin, "latin:04"),
        (Puzzle::Latin, "latin:+4"),
        (Puzzle::Latin, "latin:4 "),
        (Puzzle::Latin, "latin"),
        (Puzzle::Magic, "magic:101"),
        (Puzzle::Magic, "magic:77"),
        (Puzzle::Set, "set:12"),
    ] {
        assert!(puzzle.empty(name).is_err(), "{name}");
    }
}

/// A model that two readers could take for different ones.
#[test]
fn doubtful_models_are_refused() {
    let refused = |text: &str, why: &str| {
        let found = parallax_certificates::json::read(text);
        assert!(
            found.as_ref().is_err_and(|found| found.to_string().contains(why)),
            "{text}: {found:?}"
        );
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
    let wide = r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "0..2"}, {"name": "b", "domain": "0..1"}]"#;
    let atom = r#"{"variable": "a", "relation": "=", "value": 0}"#;
    for (constraint, why) in [
        (format!(r#"{{"kind": "reify", "truth": "a", "atom": {atom}}}"#), "a truth that is not 0 or 1"),
        (
            r#"{"kind": "implies", "condition": "a", "then": {"kind": "clause", "atoms": []}}"#.into(),
            "a condition that is not 0 or 1",
        ),
        (
            r#"{"kind": "implies", "condition": "b", "then": {"kind": "implies", "condition": "b", "then": {"kind": "clause", "atoms": []}}}"#.into(),
            "inside an implication",
        ),
        (r#"{"kind": "lexicographic", "left": ["a"], "right": []}"#.into(), "different lengths"),
        (r#"{"kind": "inverse", "left": ["a"], "right": []}"#.into(), "different lengths"),
        (r#"{"kind": "extremum", "result": "a", "scope": [], "max": true}"#.into(), "an empty scope"),
        (
            r#"{"kind": "linear", "terms": [{"coefficient": 2305843009213693952, "variable": "a"}], "relation": "=", "constant": 0}"#.into(),
            "a sum that can be too large",
        ),
        (r#"{"kind": "table", "scope": ["a"], "tuples": [[2147483648]]}"#.into(), "beyond 32 bits"),
        (r#"{"kind": "clause", "atoms": [], "label": 1}"#.into(), "expected a text"),
    ] {
        refused(&format!(r#"{wide}, "constraints": [{constraint}]}}"#), why);
    }
    refused(&after(r#""name": 1"#), "expected a text");
    refused(&after(r#""grid": 2"#), "a grid of no cells");
    refused(&after(r#""picture": [["b"]]"#), "no such variable");
    refused(&after(r#""search": {"tries": 1}"#), "unknown key 'tries'");
    refused(&after(r#""search": {"restarts": {"geometric": ["0.5", 1]}}"#), "a factor from 1");
    refused(
        &after(r#""search": {"steps": [{"variables": [], "choose": "first", "try": "min"}]}"#),
        "no such choice",
    );
    refused(&(start.replace("0..1", "1000000001") + "}"), "a value beyond 10^9");
    refused(&(start.replace("\"a\"", "\"\"") + "}"), "a variable without a name");
}
