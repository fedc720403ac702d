//! Expressions of SMT-LIB: words and lists in parentheses.

use super::SmtExpressionError;

/// Maximum depth of nesting to read; the values of integers need three levels.
const MAX_DEPTH: usize = 64;

/// A word or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SmtExpression {
    /// A symbol without its bars, a number, a string without its quotes.
    Word(String),
    /// A list.
    List(Vec<SmtExpression>),
}

impl SmtExpression {
    /// Returns the word, if it is one.
    pub(super) fn as_word(&self) -> Option<&str> {
        match self {
            SmtExpression::Word(word) => Some(word),
            SmtExpression::List(_) => None,
        }
    }

    /// Whether it is this word.
    pub(super) fn is_word(&self, word: &str) -> bool {
        self.as_word() == Some(word)
    }
}

/// Reads all expressions of a text.
///
/// # Errors
/// At an unterminated list, symbol or string, or lists nested too deeply.
pub(super) fn read_all(text: &str) -> Result<Vec<SmtExpression>, SmtExpressionError> {
    // The open lists, the outermost first; the first one holds the expressions of the whole text.
    // An explicit stack keeps the nesting off the stack of the thread.
    let mut open: Vec<Vec<SmtExpression>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = match first {
            '(' => {
                if open.len() > MAX_DEPTH {
                    return Err(SmtExpressionError::Depth);
                }
                open.push(Vec::new());
                rest = &rest[1..];
                None
            }
            ')' => {
                let list = open.pop().unwrap_or_default();
                rest = &rest[1..];
                open.last_mut().ok_or(SmtExpressionError::Close)?.push(SmtExpression::List(list));
                None
            }
            ';' => {
                rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
                None
            }
            '|' | '"' => {
                let (word, after) = split_quoted(rest, first)?;
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
            list.push(SmtExpression::Word(word));
        }
        rest = rest.trim_start();
    }
    match open.pop() {
        Some(all) if open.is_empty() => Ok(all),
        _ => Err(SmtExpressionError::Truncation),
    }
}

/// Returns the text between quotes, and the rest after them; a string writes `"` as `""`.
fn split_quoted(text: &str, quote: char) -> Result<(String, &str), SmtExpressionError> {
    let mut word = String::new();
    let mut rest = &text[1..];
    loop {
        let Some((piece, after)) = rest.split_once(quote) else {
            return Err(SmtExpressionError::Quote(text.to_owned()));
        };
        word.push_str(piece);
        if quote != '"' || !after.starts_with('"') {
            return Ok((word, after));
        }
        word.push('"');
        rest = &after[1..];
    }
}
