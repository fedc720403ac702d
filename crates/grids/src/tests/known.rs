//! Files with known answers, when they are there.

use std::path::PathBuf;

use parallax_instance::{Instance, LineReader};
use parallax_model::Value;
use serde_json::Value as Json;

use super::texts::{
    read_dzn, read_iss, read_puzz_link, read_tatham, write_iss, write_puzz_link, write_tatham,
};
use crate::plain::next;
use crate::{GridPuzzle, is_dzn, is_iss, is_puzz_link, is_tatham};

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
        let plain = puzzle.notation().write_instance();
        let again = next(&mut LineReader::new("plain", plain.as_bytes())).unwrap();
        // The adjacent game of unequal has dots of one colour only.
        if name.starts_with("tatham/unequal") {
            assert_eq!(again.map(|again| again.rules.len()), Some(puzzle.rules.len()), "{plain}");
        } else {
            assert_eq!(again.as_ref(), Some(&puzzle), "{name}: {plain}");
        }
        let written = write(&puzzle).unwrap();
        let read = if name.ends_with(".dzn") { read_puzz_link } else { read };
        assert_eq!(read(&written).as_ref(), Ok(&puzzle), "{name}: {written}");
    }
    assert!(folder().is_none() || (checked > 120 && refused > 30), "{checked} {refused}");
}

/// The files to refuse, with words of the reason.
const REFUSED: [(&str, &str); 22] = [
    ("keen-blocks.id", "lines between blocks are too short"),
    ("keen-clues.id", "9 blocks, 8 clues"),
    ("keen-subtract-3.id", "lines between blocks are too many"),
    ("pattern-lines.id", "other of 6 lines, after 5"),
    ("singles-letters.id", "expected 9 cells, after 2"),
    ("singles-zero.id", "0 is no number here"),
    ("solo-area.id", "too many cells; expected 16"),
    ("solo-digit.id", "5 is no digit here"),
    ("solo-killer-no-sums.id", "expected a letter or '_'"),
    ("solo-no-blocks.id", "no blocks"),
    ("towers-clue-4.id", "expected 1 to 3"),
    ("towers-eleven.id", "other of 12 clues, after 11"),
    ("unequal-both.id", "greater than the other"),
    ("unequal-off-grid.id", "points off the grid"),
    ("unequal-short.id", "too short; expected the digit of r2c2"),
    ("unruly-short.id", "3 cells, too short"),
    ("pz-hitori-unknown.url", "connected regions"),
    ("pz-kakuro-long.url", "too long"),
    ("pz-kakuro-short.url", "too short"),
    ("pz-kropki-not-square.url", "as many rows as columns"),
    ("pz-skyscrapers-not-square.url", "as many rows as columns"),
    ("pz-unknown.url", "'slither' is not read here"),
];

#[test]
fn refusals_say_their_reason() {
    for (name, text, _) in files().iter().filter(|(name, ..)| name.starts_with("refuse/")) {
        let (_, read, _) = form(name).unwrap();
        let reason = REFUSED.into_iter().find(|(file, _)| name.ends_with(file));
        let (fault, reason) = (read(text).err().unwrap(), reason.map_or("?", |(_, words)| words));
        assert!(fault.contains(reason), "{name}: {fault}");
    }
    let addresses = [
        ("https://puzz.link/db/?id=3", "needs a network"),
        ("https://puzz.link/p?sudoku/v:x/4/4/p", "a variant"),
        ("https://puzz.link/p?sudoku/4/4/1j2k3g4", "too short"),
        ("https://puzz.link/p?sudoku/4/4/1j2k3g4z", "too long"),
        ("https://puzz.link/p?sudoku/4/4/1j2k3g4hg", "too long"),
        ("https://puzz.link/p?sudoku/4/4/1j2k3g4%", "'%'"),
        ("https://puzz.link/p?sudoku/4/4/1j2k3g4.", "unknown number"),
        ("https://puzz.link/p?sudoku/99/4/1", "'99'; expected columns"),
        ("https://puzz.link/p?sudoku/4", "too short"),
        ("https://example.org/p?sudoku/4/4/1", "expected https://puzz.link"),
        ("https://puzz.link/p?kropki/2/2/d1", "after the last border"),
        ("https://puzz.link/p?factors/2/2/082g", "which are in one group"),
    ];
    for (text, reason) in addresses {
        let fault = read_puzz_link(text).err().unwrap_or_default();
        assert!(fault.contains(reason), "{text}: {fault}");
    }
}

#[test]
fn each_text_looks_like_its_form_alone() {
    for (name, text, _) in files().into_iter().filter(|(name, ..)| !name.ends_with(".dzn")) {
        let line = text.lines().next().unwrap();
        let looks = [is_tatham(line), is_puzz_link(line), is_iss(line)];
        let own = [name.ends_with(".id"), name.ends_with(".url"), name.ends_with(".iss")];
        assert_eq!(looks, own, "{name}");
    }
    let others =
        ["....", "puzzle: sudoku 9", ".......1.4.........2..........", ".A.B.1", "% .Cage", ""];
    for line in others {
        assert!(!is_tatham(line) && !is_puzz_link(line) && !is_iss(line), "{line}");
    }
}
