//! Texts and what they mean.

mod data;
mod rules;

use crate::document::{Document, Term};
use parallax_model::instance::InputError;

/// Reads a text.
fn read(text: &str) -> Result<Document, InputError> {
    Document::read("f", text, &|| Ok(()))
}

/// Asserts that a text is refused with a message that has these parts.
fn refused(text: &str, parts: &[&str]) {
    let error = read(text).map(|_| ()).expect_err(text).to_string();
    for part in parts {
        assert!(error.contains(part), "{error}\nhas no '{part}'\n{text}");
    }
}

/// Returns a solution in MiniZinc's form, where the value of each variable is its place plus 1.
fn solution(text: &str) -> String {
    let document = read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    document.solution_text(|variable| i64::from(variable.0) + 1)
}

/// Returns a term as text: a number, or the name of a variable.
fn shown(document: &Document, term: Term) -> String {
    match term {
        Term::Value(value) => value.to_string(),
        Term::Var(variable) => {
            document.word(document.variables[variable.0 as usize].name).to_owned()
        }
    }
}
