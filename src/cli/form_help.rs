//! Sentences of the help that list forms of files and names of instances, from the lists of formats
//! and puzzles.

use parallax_formats::inputs::InputForm;
use parallax_puzzles::{MODEL_EXAMPLES, Puzzle};

/// Returns the help of an argument that names instances: a sentence, and names without a file.
pub(super) fn name_help(sentence: &str) -> String {
    let names = [Puzzle::example_names(), MODEL_EXAMPLES.to_vec()].concat();
    format!("{sentence}\n\nThe names are {}, with a seed after @.", join_words(&names))
}

/// Returns the help of an option that states the form of files: a sentence, and all forms.
pub(super) fn form_help(sentence: &str) -> String {
    format!("{sentence}\n\nOne of {}.", form_names(|_| true).join(", "))
}

/// Returns the help of the time limit for an engine.
pub(super) fn timeout_help(sentence: &str) -> String {
    let whole = form_names(InputForm::is_whole).join(", ");
    format!(
        "{sentence}\n\nThey include the encoding, the reading of what is read as a whole \
         ({whole}), the wait for an instance from a pipe and for the rest of it."
    )
}

/// Returns the names of the forms of puzzles.
pub(super) fn puzzle_names() -> String {
    form_names(|form| !form.is_whole()).join(", ")
}

/// Returns the names of some forms.
fn form_names(is_meant: impl Fn(InputForm) -> bool) -> Vec<&'static str> {
    InputForm::all().filter(|form| is_meant(*form)).map(InputForm::name).collect()
}

/// Joins words to a list of a sentence, which ends with `and` or another word.
fn join_words(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}
