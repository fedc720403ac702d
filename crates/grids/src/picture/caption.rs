//! The lines below a picture.

use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::Base;

/// The largest number of rules in words below a picture.
const MOST_RULES: usize = 20;

/// Returns the settings of a puzzle that differ from the usual ones of its base.
pub(super) fn settings(puzzle: &GridPuzzle) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = puzzle.digits;
    let usual = if puzzle.base == Base::Kakuro { (1, 9) } else { (1, puzzle.shape.rows as Value) };
    let may_differ = puzzle.base.is_square() || puzzle.base == Base::Kakuro;
    if may_differ && (low, high) != usual {
        lines.push(format!("digits: {low}-{high}"));
    }
    if puzzle.unique_lines {
        lines.push("unique lines".to_owned());
    }
    if puzzle.orthogonal {
        lines.push("steps: orthogonal".to_owned());
    }
    lines
}

/// Shortens a list of rules to the first ones and the number of others.
pub(super) fn shortened(mut rules: Vec<String>) -> Vec<String> {
    let count = rules.len();
    // One line more takes no more room than the number of others.
    if count > MOST_RULES + 1 {
        rules.truncate(MOST_RULES);
        rules.push(format!("and {} more", count - MOST_RULES));
    }
    rules
}

/// Breaks a text between words into lines of at most `width` characters; a longer word gets a line
/// of its own.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match lines.last_mut() {
            Some(line) if length < room => {
                line.push(' ');
                line.push_str(word);
                room -= length + 1;
            }
            _ => {
                lines.push(word.to_owned());
                room = width.saturating_sub(length);
            }
        }
    }
    lines
}
