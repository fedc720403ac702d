//! The boards of setters in the shared data, where they are present.

use std::path::PathBuf;

use parallax_instance::Instance;
use parallax_model::Value;
use serde_json::Value as Json;

use super::round;
use crate::fpuzzles::compress::compress;
use crate::fpuzzles::is_fpuzzles_link;
use crate::fpuzzles::link::unpack_link;
use crate::tests::texts::read_fpuzzles;

/// Returns the folder of grids with known answers, and the answers.
fn data() -> Option<(PathBuf, Json)> {
    let given = std::env::var_os("PARALLAX_DATA").unwrap_or_else(|| "../shared/data".into());
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folder = PathBuf::from(root).join(given).join("grids");
    let text = std::fs::read_to_string(folder.join("expected.json")).ok()?;
    Some((folder, serde_json::from_str(&text).expect("JSON")))
}

/// Returns the digits of a solution as the data writes it.
fn solution(text: &str) -> Vec<Value> {
    if text.contains(' ') {
        return text.split(' ').map(|word| word.parse().expect("a number")).collect();
    }
    text.chars().map(|digit| digit.to_digit(10).expect("a digit") as Value).collect()
}

#[test]
fn all_boards_are_read_and_have_their_solutions() {
    let Some((folder, answers)) = data() else { return };
    let (mut boards, mut solved) = (0, 0);
    for (name, answer) in answers.as_object().expect("an object") {
        if !name.starts_with("fpuzzles/") {
            continue;
        }
        let text = std::fs::read_to_string(folder.join(name)).expect("a file");
        let puzzle = read_fpuzzles(&text, true).unwrap_or_else(|error| panic!("{name}: {error}"));
        let strict = read_fpuzzles(&text, false);
        // All lines of 159 repeat its renban lines.
        if name.contains("alien") {
            assert!(strict.is_err_and(|error| error.starts_with("drawings")), "{name}");
        } else {
            assert_eq!(strict.as_ref(), Ok(&puzzle), "{name}");
        }
        if let Some(solution) = answer["solution"].as_str().map(solution) {
            assert!(puzzle.rules(&solution).is_ok(), "{name}");
            let mut wrong = solution.clone();
            wrong.swap(0, 1);
            assert!(puzzle.rules(&wrong).is_err(), "{name}");
            solved += 1;
        }
        round(&puzzle);
        if let Some(link) = answer["link"].as_str() {
            check_link(&folder, link, &text, &puzzle);
        }
        boards += 1;
    }
    assert_eq!((boards, solved), (47, 28));
}

fn check_link(folder: &std::path::Path, name: &str, text: &str, puzzle: &crate::GridPuzzle) {
    let file = std::fs::read_to_string(folder.join("fpuzzles").join(name)).expect("a file");
    assert!(is_fpuzzles_link(&file), "{name}");
    let mut link = file.trim();
    if let Some((before, _)) = link.split_once('"') {
        // One of the files goes on after the end of its link.
        assert!(read_fpuzzles(link, true).is_err_and(|error| error.contains("after its end")));
        link = before;
    }
    assert_eq!(unpack_link(link).as_deref(), Ok(text.trim_end()), "{name}");
    assert_eq!(read_fpuzzles(link, true).as_ref(), Ok(puzzle), "{name}");
    let (_, packed) = link.split_once("load=").expect("a link");
    assert_eq!(compress(text.trim_end()), packed, "{name}");
}

/// The files that are refused, and a part of the message.
const REFUSED: &[(&str, &str)] = &[
    ("cell-outside", "'R1C5' is outside of the grid"),
    ("cell-word", "'A1'; expected a cell"),
    ("cell-zero", "'R0C1' is outside of the grid"),
    ("direction", "'D'; expected DR, DL, UR or UL"),
    ("grid-key", "grid[0][0].fog: an unknown field"),
    ("line", "drawings that no rule of the file explains: line R1C1 R1C2 R1C3"),
    ("negative", "'whispers'; expected a negative rule"),
    ("not-square", "3 rows; expected 4"),
    ("prose-digit-sum-arrows", "drawings that no rule of the file explains: text '<' R9C6 R9C5"),
    ("prose-scatterplot", "drawings that no rule of the file explains: circle R4C7 R3C7"),
    ("prose-the-art-of-sashimi", "drawings that no rule of the file explains: cage 'A' R1C2 R1C3"),
    ("prose-wackywaving", "drawings that no rule of the file explains: line R6C1"),
    ("sandwich-corner", "a corner"),
    ("sandwich-inside", "'R1C1'; expected a place outside of the grid"),
    ("unknown-key", "'foglight' is an unknown key"),
    ("value-10", "10 is no digit here"),
    ("xv-letter", "'Z'; expected X, V or nothing"),
];

#[test]
fn all_files_to_refuse_are_refused() {
    let Some((folder, answers)) = data() else { return };
    let all = answers.as_object().expect("an object").keys();
    let names: Vec<&String> = all.filter(|name| name.starts_with("refuse/fp-")).collect();
    assert_eq!(names.len(), REFUSED.len());
    for (name, part) in REFUSED {
        let path = folder.join(format!("refuse/fp-{name}.json"));
        let text = std::fs::read_to_string(path).expect("a file");
        let message = read_fpuzzles(&text, false).expect_err("a fault");
        assert!(message.contains(part), "{name}: {message}");
    }
}
