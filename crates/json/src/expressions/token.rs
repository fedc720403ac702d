//! Splits the text of an expression into tokens.

/// An error in an expression: the place in its text, in bytes, and a message.
#[derive(Debug)]
pub(crate) enum JsonExpressionError {
    /// A fault at a place of the text.
    At(usize, String),
    /// The reading stopped.
    Stopped(Box<parallax_instance::InputError>),
}

/// The smallest part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExpressionToken {
    Number(i64),
    /// An identifier or a keyword.
    Name(String),
    /// The name of a value or a variable in quotes.
    Quoted(String),
    Sign(&'static str),
    End,
}

/// A token and its place in the text, in bytes.
#[derive(Clone, Debug)]
pub(super) struct PlacedToken {
    pub(super) token: ExpressionToken,
    pub(super) at: usize,
    /// For a parenthesis: whether a colon follows inside it, outside of inner ones.
    pub(super) has_colon: bool,
}

/// All signs; a sign comes before its own beginnings.
const TOKEN_SIGNS: [&str; 32] = [
    "<->", "<=>", "->", "=>", "<=", ">=", "!=", "<>", "==", "&&", "||", "**", "//", "..", "=", "<",
    ">", "+", "-", "*", "/", "%", "^", "!", "(", ")", "[", "]", "{", "}", ",", ":",
];

impl ExpressionToken {
    /// Returns the token as messages write it.
    pub(super) fn message_text(&self) -> String {
        match self {
            ExpressionToken::Number(number) => format!("'{number}'"),
            ExpressionToken::Name(name) => format!("'{name}'"),
            ExpressionToken::Quoted(name) => format!("the name '{name}'"),
            ExpressionToken::Sign(sign) => format!("'{sign}'"),
            ExpressionToken::End => "the end".into(),
        }
    }
}

/// Returns the tokens of a text, with [`ExpressionToken::End`] as the last one.
pub(super) fn tokenize_text(text: &str) -> Result<Vec<PlacedToken>, JsonExpressionError> {
    let mut tokens: Vec<PlacedToken> = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = read_token(text, at, c)?;
        match token {
            ExpressionToken::Sign("(" | "[" | "{") => open.push(tokens.len()),
            ExpressionToken::Sign(")" | "]" | "}") => drop(open.pop()),
            ExpressionToken::Sign(":") => {
                // The colon belongs to the innermost open bracket.
                if let Some(placed) = open.last().and_then(|&place| tokens.get_mut(place)) {
                    placed.has_colon = true;
                }
            }
            _ => {}
        }
        tokens.push(PlacedToken { token, at, has_colon: false });
        at += length;
    }
    tokens.push(PlacedToken { token: ExpressionToken::End, at: text.len(), has_colon: false });
    Ok(tokens)
}

/// Returns the token that starts with `c` at a place, and its length in bytes.
fn read_token(
    text: &str,
    at: usize,
    c: char,
) -> Result<(ExpressionToken, usize), JsonExpressionError> {
    let rest = &text[at..];
    let end_of = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    if c.is_ascii_digit() {
        let end = end_of(|c| c.is_ascii_digit());
        let number = rest[..end].parse();
        let fault = || {
            JsonExpressionError::At(at, format!("the number {} is beyond 64 bits", &rest[..end]))
        };
        return Ok((ExpressionToken::Number(number.map_err(|_| fault())?), end));
    }
    if c.is_alphabetic() || c == '_' {
        let end = end_of(|c| c.is_alphanumeric() || c == '_');
        return Ok((ExpressionToken::Name(rest[..end].into()), end));
    }
    if c == '"' || c == '\'' {
        // Both quotation marks take one byte.
        let inner = &rest[1..];
        let fault =
            || JsonExpressionError::At(at, "a name in quotes without its second quote".into());
        let end = inner.find(c).ok_or_else(fault)?;
        return Ok((ExpressionToken::Quoted(inner[..end].into()), end + 2));
    }
    let sign = TOKEN_SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    let fault = || {
        JsonExpressionError::At(
            at,
            format!("the character '{c}'; expected an operator or a number"),
        )
    };
    sign.map(|sign| (ExpressionToken::Sign(sign), sign.len())).ok_or_else(fault)
}
