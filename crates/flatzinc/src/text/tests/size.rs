//! Sizes: what a document takes of memory, and times of large texts (on request).

use std::fmt::Write;

use super::read;
use crate::document::{ConstraintCall, FlatzincArgument, FlatzincTerm, FlatzincVariable};

#[test]
fn parts_of_a_document_are_small() {
    assert!(size_of::<FlatzincVariable>() <= 40, "{}", size_of::<FlatzincVariable>());
    assert!(size_of::<ConstraintCall>() <= 24, "{}", size_of::<ConstraintCall>());
    assert!(size_of::<FlatzincArgument>() <= 24, "{}", size_of::<FlatzincArgument>());
    assert!(size_of::<FlatzincTerm>() <= 16, "{}", size_of::<FlatzincTerm>());
}

/// Repeats an item, with its number in the place of `#`, to a text of this many bytes.
fn repeated(bytes: usize, item: &str) -> String {
    let mut text = String::with_capacity(bytes + 100);
    let mut number = 0;
    while text.len() < bytes {
        let _ = text.write_str(&item.replace('#', &number.to_string()));
        number += 1;
    }
    text
}

/// Reads a text of 100 MB, of the kind that `PARALLAX_SIZE` names (0 to 5).
#[test]
#[ignore = "takes 100 MB and seconds; measured from outside, with PARALLAX_SIZE = 0 to 5"]
fn large_texts_are_read() {
    let bytes = 100_000_000;
    let kind = std::env::var("PARALLAX_SIZE").unwrap_or_default();
    let ones = |length: usize| format!("{}1", "1,".repeat(length - 1));
    let text = match kind.as_str() {
        "0" => {
            let n = bytes / 2;
            format!("array [1..{n}] of int: a = [{}];", ones(n))
        }
        "1" => "var 1..9: x;\n".to_owned() + &repeated(bytes, "constraint int_le(x,3);\n"),
        "2" => repeated(bytes, "var bool: X_INTRODUCED_#_ :: var_is_introduced;\n"),
        "3" => repeated(
            bytes,
            "constraint p() :: mzn_constraint_name(\"row # of a long name of a constraint\");\n",
        ),
        "4" => repeated(bytes, "var bool:a#;"),
        _ => format!("constraint p({});", ones(bytes / 2)),
    };
    let text = text + "solve satisfy;";
    let started = std::time::Instant::now();
    let document = read(&text).expect("a document");
    let parts = (document.variables.len(), document.constraints.len(), document.arguments.len());
    println!("kind {kind}: {parts:?} in {:?}", started.elapsed());
}
