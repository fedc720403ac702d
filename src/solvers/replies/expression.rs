//! Expressions of SMT-LIB: words and lists in parentheses.

use crate::process::short;

/// The deepest nesting that is read; the values of integers need three.
const MAX_DEPTH: usize = 64;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// A symbol without its bars, a number, a string without its quotes.
    Word(String),
    /// A list.
    List(Vec<Expression>),
}

impl Expression {
    /// The word, if it is one.
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Expression::Word(word) => Some(word),
            Expression::List(_) => None,
        }
    }

    /// Whether it is this word.
    pub(super) fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}

/// Reads all expressions of a text.
///
/// # Errors
/// A list, symbol or string without an end, or lists too deep.
pub(super) fn read_all(text: &str) -> Result<Vec<Expression>, String> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = match first {
            '(' => {
                if open.len() > MAX_DEPTH {
                    return Err("it nests lists too deep".into());
                }
                open.push(Vec::new());
                rest = &rest[1..];
                None
            }
            ')' => {
                let list = open.pop().unwrap_or_default();
                rest = &rest[1..];
                open.last_mut().ok_or("a ')' too many")?.push(Expression::List(list));
                None
            }
            ';' => {
                rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
                None
            }
            '|' | '"' => {
                let (word, after) = quoted(rest, first)?;
                rest = after;
                Some(word)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "()\";|".contains(c);
                let (word, after) = rest.split_at(rest.find(ends).unwrap_or(rest.len()));
                rest = after;
                Some(word.to_owned())
            }
        };
        if let (Some(word), Some(list)) = (word, open.last_mut()) {
            list.push(Expression::Word(word));
        }
        rest = rest.trim_start();
    }
    match open.pop() {
        Some(all) if open.is_empty() => Ok(all),
        _ => Err("its model breaks off".into()),
    }
}

/// What stands between quotes, and what comes after them; a string holds `"`
/// as `""`.
fn quoted(text: &str, quote: char) -> Result<(String, &str), String> {
    let mut word = String::new();
    let mut rest = &text[1..];
    loop {
        let Some((piece, after)) = rest.split_once(quote) else {
            return Err(format!("{} has no end", short(text)));
        };
        word.push_str(piece);
        if quote != '"' || !after.starts_with('"') {
            return Ok((word, after));
        }
        word.push('"');
        rest = &after[1..];
    }
}
