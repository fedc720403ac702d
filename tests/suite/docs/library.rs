//! The programs of `examples/`: each runs, and prints its results.

use std::error::Error;
use std::io::Write;

#[path = "../../../examples/encoding_experiment.rs"]
mod encoding_experiment;
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
