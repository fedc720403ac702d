//! The lines below a picture.

use parallax_model::Value;

use crate::GridPuzzle;
use crate::board::GridBase;

/// The largest number of rules in words below a picture.
const MOST_RULES: usize = 20;

/// Returns the settings of a puzzle that differ from the usual ones of its base.
pub(super) fn unusual_settings(puzzle: &GridPuzzle) -> Vec<String> {
    let mut lines = Vec::new();
    let (low, high) = puzzle.digits;
    let usual =
        if puzzle.base == GridBase::Kakuro { (1, 9) } else { (1, puzzle.shape.rows as Value) };
    let may_differ = puzzle.base.is_square() || puzzle.base == GridBase::Kakuro;
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
pub(super) fn shorten_rules(mut rules: Vec<String>) -> Vec<String> {
    let count = rules.len();
    // One line more takes no more room than the number of others.
    if count > MOST_RULES + 1 {
        rules.truncate(MOST_RULES);
        rules.push(format!("and {} more", count - MOST_RULES));
    }
    rules
}

/// Breaks a text between words into lines of at most `width` characters, and a longer word within
/// it. A character of an East Asian script is as wide as two.
pub(super) fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut room = 0;
    for word in text.split_whitespace() {
        for (number, piece) in split_word(word, width).into_iter().enumerate() {
            let length: usize = piece.chars().map(character_width).sum();
            // Only the first piece of a word may share a line with other words. It needs a blank
            // before it, so its length must be less than the room.
            match lines.last_mut() {
                Some(line) if number == 0 && length < room => {
                    line.push(' ');
                    line.push_str(&piece);
                    room -= length + 1;
                }
                _ => {
                    lines.push(piece);
                    room = width.saturating_sub(length);
                }
            }
        }
    }
    lines
}

/// Cuts a word into pieces that fit into a line.
fn split_word(word: &str, width: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut used = 0;
    for character in word.chars() {
        // A wide character needs a line of two, even if the width is less.
        if used + character_width(character) > width.max(2) {
            pieces.push(String::new());
            used = 0;
        }
        used += character_width(character);
        pieces.last_mut().expect("a piece").push(character);
    }
    pieces
}

/// Returns the width of a character in letters.
fn character_width(character: char) -> usize {
    match character {
        '\u{1100}'..='\u{115f}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}'
        | '\u{fe30}'..='\u{fe6f}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f300}'..='\u{3fffd}' => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::wrap_text;

    #[test]
    fn lines_fit_their_width() {
        assert_eq!(wrap_text("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap_text("a abcdefghij b", 4), ["a", "abcd", "efgh", "ij b"]);
        assert_eq!(wrap_text("数独のルール", 5), ["数独", "のル", "ール"]);
        assert_eq!(wrap_text("", 5), Vec::<String>::new());
        assert_eq!(wrap_text("数独", 0), ["数", "独"]);
    }
}
