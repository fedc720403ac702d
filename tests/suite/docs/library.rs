//! The programs of `examples/`: each runs, and prints its results.

use std::error::Error;
use std::io::Write;

#[path = "../../../examples/encoding_experiment.rs"]
mod encoding_experiment;
#[path = "../../../examples/first_hour.rs"]
mod first_hour;
#[path = "../../../examples/own_engine.rs"]
mod own_engine;
#[path = "../../../examples/own_puzzle.rs"]
mod own_puzzle;

/// The return type of an example.
type Ended = Result<(), Box<dyn Error>>;

/// Returns the output of an example.
fn printed(example: fn(&mut dyn Write) -> Ended) -> String {
    let mut out = Vec::new();
    example(&mut out).expect("an example that runs");
    String::from_utf8(out).expect("UTF-8")
}

#[test]
fn a_puzzle_of_ones_own_is_compared() {
    let out = printed(own_puzzle::run);
    assert!(out.contains("verdict: agree"), "{out}");
    assert!(out.contains(". . . Q . . . ."), "{out}");
}

#[test]
fn an_engine_of_ones_own_agrees_with_native_search() {
    let out = printed(own_engine::run);
    assert!(out.contains("latin:4: agree"), "{out}");
    assert!(out.contains("plain: 576 solutions"), "{out}");
}

#[test]
fn an_experiment_compares_encodings() {
    let out = printed(encoding_experiment::run);
    assert!(out.contains("order,"), "{out}");
    assert!(out.lines().any(|line| line.starts_with("* ")), "{out}");
}

/// The page of the first hour.
const PAGE: &str = include_str!("../../../docs/tutorial/library.md");

/// The programs that it shows pieces of.
const PROGRAMS: [&str; 2] = [
    include_str!("../../../examples/first_hour.rs"),
    include_str!("../../../examples/own_puzzle.rs"),
];

/// Returns the blocks of a page in this language, without indentation.
fn blocks(page: &str, language: &str) -> Vec<String> {
    let start = format!("```{language}\n");
    let after = page.split(&start).skip(1);
    after.map(|text| flat(text.split_once("```").expect("the end of a block").0)).collect()
}

/// Returns a text without the indentation of its lines.
fn flat(text: &str) -> String {
    text.lines().map(|line| format!("{}\n", line.trim())).collect()
}

#[test]
fn the_first_hour_shows_pieces_of_programs_that_run() {
    let programs = PROGRAMS.map(flat);
    let shown = blocks(PAGE, "rust");
    assert!(shown.len() >= 7, "{} pieces", shown.len());
    for piece in shown {
        assert!(programs.iter().any(|program| program.contains(&piece)), "in no example:\n{piece}");
    }
}

#[test]
fn the_first_hour_prints_what_the_page_shows() {
    let out = printed(first_hour::run);
    let shown = blocks(PAGE, "text");
    assert!(shown.len() >= 5, "{} outputs", shown.len());
    for text in shown {
        assert!(out.contains(&text), "not printed:\n{text}\nbut:\n{out}");
    }
}
