//! The tokens of an expression.

use std::ops::Range;

use super::exact_decimal::ExactDecimal;
use super::expression_error::{ExpressionError, ExpressionFault};
use super::text_literal::read_string;

/// Maximum number of tokens in an expression.
const MAX_TOKENS: usize = 100_000;

/// A token with its bytes in the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FeelToken {
    pub kind: TokenKind,
    pub range: Range<usize>,
}

/// The kind of a token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Number(ExactDecimal),
    Text(String),
    /// A string after `@`.
    Temporal(String),
    /// A part of a name, or a keyword.
    Name,
    /// A sign of the language, or a character that only names contain.
    Sign,
    /// The end of the text.
    End,
}

/// Signs of two characters; all others have one.
const LONG_SIGNS: [&str; 5] = ["<=", ">=", "!=", "**", ".."];

/// Splits a text into tokens, without spaces and comments. The last one is the end.
///
/// # Errors
/// Returns an error for damaged literals and comments, and for more than [`MAX_TOKENS`].
pub(super) fn split_tokens(text: &str) -> Result<Vec<FeelToken>, ExpressionError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    loop {
        at = skip_blanks(text, at)?;
        let rest = &text[at..];
        let Some(letter) = rest.chars().next() else { break };
        if tokens.len() >= MAX_TOKENS {
            return Err(ExpressionError { at, fault: ExpressionFault::TooLong });
        }
        let (kind, length) =
            read_token(rest, letter).map_err(|fault| ExpressionError { at, fault })?;
        tokens.push(FeelToken { kind, range: at..at + length });
        at += length;
    }
    tokens.push(FeelToken { kind: TokenKind::End, range: at..at });
    Ok(tokens)
}

/// Returns the position of the next token.
fn skip_blanks(text: &str, mut at: usize) -> Result<usize, ExpressionError> {
    loop {
        let rest = &text[at..];
        let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        at += rest.len() - trimmed.len();
        if trimmed.starts_with("//") {
            at += trimmed.find('\n').unwrap_or(trimmed.len());
        } else if trimmed.starts_with("/*") {
            let end = trimmed.find("*/");
            let fault = ExpressionFault::OpenComment;
            at += end.ok_or(ExpressionError { at, fault })? + 2;
        } else {
            return Ok(at);
        }
    }
}

fn read_token(rest: &str, letter: char) -> Result<(TokenKind, usize), ExpressionFault> {
    if letter == '"' {
        let length = string_length(rest)?;
        return Ok((TokenKind::Text(string_of(&rest[..length])?), length));
    }
    if rest.starts_with("@\"") {
        let length = 1 + string_length(&rest[1..])?;
        return Ok((TokenKind::Temporal(string_of(&rest[1..length])?), length));
    }
    let has_fraction = letter == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit());
    if letter.is_ascii_digit() || has_fraction {
        let length = number_length(rest);
        let number = ExactDecimal::parse_decimal(&rest[..length]);
        let number = number.ok_or_else(|| ExpressionFault::Number(rest[..length].to_owned()))?;
        return Ok((TokenKind::Number(number), length));
    }
    if is_name_start(letter) {
        let length = rest.find(|c| !is_name_part(c)).unwrap_or(rest.len());
        return Ok((TokenKind::Name, length));
    }
    let long = LONG_SIGNS.iter().find(|sign| rest.starts_with(**sign));
    Ok((TokenKind::Sign, long.map_or(letter.len_utf8(), |sign| sign.len())))
}

/// Returns the length of a string with its quotation marks.
fn string_length(rest: &str) -> Result<usize, ExpressionFault> {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return Ok(at + 1),
            _ => {}
        }
    }
    Err(ExpressionFault::OpenString)
}

fn string_of(quoted: &str) -> Result<String, ExpressionFault> {
    read_string(quoted).ok_or_else(|| ExpressionFault::String(quoted.to_owned()))
}

/// Returns the length of a number. Two points after it are those of a range.
fn number_length(rest: &str) -> usize {
    let digits = |from: usize| {
        let after = &rest[from..];
        from + after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len())
    };
    let mut end = digits(0);
    let fraction = rest[end..].strip_prefix('.');
    if fraction.is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit())) {
        end = digits(end + 1);
    }
    if let Some(power) = rest[end..].strip_prefix(['e', 'E']) {
        let signed = power.strip_prefix(['+', '-']).unwrap_or(power);
        if signed.starts_with(|c: char| c.is_ascii_digit()) {
            end = digits(rest.len() - signed.len());
        }
    }
    end
}

/// Whether a name may begin so. Characters beyond ASCII that are no spaces are parts of names.
fn is_name_start(letter: char) -> bool {
    letter.is_ascii_alphabetic()
        || matches!(letter, '_' | '?')
        || !letter.is_ascii() && !letter.is_whitespace()
}

fn is_name_part(letter: char) -> bool {
    is_name_start(letter) || letter.is_ascii_digit() || letter == '\''
}
