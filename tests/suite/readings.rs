//! Texts with two readings, and the file that a certificate is about.
//!
//! `PARALLAX_CASES` is the number of random texts; a tenth of it is the number of groups of files.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use parallax_certificates::puzzles::PuzzleFileKind as Checked;
use parallax_formats::inputs::{InputForm, from_bytes};
use parallax_instance::SourcedInstance;
use parallax_puzzles::Puzzle;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::common::fed;

fn cases(usual: u64) -> u64 {
    std::env::var("PARALLAX_CASES").ok().and_then(|own| own.parse().ok()).unwrap_or(usual)
}

/// Draws runs of lines of sixteen symbols, and returns whether each line has a value above 4.
fn text(rng: &mut ChaCha8Rng) -> (String, Vec<Vec<bool>>) {
    let (mut text, mut runs) = (String::new(), Vec::new());
    for _ in 0..rng.random_range(1..=3u32) {
        let number = match rng.random_range(0..4u32) {
            0 => rng.random_range(1..50u32),
            own => 16 * own,
        };
        let large = [0.0, 0.02, 0.5][rng.random_range(0..3u32) as usize];
        let marks = rng.random_bool(0.2);
        let run = (0..number).map(|_| {
            if marks && rng.random_bool(0.2) {
                let between = ["# a comment\n", "----+----\n", "====+====\n"];
                text.push_str(between[rng.random_range(0..3u32) as usize]);
            }
            let is_large = rng.random_bool(large);
            let at = rng.random_range(0..16u32);
            for place in 0..16 {
                let c = if is_large && place == at {
                    ['5', '9', 'A', 'G'][rng.random_range(0..4u32) as usize]
                } else {
                    ['.', '.', '.', '.', '1', '4', '0'][rng.random_range(0..7u32) as usize]
                };
                text.push(c);
            }
            text.push('\n');
            is_large
        });
        let run: Vec<bool> = run.collect();
        runs.push(run);
        text.push('\n');
    }
    (text, runs)
}

/// Returns the orders of the boards in the runs of a text, by definition; `None` if a run can be
/// read in two ways.
fn orders(runs: &[Vec<bool>]) -> Option<Vec<usize>> {
    let mut all = Vec::new();
    for run in runs {
        let whole = run.len().is_multiple_of(16);
        let large = run.chunks(16).filter(|board| board.contains(&true)).count();
        match (whole, large) {
            (true, 0) => return None,
            (true, boards) if boards == run.len() / 16 => all.extend(vec![16; boards]),
            _ => all.extend(vec![4; run.len()]),
        }
    }
    Some(all)
}

#[test]
fn sixteen_lines_of_sixteen_symbols_are_refused_where_they_may_be_either() {
    let (mut refused, mut small, mut large, mut accepted) = (0, 0, 0, 0);
    for case in 0..cases(3_000) {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let (text, runs) = text(&mut rng);
        let form = Some(InputForm::Puzzle(Puzzle::Sudoku));
        let stream = from_bytes("own.sudoku", text.clone().into_bytes(), form).expect("a stream");
        let found: Vec<Result<SourcedInstance, _>> = stream.collect();
        let checked = Checked::Sudoku.read_models(&text);
        let Some(orders) = orders(&runs) else {
            let last = found.last().and_then(|last| last.as_ref().err()).map(ToString::to_string);
            let words = "boards of order 4 or ";
            assert!(last.is_some_and(|why| why.contains(words)), "case {case}:\n{text}");
            // The checker may refuse a bad line before them.
            assert!(checked.is_err(), "case {case}:\n{text}");
            refused += 1;
            continue;
        };
        // For the program a bad line is one bad board; the checker reads the whole text or refuses
        // it.
        let bad = runs.iter().any(|run| {
            let boards = run.chunks(16).filter(|board| board.contains(&true)).count();
            boards > 0 && boards * 16 != run.len()
        });
        assert_eq!(found.len(), orders.len(), "case {case}:\n{text}");
        for (found, order) in found.iter().zip(&orders) {
            let Ok(found) = found else {
                assert!(bad, "case {case}:\n{text}");
                continue;
            };
            let name = format!("sudoku {order}x{order},");
            assert!(found.instance.title().starts_with(&name), "case {case}:\n{text}");
        }
        small += orders.iter().filter(|own| **own == 4).count();
        large += orders.iter().filter(|own| **own == 16).count();
        // The checker reads plain forms alone: no borders, and few boards that may be larger ones.
        let Ok(models) = checked else { continue };
        assert!(!bad, "case {case}:\n{text}");
        assert_eq!(models.len(), orders.len(), "case {case}:\n{text}");
        accepted += 1;
        for (model, order) in models.iter().zip(&orders) {
            assert_eq!(model.variables.len(), order * order, "case {case}:\n{text}");
        }
    }
    println!(
        "{refused} refused; {small} boards of order 4, {large} of order 16; {accepted} checked"
    );
    assert!(refused > 100 && small > 100 && large > 100, "{refused} {small} {large}");
    assert!(accepted > 20, "{accepted}");
}

/// Returns files in forms that the checker reads and in others.
fn files() -> Vec<(&'static str, String)> {
    let board = "1...\n....\n....\n....\n";
    let spaced = board.replace('.', " .").replace('1', " 1");
    vec![
        ("plain.sudoku", board.to_owned()),
        ("spaced.sudoku", spaced),
        ("tabs.sudoku", board.replace('.', "\t.").replace("\n\t", "\n")),
        ("titled.sudoku", format!("Monday\n{board}")),
        ("line.sudoku", "1...............\n".to_owned()),
        ("two.sudoku", "1...............\n.1..............\n".to_owned()),
        ("mixed.sudoku", format!("1...............\nTuesday\n{board}")),
        ("plain.pls", "order 3\n0 -1 -1\n-1 -1 -1\n-1 -1 -1\n".to_owned()),
        ("holes.pls", "3 8\n1 . .\n. . .\n. . .\n".to_owned()),
        (
            "own.model.json",
            r#"{"format": "parallax-model-1", "variables": [{"name": "a", "domain": "1..3"}]}"#
                .to_owned(),
        ),
        ("own.cnf", "p cnf 2 1\n1 2 0\n".to_owned()),
    ]
}

/// Returns the standings of the instances of these inputs.
fn standings(at: &Path, names: &[&str]) -> Vec<String> {
    let args = [&["solve"][..], names, &["--count", "--certify", "--format", "json"]].concat();
    let ran = fed(at, &args, b"");
    let standing = |line: &str| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a row");
        row["standing"].as_str().unwrap_or("none").to_owned()
    };
    ran.out.lines().map(standing).collect()
}

/// An instance has the standing that it has alone, for any other inputs on the command line.
#[test]
fn neighbours_change_no_standing() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let files = files();
    for (name, text) in &files {
        fs::write(at.join(name), text).expect("a file");
    }
    let mut names: Vec<&str> = files.iter().map(|own| own.0).collect();
    names.extend(["latin:3", "sudoku:4", "set:5@1", "queens:4", "1..............."]);
    let alone: HashMap<&str, Vec<String>> =
        names.iter().map(|&name| (name, standings(at, &[name]))).collect();
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    alone.values().flatten().for_each(|own| *kinds.entry(own).or_default() += 1);
    assert!(kinds["certified (file)"] > 4 && kinds["certified (flattened model)"] > 4, "{kinds:?}");
    for case in 0..cases(600) / 10 {
        let mut rng = ChaCha8Rng::seed_from_u64(case);
        let group: Vec<&str> = (0..rng.random_range(2..5u32))
            .map(|_| names[rng.random_range(0..names.len() as u32) as usize])
            .collect();
        let expected: Vec<&String> = group.iter().flat_map(|name| &alone[name]).collect();
        let found = standings(at, &group);
        let mut shown = String::new();
        let _ = write!(shown, "case {case}: {group:?}");
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{shown}");
    }
}

/// Returns a table with this header and this rule, about colors of items.
fn table(constants: &str, header: &str, rule: &str) -> String {
    format!(
        "## Type\n\n| Name | Type | Values |\n|---|---|---|\n| Color | String | red, green, blue |\n\
         | Item | String | a, b |\n\n## Function\n\n| Name | Type |\n|---|---|\n\
         | color of Item | Color |\n\n## Constant\n\n| Name | Type |\n|---|---|\n| base | Color |\n\
         {constants}\n\n## Rule\n\n| E* | {header} |\n|---|---|---|---|\n| 1 | {rule} |\n"
    )
}

#[test]
fn words_of_a_table_that_mean_two_things_are_refused() {
    let read = |text: &str| {
        let mut stream =
            from_bytes("own.md", text.to_owned().into_bytes(), Some(InputForm::Tables))
                .map_err(|error| error.to_string())?;
        let found = stream.next().expect("an instance").map_err(|error| error.to_string())?;
        let viewpoint = found.instance.default_viewpoint();
        found.instance.model(&viewpoint).map(|_| ()).map_err(|error| error.to_string())
    };
    let both = "the variable red & a value of Color";
    for (constants, header, rule, words) in [
        // In a cell, within an expression, within a test, in a list, and in a header.
        ("", "Color called red | Item called x | color of x", "- | a | red", both),
        ("", "Color called red | Item called x | color of x", "- | a | not(red)", both),
        ("", "Color called red | Item called x | color of x", "- | a | red, blue", both),
        ("", "Color called red | Item called x | color of x", "- | a | != red", both),
        ("", "Color called red | Item called x | red", "- | a | blue", both),
        ("", "Item called a | Item called x | color of a", "- | b | red", "more than one meaning"),
        // A constant and a value, a constant and a variable, a constant and a function's value.
        (
            "| red | Color |",
            "Item called x | Item called y | color of x",
            "a | b | red",
            "the constant red & a value of Color",
        ),
        (
            "| x | Item |",
            "Item called x | Item called y | color of x",
            "a | b | red",
            "more than one meaning",
        ),
        (
            "| color of a | Color |",
            "Item called x | Item called y | base",
            "a | b | color of a",
            "the constant color of a & 'color of Item' of a value of Item",
        ),
        // One reading each.
        ("", "Color called red | Item called x | color of x", "- | a | \"red\"", ""),
        ("", "Color called c | Item called x | color of x", "- | a | not(c)", ""),
        ("", "Color called c | Item called x | color of x", "red | a | green", ""),
        ("", "Color called c | Item called x | base", "red | a | color of x", ""),
    ] {
        let text = table(constants, header, rule);
        match (read(&text), words) {
            (Ok(()), "") => {}
            (Err(why), words) if !words.is_empty() => {
                let named = words.split(" & ").all(|word| why.contains(word));
                assert!(named && why.starts_with("own.md:"), "{why}\n{text}");
            }
            (found, _) => panic!("{found:?}; expected '{words}'\n{text}"),
        }
    }
}
