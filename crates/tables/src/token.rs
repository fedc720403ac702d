//! The tokens of cells.

use super::cell_error::TokenError;
use parallax_model::ComparisonOperator;

use parallax_model::decimal::DecimalNumber;

/// Maximum number of tokens of a cell.
pub(super) const MAX_TOKENS: usize = 10_000;

/// A token of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum CellToken {
    /// A word: letters, digits and all characters other than operators.
    Word(String),
    /// A number.
    Number(DecimalNumber),
    /// A text in quotation marks.
    Quoted(String),
    /// A comparison.
    Compare(ComparisonOperator),
    /// `..`
    Until,
    /// Any of `+ - * / % ( ) [ ] , #`; `//` is [`CellToken::Quotient`].
    Sign(char),
    /// `//`
    Quotient,
}

/// Splits a cell into tokens.
///
/// # Errors
/// Returns an error for characters that cannot start a token, or numbers that are too large.
pub(super) fn split_tokens(text: &str) -> Result<Vec<CellToken>, TokenError> {
    let (mut found, mut rest) = (Vec::new(), text.trim_start());
    while let Some(first) = rest.chars().next() {
        let (token, length) = next(rest, first)?;
        if found.len() == MAX_TOKENS {
            return Err(TokenError::TooManyTokens);
        }
        found.push(token);
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

/// The first token of a text, and its length in bytes.
fn next(rest: &str, first: char) -> Result<(CellToken, usize), TokenError> {
    // Longer signs come first: `<=` also begins with `<`, and `//` with a sign of one character.
    const TOKEN_SIGNS: [(&str, CellToken); 12] = [
        ("<=", CellToken::Compare(ComparisonOperator::Le)),
        ("=<", CellToken::Compare(ComparisonOperator::Le)),
        (">=", CellToken::Compare(ComparisonOperator::Ge)),
        ("!=", CellToken::Compare(ComparisonOperator::Ne)),
        ("\u{2264}", CellToken::Compare(ComparisonOperator::Le)),
        ("\u{2265}", CellToken::Compare(ComparisonOperator::Ge)),
        ("\u{2260}", CellToken::Compare(ComparisonOperator::Ne)),
        ("<", CellToken::Compare(ComparisonOperator::Lt)),
        (">", CellToken::Compare(ComparisonOperator::Gt)),
        ("=", CellToken::Compare(ComparisonOperator::Eq)),
        ("..", CellToken::Until),
        ("//", CellToken::Quotient),
    ];
    if let Some((sign, token)) = TOKEN_SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok((token.clone(), sign.len()));
    }
    match first {
        '\u{2212}' => Ok((CellToken::Sign('-'), first.len_utf8())),
        '+' | '-' | '*' | '/' | '%' | '(' | ')' | '[' | ']' | ',' | '#' => {
            Ok((CellToken::Sign(first), 1))
        }
        '"' | '\u{201c}' | '\u{201d}' => quoted_token(rest, first),
        _ if first.is_ascii_digit() => number_or_word(rest),
        _ if is_of_word(first) => {
            let word = leading_word(rest);
            Ok((CellToken::Word(word.to_owned()), word.len()))
        }
        other => Err(TokenError::OtherCharacter { found: other }),
    }
}

/// Whether a character may be in a word.
fn is_of_word(c: char) -> bool {
    let sign = "+-*/%()[],#<>=!\"\u{201c}\u{201d}\u{2212}\u{2264}\u{2265}\u{2260}{};|^~\\";
    !c.is_whitespace() && !c.is_control() && !sign.contains(c)
}

/// The word at the start of a text. `..` ends it; a point within it does not.
fn leading_word(rest: &str) -> &str {
    let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let word = &rest[..end];
    word.find("..").map_or(word, |until| &word[..until])
}

fn quoted_token(rest: &str, first: char) -> Result<(CellToken, usize), TokenError> {
    let inner = &rest[first.len_utf8()..];
    // Typographic marks close each other, since texts use them in both orders.
    let ends = if first == '"' { &['"'][..] } else { &['\u{201c}', '\u{201d}'][..] };
    let end = inner.find(ends).ok_or(TokenError::OpenQuote)?;
    let closing = inner[end..].chars().next().map_or(1, char::len_utf8);
    Ok((CellToken::Quoted(inner[..end].trim().to_owned()), first.len_utf8() + end + closing))
}

/// A number, or a word that starts with a digit, such as `2nd`.
fn number_or_word(rest: &str) -> Result<(CellToken, usize), TokenError> {
    let word = leading_word(rest);
    // Digits that do not parse are too large; other texts that begin with a digit are words.
    let plain = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match DecimalNumber::parse_decimal(word) {
        Some(number) => Ok((CellToken::Number(number), word.len())),
        None if plain => Err(TokenError::LargeNumber { word: word.to_owned() }),
        None => Ok((CellToken::Word(word.to_owned()), word.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_split_into_tokens() {
        let word = |text: &str| CellToken::Word(text.into());
        let number = |text: &str| CellToken::Number(DecimalNumber::parse_decimal(text).unwrap());
        assert_eq!(split_tokens("  ").unwrap(), []);
        assert_eq!(split_tokens("color of c1").unwrap(), [word("color"), word("of"), word("c1")]);
        assert_eq!(
            split_tokens("[1..5)").unwrap(),
            [
                CellToken::Sign('['),
                number("1"),
                CellToken::Until,
                number("5"),
                CellToken::Sign(')')
            ]
        );
        assert_eq!(split_tokens("a..b").unwrap(), [word("a"), CellToken::Until, word("b")]);
        assert_eq!(
            split_tokens(">=-0.5*x//2").unwrap(),
            [
                CellToken::Compare(ComparisonOperator::Ge),
                CellToken::Sign('-'),
                number("0.5"),
                CellToken::Sign('*'),
                word("x"),
                CellToken::Quotient,
                number("2"),
            ]
        );
        assert_eq!(
            split_tokens("\u{201c}a, b\u{201d}").unwrap(),
            [CellToken::Quoted("a, b".into())]
        );
        assert_eq!(
            split_tokens("2nd e\u{301}t\u{e9}").unwrap(),
            [word("2nd"), word("e\u{301}t\u{e9}")]
        );
    }

    #[test]
    fn what_is_no_token_is_refused() {
        assert_eq!(
            split_tokens("\"open").unwrap_err().to_string(),
            "a quotation mark is not closed"
        );
        assert_eq!(split_tokens("a { b").unwrap_err().to_string(), "'{' is not expected here");
        assert!(
            split_tokens("99999999999999999999").unwrap_err().to_string().contains("too large")
        );
        assert!(
            split_tokens(&"a ".repeat(MAX_TOKENS + 1))
                .unwrap_err()
                .to_string()
                .contains("more than")
        );
    }
}
