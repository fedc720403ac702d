//! Files with known answers, when they are there.

use std::path::PathBuf;

use parallax_model::Value;
use parallax_model::instance::Instance;
use serde_json::Value as Json;

use crate::{
    GridPuzzle, is_dzn, is_iss, is_puzz_link, is_tatham, read_dzn, read_iss, read_puzz_link, read_tatham, write_iss,
    write_puzz_link, write_tatham,
};

/// Returns the folder of the files, if it is there.
fn folder() -> Option<PathBuf> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let data = std::env::var_os("PARALLAX_DATA").map_or(root, PathBuf::from).join("grids");
    data.join("expected.json").exists().then_some(data)
}

type Form = (
    fn(&str) -> bool,
    fn(&str) -> Result<GridPuzzle, String>,
    fn(&GridPuzzle) -> Result<String, String>,
);

const TATHAM: Form = (is_tatham, read_tatham, write_tatham);
const LINK: Form = (is_puzz_link, read_puzz_link, write_puzz_link);
const ISS: Form = (is_iss, read_iss, write_iss);

/// Data of MiniZinc, which no writer makes; an address has the same puzzle.
const DZN: Form = (is_dzn, read_dzn, write_puzz_link);

/// Returns the form of a file.
fn form(name: &str) -> Option<Form> {
    match name.rsplit('.').next()? {
        "id" => Some(TATHAM),
        "url" => Some(LINK),
        "iss" => Some(ISS),
        "dzn" => Some(DZN),
        _ => None,
    }
}

/// Returns the texts of all files of the three forms, with their entries.
fn files() -> Vec<(String, String, Json)> {
    let Some(folder) = folder() else { return Vec::new() };
    let index = std::fs::read_to_string(folder.join("expected.json")).unwrap();
    let index: Json = serde_json::from_str(&index).unwrap();
    let entries = index.as_object().unwrap().iter().filter(|(name, _)| form(name).is_some());
    entries
        .map(|(name, entry)| {
            let text = std::fs::read_to_string(folder.join(name)).unwrap();
            (name.clone(), text, entry.clone())
        })
        .collect()
}

/// Returns the values of a solution: numbers between blanks, or characters; `#` is no value.
fn solution(text: &str) -> Vec<Value> {
    if text.contains(' ') {
        return text.split(' ').filter_map(|word| word.parse().ok()).collect();
    }
    text.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as Value).collect()
}

#[test]
fn known_solutions_keep_the_rules() {
    let mut refused = 0;
    let mut checked = 0;
    for (name, text, entry) in files() {
        let Some((_, read, write)) = form(&name) else { continue };
        if entry["refused"].is_string() {
            assert!(read(&text).is_err(), "{name}");
            refused += 1;
            continue;
        }
        let has = |rule: &str| entry["rules"].as_array().unwrap().contains(&Json::from(rule));
        let puzzle = match read(&text) {
            Ok(puzzle) => puzzle,
            Err(fault) => {
                let reasons = [
                    ("hitori", "connected regions"),
                    ("circles", "'.CountingCircles' is no"),
                    ("double arrow", "'.DoubleArrow' is no"),
                    ("equal sum", "'.EqualSum' is no"),
                ];
                let known = |(rule, reason): (&str, &str)| has(rule) && fault.contains(reason);
                assert!(reasons.into_iter().any(known), "{name}: {fault}");
                refused += 1;
                continue;
            }
        };
        if let Some(known) = entry["solution"].as_str() {
            let kept = puzzle.rules(&solution(known));
            assert!(kept.is_ok(), "{name}: {kept:?}");
            checked += 1;
        }
        let written = write(&puzzle).unwrap();
        let read = if name.ends_with(".dzn") { read_puzz_link } else { read };
        assert_eq!(read(&written).as_ref(), Ok(&puzzle), "{name}: {written}");
    }
    assert!(folder().is_none() || (checked > 120 && refused > 30), "{checked} {refused}");
}

#[test]
fn each_text_looks_like_its_form_alone() {
    for (name, text, _) in files().into_iter().filter(|(name, ..)| !name.ends_with(".dzn")) {
        let line = text.lines().next().unwrap();
        let looks = [is_tatham(line), is_puzz_link(line), is_iss(line)];
        let own = [name.ends_with(".id"), name.ends_with(".url"), name.ends_with(".iss")];
        assert_eq!(looks, own, "{name}");
    }
    let others = ["....", "puzzle: sudoku 9", ".......1.4.........2..........", ".A.B.1", "% .Cage", ""];
    for line in others {
        assert!(!is_tatham(line) && !is_puzz_link(line) && !is_iss(line), "{line}");
    }
}
