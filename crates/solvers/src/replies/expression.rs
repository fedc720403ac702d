//! Expressions of SMT-LIB: words and lists in parentheses.

use super::ExpressionError;

/// Maximum depth of nesting to read; the values of integers need three levels.
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
    /// Returns the word, if it is one.
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
/// At an unterminated list, symbol or string, or lists nested too deeply.
pub(super) fn read_all(text: &str) -> Result<Vec<Expression>, ExpressionError> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = match first {
            '(' => {
                if open.len() > MAX_DEPTH {
                    return Err(ExpressionError::Depth);
                }
                open.push(Vec::new());
                rest = &rest[1..];
                None
            }
            ')' => {
                let list = open.pop().unwrap_or_default();
                rest = &rest[1..];
                open.last_mut().ok_or(ExpressionError::Close)?.push(Expression::List(list));
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
        _ => Err(ExpressionError::Truncation),
    }
}

/// Returns the text between quotes, and the rest after them; a string writes `"` as `""`.
fn quoted(text: &str, quote: char) -> Result<(String, &str), ExpressionError> {
    let mut word = String::new();
    let mut rest = &text[1..];
    loop {
        let Some((piece, after)) = rest.split_once(quote) else {
            return Err(ExpressionError::Quote(text.to_owned()));
        };
        word.push_str(piece);
        if quote != '"' || !after.starts_with('"') {
            return Ok((word, after));
        }
        word.push('"');
        rest = &after[1..];
    }
}
