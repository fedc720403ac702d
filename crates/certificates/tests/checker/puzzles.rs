//! Models that the checker builds from files of puzzles.

use parallax_certificates::puzzles::PuzzleFileKind;
use parallax_certificates::{CheckerModel, Constraint};

fn one(puzzle: PuzzleFileKind, text: &str) -> CheckerModel {
    let mut all = puzzle.read_models(text).expect(text);
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

#[test]
fn forms_of_one_puzzle_have_one_model() {
    let line = one(PuzzleFileKind::Sudoku, "# a comment\n\n14.......1.4....\n");
    for grid in
        ["14..\n....\n.1.4\n....", "1 4 . .\r\n. . . .\r\n 0  1 0 4\r\n. . . .\r\n\n# end\n"]
    {
        assert_eq!(line, one(PuzzleFileKind::Sudoku, grid));
    }
    assert_eq!((line.variables.len(), line.constraints.len()), (16, 12));
    assert_eq!(line.constraints[8], Constraint::AllDifferent { scope: vec![0, 1, 4, 5] });
    assert_eq!(line.variables[0].domain, [1]);
    let six = PuzzleFileKind::Sudoku.empty_model("sudoku:6").expect("a name");
    assert_eq!(six.constraints[12], Constraint::AllDifferent { scope: vec![0, 1, 2, 6, 7, 8] });
    let zero = one(PuzzleFileKind::Latin, "order 2\n0 -1\n-1 -1\n");
    assert_eq!(zero, one(PuzzleFileKind::Latin, "2 3\n1 .\n. .\n"));
    let magic = one(PuzzleFileKind::Magic, "% a comment\n3 1\n1 1 8\n");
    assert_eq!((magic.constraints.len(), &magic.variables[0].domain[..]), (9, &[8][..]));
    let digits = one(PuzzleFileKind::Set, "0000\n1111\n2220\n");
    let words = "one red solid diamond\ntwo green striped ovals\nthree purple open diamonds\n";
    assert_eq!(digits, one(PuzzleFileKind::Set, words));
    assert_eq!(
        PuzzleFileKind::Sudoku
            .read_models("14.......1.4....\n................\n")
            .expect("two")
            .len(),
        2
    );
}

#[test]
fn what_is_not_plain_is_refused() {
    for (puzzle, text) in [
        (PuzzleFileKind::Sudoku, "14.......1.4...\n"),
        (PuzzleFileKind::Sudoku, "15.......1.4....\n"),
        (PuzzleFileKind::Sudoku, "A title\n14.......1.4....\n"),
        (PuzzleFileKind::Sudoku, ""),
        (PuzzleFileKind::Sudoku, "sudoku:4"),
        (PuzzleFileKind::Sudoku, &"................\n".repeat(16)),
        (PuzzleFileKind::Sudoku, "14.......1.4.... # a note\n"),
        (PuzzleFileKind::Sudoku, "\u{feff}14.......1.4....\n"),
        (PuzzleFileKind::Sudoku, "14-------1-4----\n"),
        (PuzzleFileKind::Sudoku, "14..\n....\n\n.1.4\n....\n"),
        (PuzzleFileKind::Sudoku, "14..\n....\n----\n.1.4\n....\n"),
        (PuzzleFileKind::Sudoku, "1 4|. .\n. .|. .\n. 1|. 4\n. .|. .\n"),
        (PuzzleFileKind::Sudoku, "1 04 . .\n. . . .\n. 1 . 4\n. . . .\n"),
        (PuzzleFileKind::Sudoku, "1 4 . .\n. . . .\n. 1 . 5\n. . . .\n"),
        (PuzzleFileKind::Sudoku, "1 4 . .\n....\n. 1 . 4\n. . . .\n"),
        (PuzzleFileKind::Sudoku, "12345\n.....\n.....\n.....\n.....\n"),
        (PuzzleFileKind::Latin, "\n# nothing\n"),
        (PuzzleFileKind::Latin, "latin:2"),
        (PuzzleFileKind::Latin, "Order 2\n0 -1\n-1 -1\n"),
        (PuzzleFileKind::Latin, "2 2\n1 .\n. .\n"),
        (PuzzleFileKind::Latin, "2 3\n01 .\n. .\n"),
        (PuzzleFileKind::Latin, "2 3\n0 .\n. .\n"),
        (PuzzleFileKind::Latin, "order 2\n0 -1\n"),
        (PuzzleFileKind::Latin, "order 2\n0 2\n0 1\n"),
        (PuzzleFileKind::Latin, "order 0\n"),
        (PuzzleFileKind::Latin, "order 2\n0 1 1\n0\n"),
        (PuzzleFileKind::Magic, "3 1\n1 1\n"),
        (PuzzleFileKind::Magic, "3 2\n1 1 8 1 1 7\n"),
        (PuzzleFileKind::Magic, "3 0 4\n"),
        (PuzzleFileKind::Magic, "3 1 0 1 4"),
        (PuzzleFileKind::Magic, "0 0"),
        (PuzzleFileKind::Magic, "101 0"),
        (PuzzleFileKind::Magic, "magic:3"),
        (PuzzleFileKind::Set, "0000\n1111\n0000\n"),
        (PuzzleFileKind::Set, "4 2 2\n0000\n1112\n"),
        (PuzzleFileKind::Set, "3 3 1\none red solid diamond\n"),
        (PuzzleFileKind::Set, "one solid red diamond\n"),
        (PuzzleFileKind::Set, "one red solid diamond\n1111\n"),
        (PuzzleFileKind::Set, ""),
        (PuzzleFileKind::Set, "000\n0000\n"),
        (PuzzleFileKind::Set, "4 3 3\n0000\n"),
        (PuzzleFileKind::Set, "one red solid\n"),
        (PuzzleFileKind::Set, "one red solid red\n"),
    ] {
        assert!(puzzle.read_models(text).is_err(), "{text}");
    }
}

#[test]
fn names_are_those_of_empty_puzzles() {
    let order = |puzzle: PuzzleFileKind, name: &str| {
        puzzle.empty_model(name).map(|own| own.variables.len())
    };
    assert_eq!(order(PuzzleFileKind::Sudoku, "sudoku:9"), Ok(81));
    assert_eq!(order(PuzzleFileKind::Latin, "latin:1"), Ok(1));
    assert_eq!(order(PuzzleFileKind::Magic, "magic:3"), Ok(9));
    for (puzzle, name) in [
        (PuzzleFileKind::Sudoku, "latin:9"),
        (PuzzleFileKind::Sudoku, "sudoku:7"),
        (PuzzleFileKind::Sudoku, "sudoku:200"),
        (PuzzleFileKind::Sudoku, "sudoku:99999999999"),
        (PuzzleFileKind::Latin, "latin:0"),
        (PuzzleFileKind::Latin, "latin:04"),
        (PuzzleFileKind::Latin, "latin:+4"),
        (PuzzleFileKind::Latin, "latin:4 "),
        (PuzzleFileKind::Latin, "latin"),
        (PuzzleFileKind::Magic, "magic:101"),
        (PuzzleFileKind::Magic, "magic:77"),
        (PuzzleFileKind::Set, "set:12"),
    ] {
        assert!(puzzle.empty_model(name).is_err(), "{name}");
    }
}

/// A model that two readers could take for different ones.
#[test]
fn doubtful_models_are_refused() {
    let refused = |text: &str, why: &str| {
        let found = parallax_certificates::json::read_model(text);
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
