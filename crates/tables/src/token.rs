//! The tokens of cells.

use super::cell_error::TokenError;
use parallax_model::Relation;

use parallax_model::decimal::Decimal;

/// Maximum number of tokens of a cell.
pub(super) const MAX_TOKENS: usize = 10_000;

/// A token of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A word: letters, digits and all characters that are no operator.
    Word(String),
    /// A number.
    Number(Decimal),
    /// A text in quotation marks.
    Quoted(String),
    /// A comparison.
    Compare(Relation),
    /// `..`
    Until,
    /// Any of `+ - * / % ( ) [ ] , #`; `//` is [`Token::Quotient`].
    Sign(char),
    /// `//`
    Quotient,
}

/// Splits a cell into tokens.
///
/// # Errors
/// Returns an error for characters that cannot start a token, or numbers that are too large.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, TokenError> {
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
fn next(rest: &str, first: char) -> Result<(Token, usize), TokenError> {
    const SIGNS: [(&str, Token); 12] = [
        ("<=", Token::Compare(Relation::Le)),
        ("=<", Token::Compare(Relation::Le)),
        (">=", Token::Compare(Relation::Ge)),
        ("!=", Token::Compare(Relation::Ne)),
        ("\u{2264}", Token::Compare(Relation::Le)),
        ("\u{2265}", Token::Compare(Relation::Ge)),
        ("\u{2260}", Token::Compare(Relation::Ne)),
        ("<", Token::Compare(Relation::Lt)),
        (">", Token::Compare(Relation::Gt)),
        ("=", Token::Compare(Relation::Eq)),
        ("..", Token::Until),
        ("//", Token::Quotient),
    ];
    if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Ok((token.clone(), sign.len()));
    }
    match first {
        '\u{2212}' => Ok((Token::Sign('-'), first.len_utf8())),
        '+' | '-' | '*' | '/' | '%' | '(' | ')' | '[' | ']' | ',' | '#' => {
            Ok((Token::Sign(first), 1))
        }
        '"' | '\u{201c}' | '\u{201d}' => quoted(rest, first),
        _ if first.is_ascii_digit() => number_or_word(rest),
        _ if is_of_word(first) => {
            let word = word(rest);
            Ok((Token::Word(word.to_owned()), word.len()))
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
fn word(rest: &str) -> &str {
    let end = rest.find(|c| !is_of_word(c)).unwrap_or(rest.len());
    let word = &rest[..end];
    word.find("..").map_or(word, |until| &word[..until])
}

fn quoted(rest: &str, first: char) -> Result<(Token, usize), TokenError> {
    let inner = &rest[first.len_utf8()..];
    let ends = if first == '"' { &['"'][..] } else { &['\u{201c}', '\u{201d}'][..] };
    let end = inner.find(ends).ok_or(TokenError::OpenQuote)?;
    let closing = inner[end..].chars().next().map_or(1, char::len_utf8);
    Ok((Token::Quoted(inner[..end].trim().to_owned()), first.len_utf8() + end + closing))
}

/// A number, or a word that starts with a digit, such as `2nd`.
fn number_or_word(rest: &str) -> Result<(Token, usize), TokenError> {
    let word = word(rest);
    let plain = word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match Decimal::parse(word) {
        Some(number) => Ok((Token::Number(number), word.len())),
        None if plain => Err(TokenError::LargeNumber { word: word.to_owned() }),
        None => Ok((Token::Word(word.to_owned()), word.len())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_split_into_tokens() {
        let word = |text: &str| Token::Word(text.into());
        let number = |text: &str| Token::Number(Decimal::parse(text).unwrap());
        assert_eq!(tokens("  ").unwrap(), []);
        assert_eq!(tokens("color of c1").unwrap(), [word("color"), word("of"), word("c1")]);
        assert_eq!(
            tokens("[1..5)").unwrap(),
            [Token::Sign('['), number("1"), Token::Until, number("5"), Token::Sign(')')]
        );
        assert_eq!(tokens("a..b").unwrap(), [word("a"), Token::Until, word("b")]);
        assert_eq!(
            tokens(">=-0.5*x//2").unwrap(),
            [
                Token::Compare(Relation::Ge),
                Token::Sign('-'),
                number("0.5"),
                Token::Sign('*'),
                word("x"),
                Token::Quotient,
                number("2"),
            ]
        );
        assert_eq!(tokens("\u{201c}a, b\u{201d}").unwrap(), [Token::Quoted("a, b".into())]);
        assert_eq!(tokens("2nd e\u{301}t\u{e9}").unwrap(), [word("2nd"), word("e\u{301}t\u{e9}")]);
    }

    #[test]
    fn what_is_no_token_is_refused() {
        assert_eq!(tokens("\"open").unwrap_err().to_string(), "a quotation mark is not closed");
        assert_eq!(tokens("a { b").unwrap_err().to_string(), "'{' is not expected here");
        assert!(tokens("99999999999999999999").unwrap_err().to_string().contains("too large"));
        assert!(
            tokens(&"a ".repeat(MAX_TOKENS + 1)).unwrap_err().to_string().contains("more than")
        );
    }
}
