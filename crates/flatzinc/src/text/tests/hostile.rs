//! Texts of an attacker: deep nesting, cuts, mutations, stops.

use std::cell::Cell;

use parallax_instance::InputError;
use parallax_model::engine_api::StopReason;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{described, read, refused};
use crate::document::FlatzincDocument;

/// A file with something of everything.
const SAMPLE: &str = "predicate p(array [int] of var int: xs, var bool: b);\n\
    array [1..3] of int: c = [1,-1,0x1F]; float: f = -1.5e3; set of int: s = {1,5,3};\n\
    array [1..2] of set of int: ss = [{1},1..2]; bool: t = true; % comment\n\
    var bool: true_cost :: output_var; var 1..9: x :: is_defined_var :: output_var;\n\
    var {1,3,5}: y = 3; var int: z :: var_is_introduced = x; var -3..3: 'a b';\n\
    array [1..4] of var int: a :: output_array([1..2,0..1]) = [x,2,y,z];\n\
    constraint int_lin_le(c,[x,y,z],4) :: mzn_constraint_name(\"row \\\"1\\\"\") :: domain;\n\
    constraint q(1..5,{},[s,{2}],ss,[true,true_cost],[],a[3]) :: defines_var(no_such);\n\
    solve :: seq_search([int_search(a,first_fail,indomain_min,complete),\n\
    seq_search([bool_search([true_cost],input_order,indomain_max,complete)])])\n\
    :: restart_luby(100) :: warm_start([x],[3]) :: foo(bar([1.5,\"x\"])) minimize x;\n";

#[test]
fn nesting_is_no_matter_of_the_stack() {
    let depth = 300_000;
    for (open, close) in [("a(", ")"), ("[", "]"), ("a([", "])"), ("{", "}")] {
        let deep = format!("{}{}", open.repeat(depth), close.repeat(depth));
        read(&format!("var int: x :: {deep}; solve :: {deep} satisfy;")).expect("a text");
        let cut = &deep[..deep.len() - 1];
        refused(&format!("constraint p() :: {cut}"), &["the end of the text; expected"]);
    }
    let (open, close) = ("seq_search([".repeat(depth), "])".repeat(depth));
    let text = format!("solve :: {open}b{close} satisfy;");
    assert_eq!(read(&text).unwrap().search.len(), 1);
    refused(&format!("solve :: {open}"), &["the end of the text; expected"]);
    refused(&"[".repeat(depth), &["f:1:1: '['; expected an item"]);
    refused(&format!("constraint p({}", "[".repeat(depth)), &["f:1:15: '['; expected"]);
    refused(&format!("predicate p{}", "(".repeat(depth)), &["the end of the text; expected ')'"]);
}

#[test]
fn a_text_cut_anywhere_is_refused() {
    read(SAMPLE).unwrap_or_else(|error| panic!("{error}"));
    let whole = SAMPLE.trim_end();
    for end in 0..whole.len() {
        refused(&whole[..end], &["f:", "expected"]);
    }
}

/// Pieces that mutations insert.
const PIECES: [&str; 34] = [
    "x",
    "y",
    "a",
    "c",
    "s",
    "ss",
    "f",
    "true",
    "-9223372036854775808",
    "0x",
    "1..0",
    "{}",
    "[]",
    "..",
    "::",
    ":",
    ";",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "%",
    "\\",
    "var ",
    "array [1..2] of ",
    "solve ",
    "constraint ",
    "\u{e9}",
    "\n",
];

/// Changes a text in one to three places: inserts, removes, replaces or repeats a piece.
pub(super) fn mutated(text: &str, random: &mut ChaCha8Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.random_range(1..4) {
        let mut place = || loop {
            let place = random.random_range(0..=text.len());
            if text.is_char_boundary(place) {
                break place;
            }
        };
        let (one, other) = (place(), place());
        let (from, to) = (one.min(other), one.max(other));
        let piece = PIECES[random.random_range(0..PIECES.len())];
        let near = (from..=to).take(4).filter(|&end| text.is_char_boundary(end)).last();
        let near = near.unwrap_or(from);
        match random.random_range(0..4) {
            0 => text.insert_str(from, piece),
            1 => text.replace_range(from..near, ""),
            2 => text.replace_range(from..near, piece),
            _ => {
                let piece: String = text[from..to].chars().take(30).collect();
                text.insert_str(to, &piece);
            }
        }
    }
    text
}

/// Reads a text, whatever it is; returns whether it is a file.
pub(super) fn withstood(text: &str) -> bool {
    match read(text) {
        Ok(document) => {
            assert!(!described(&document).is_empty());
            document.solution_text(|_| 0);
            true
        }
        Err(error) => {
            assert!(error.to_string().contains("f:"), "{error}\n{text}");
            false
        }
    }
}

#[test]
fn mutations_are_read_or_refused() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let files = (0..100_000).filter(|_| withstood(&mutated(SAMPLE, &mut random))).count();
    assert!((1000..90_000).contains(&files), "{files} of them are read");
}

#[test]
fn reading_stops_when_it_is_asked_to() {
    let text = format!("{}solve satisfy;", "constraint p(1,2,3);\n".repeat(50_000));
    let calls = Cell::new(0);
    let check = || {
        calls.set(calls.get() + 1);
        if calls.get() < 3 { Ok(()) } else { Err(InputError::from_stop("f", StopReason::Timeout)) }
    };
    let error = FlatzincDocument::read_text("f", &text, &check).map(|_| ()).unwrap_err();
    assert_eq!((error.why_stopped(), calls.get()), (Some(StopReason::Timeout), 3));
}
