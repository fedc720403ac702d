//! The pieces of a MiniZinc text: words, strings and signs, without comments.

use std::ops::Range;

/// The kind of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// An identifier, a keyword or a number.
    Word,
    /// A string with its quotes, and the expressions in it.
    Text,
    /// A quoted identifier.
    Quoted,
    /// A sign of one or more characters.
    Sign,
}

/// A piece and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MinizincToken {
    pub(super) kind: PieceKind,
    pub(super) range: Range<usize>,
}

impl MinizincToken {
    /// Returns its text.
    pub(super) fn piece_text<'t>(&self, text: &'t str) -> &'t str {
        text.get(self.range.clone()).unwrap_or_default()
    }

    /// Whether it is this sign or word.
    pub(super) fn matches_text(&self, text: &str, wanted: &str) -> bool {
        matches!(self.kind, PieceKind::Sign | PieceKind::Word) && self.piece_text(text) == wanted
    }
}

/// The signs of several characters that must stay whole.
const MULTICHARACTER_SIGNS: [&str; 6] = ["<->", "->", "<-", "::", "/\\", "\\/"];

/// Splits a text.
///
/// # Errors
/// Returns the position of a comment, string or quoted identifier that does not end.
pub(super) fn split_pieces(text: &str) -> Result<Vec<MinizincToken>, usize> {
    let bytes = text.as_bytes();
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let rest = &text[at..];
        let (kind, length) = match bytes[at] {
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'%' => {
                at += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            b'/' if rest.starts_with("/*") => {
                // Two bytes of `/*` and two of `*/`. The search begins after the opening, so that
                // `/*/` does not close itself.
                at += rest[2..].find("*/").ok_or(at)? + 4;
                continue;
            }
            b'"' => (PieceKind::Text, string_length(rest).ok_or(at)?),
            b'\'' => (PieceKind::Quoted, rest[1..].find('\'').ok_or(at)? + 2),
            byte if is_word(byte) => {
                let end = rest.bytes().position(|byte| !is_word(byte));
                (PieceKind::Word, end.unwrap_or(rest.len()))
            }
            _ => {
                // `<->` comes before `<-` in the list, so the first sign that matches is the
                // longest.
                let long = MULTICHARACTER_SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let first = rest.chars().next().map_or(1, char::len_utf8);
                (PieceKind::Sign, long.map_or(first, |sign| sign.len()))
            }
        };
        // A byte order mark, which some editors put at the beginning of a file, is no token.
        if !rest.starts_with('\u{feff}') {
            all.push(MinizincToken { kind, range: at..at + length });
        }
        at += length;
    }
    Ok(all)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the length of the string at the beginning of a text. `\(` begins an expression, which
/// may have strings in it.
pub(crate) fn string_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    // For each string and bracket that is open: whether it is a string.
    let mut open = vec![true];
    let mut at = 1;
    while let Some(&in_string) = open.last() {
        match (bytes.get(at)?, in_string) {
            (b'\\', true) => {
                if bytes.get(at + 1) == Some(&b'(') {
                    open.push(false);
                }
                // Skips the escaped character, so that `\"` does not end the string.
                at += 1;
            }
            (b'"', true) | (b')', false) => {
                open.pop();
            }
            (b'"', false) => open.push(true),
            (b'(', false) => open.push(false),
            _ => {}
        }
        at += 1;
    }
    Some(at)
}

/// Returns the index after the piece that closes the bracket at `start`.
pub(super) fn closing_bracket(text: &str, pieces: &[MinizincToken], start: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (place, piece) in pieces.iter().enumerate().skip(start) {
        depth = depth.checked_add_signed(bracket_change(text, piece))?;
        if depth == 0 {
            return Some(place + 1);
        }
    }
    None
}

/// Returns how a piece changes the number of open brackets.
pub(super) fn bracket_change(text: &str, piece: &MinizincToken) -> isize {
    match (piece.kind, piece.piece_text(text)) {
        (PieceKind::Sign, "(" | "[" | "{") => 1,
        (PieceKind::Sign, ")" | "]" | "}") => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<&str> {
        split_pieces(text).expect("it ends").iter().map(|piece| piece.piece_text(text)).collect()
    }

    #[test]
    fn comments_are_left_out_and_strings_stay_whole() {
        let text =
            "a/* ; \" */<->b % c \"\n:: \"x \\\" \\(f(\"(\" ++ \"\\(y)\")) ; % z\" 'q ; r'/\\1..2";
        let expected = [
            "a",
            "<->",
            "b",
            "::",
            "\"x \\\" \\(f(\"(\" ++ \"\\(y)\")) ; % z\"",
            "'q ; r'",
            "/\\",
            "1",
            ".",
            ".",
            "2",
        ];
        assert_eq!(texts(text), expected);
        // Comments do not nest.
        assert_eq!(texts("/* /* */ a"), ["a"]);
        assert_eq!(texts("\u{feff}x ∧ y"), ["x", "∧", "y"]);
        assert_eq!(texts(""), [""; 0]);
    }

    #[test]
    fn what_does_not_end_is_named_by_its_place() {
        for (text, place) in [("a /*/", 2), ("x \"y", 2), ("'x", 0), ("\"\\(\"", 0), ("\"\\", 0)] {
            assert_eq!(split_pieces(text), Err(place), "{text}");
        }
    }

    #[test]
    fn brackets_close() {
        let text = "f(a[1], {\")\"}) x";
        let all = split_pieces(text).expect("it ends");
        let end = closing_bracket(text, &all, 1).expect("it closes");
        assert_eq!(all[end].piece_text(text), "x");
        assert_eq!(closing_bracket("(", &split_pieces("(").expect("one"), 0), None);
    }
}
