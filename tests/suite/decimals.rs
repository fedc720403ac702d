//! Decimals are the user's numbers in every command, whatever they are scaled by inside.

use std::path::Path;

use serde_json::Value as Json;

use crate::common::{Ran, fed};

/// Prices of which the best is -1.25; another number in the file has more digits.
const TABLES: &str = "\
## Type

| Name  | Type  | Values          |
|-------|-------|-----------------|
| Price | Float | 0.5, -1.25, 3   |
| Fine  | Float | 0.001, 2        |

## Constant

| Name | Type  |
|------|-------|
| b    | Price |
| c    | Fine  |

## Bounds

| E* | b   |
|----|-----|
| 1  | < 3 |

## Rest

| E* | c |
|----|---|
| 1  | 2 |

## Goal

| Minimize b |
|------------|
";

/// The same with a rule that no price satisfies.
fn without_a_solution() -> String {
    TABLES.replace("## Goal", "## More\n\n| E* | b |\n|----|---|\n| 1  | > 0.5 |\n\n## Goal")
}

fn run(folder: &Path, line: &str) -> Ran {
    fed(folder, &line.split(' ').collect::<Vec<_>>(), b"")
}

#[test]
fn the_best_value_is_the_users_number_in_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("d.md"), TABLES).expect("written");
    let text = run(folder.path(), "solve d.md");
    assert_eq!(text.code, Some(30), "{}", text.err);
    assert!(text.out.contains("optimal: -1.25, no solution is better"), "{}", text.out);
    let json = run(folder.path(), "solve d.md --format json").out;
    let row: Json = serde_json::from_str(json.lines().last().expect("a row")).expect("an object");
    assert_eq!(row["value"].to_string(), "-1.25", "{json}");
    let structure = run(folder.path(), "solve d.md --format structure").out;
    assert!(structure.contains("Optimal: -1.25."), "{structure}");
    let compared = run(folder.path(), "compare d.md --engines native,sat:batsat --rows").out;
    assert!(compared.contains("-1.25") && !compared.contains("-125"), "{compared}");
}

#[test]
fn suites_expect_the_users_number() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("d.md"), TABLES).expect("written");
    for (value, code) in [("-1.25", 0), ("'-1.25'", 0), ("-1250", 1), ("-125", 1)] {
        let suite = format!("[[case]]\ninstance = 'd.md'\nvalue = {value}\n");
        std::fs::write(folder.path().join("s.toml"), suite).expect("written");
        let ran = run(folder.path(), "regress s.toml");
        assert_eq!(ran.code, Some(code), "{value}: {}{}", ran.out, ran.err);
        assert!(code == 0 || ran.out.contains("found -1.25"), "{}", ran.out);
    }
}

#[test]
fn reasons_and_refusals_have_the_users_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("d.md"), TABLES).expect("written");
    std::fs::write(folder.path().join("none.md"), without_a_solution()).expect("written");
    let checked = fed(folder.path(), &["check", "d.md", "b = -1.25, c = 2"], b"");
    assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
    let other = fed(folder.path(), &["check", "d.md", "b = 7, c = 2"], b"");
    let said = format!("{}{}", other.out, other.err);
    assert!(said.contains("{-1.25, 0.5, 3}") && !said.contains("1250"), "{said}");
    let why = run(folder.path(), "why none.md");
    assert_eq!(why.code, Some(20), "{}{}", why.out, why.err);
    let steps = run(folder.path(), "explain d.md --engine native");
    assert!(steps.out.contains("-1.25") && !steps.out.contains("1250"), "{}", steps.out);
}
