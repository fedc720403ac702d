//! Splits the text of an expression into tokens.

/// An error in an expression: the place in its text, in bytes, and a message.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A fault at a place of the text.
    At(usize, String),
    /// The reading stopped.
    Stopped(parallax_model::instance::InputError),
}

/// The smallest part of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
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
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) at: usize,
    /// For a parenthesis: whether a colon follows inside it, outside of inner ones.
    pub(super) has_colon: bool,
}

/// All signs; a sign comes before its own beginnings.
const SIGNS: [&str; 32] = [
    "<->", "<=>", "->", "=>", "<=", ">=", "!=", "<>", "==", "&&", "||", "**", "//", "..", "=", "<",
    ">", "+", "-", "*", "/", "%", "^", "!", "(", ")", "[", "]", "{", "}", ",", ":",
];

impl Token {
    /// Returns the token as messages write it.
    pub(super) fn words(&self) -> String {
        match self {
            Token::Number(number) => format!("'{number}'"),
            Token::Name(name) => format!("'{name}'"),
            Token::Quoted(name) => format!("the name '{name}'"),
            Token::Sign(sign) => format!("'{sign}'"),
            Token::End => "the end".into(),
        }
    }
}

/// Returns the tokens of a text, with [`Token::End`] as the last one.
pub(super) fn tokens(text: &str) -> Result<Vec<Placed>, Fault> {
    let mut tokens: Vec<Placed> = Vec::new();
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        }
        let (token, length) = token(text, at, c)?;
        match token {
            Token::Sign("(" | "[" | "{") => open.push(tokens.len()),
            Token::Sign(")" | "]" | "}") => drop(open.pop()),
            Token::Sign(":") => {
                if let Some(placed) = open.last().and_then(|&place| tokens.get_mut(place)) {
                    placed.has_colon = true;
                }
            }
            _ => {}
        }
        tokens.push(Placed { token, at, has_colon: false });
        at += length;
    }
    tokens.push(Placed { token: Token::End, at: text.len(), has_colon: false });
    Ok(tokens)
}

/// Returns the token that starts with `c` at a place, and its length in bytes.
fn token(text: &str, at: usize, c: char) -> Result<(Token, usize), Fault> {
    let rest = &text[at..];
    let end_of = |is_part: fn(char) -> bool| rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    if c.is_ascii_digit() {
        let end = end_of(|c| c.is_ascii_digit());
        let number = rest[..end].parse();
        let fault = || Fault::At(at, format!("the number {} is beyond 64 bits", &rest[..end]));
        return Ok((Token::Number(number.map_err(|_| fault())?), end));
    }
    if c.is_alphabetic() || c == '_' {
        let end = end_of(|c| c.is_alphanumeric() || c == '_');
        return Ok((Token::Name(rest[..end].into()), end));
    }
    if c == '"' || c == '\'' {
        let inner = &rest[1..];
        let fault = || Fault::At(at, "a name in quotes without its second quote".into());
        let end = inner.find(c).ok_or_else(fault)?;
        return Ok((Token::Quoted(inner[..end].into()), end + 2));
    }
    let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
    let fault = || Fault::At(at, format!("the character '{c}'; expected an operator or a number"));
    sign.map(|sign| (Token::Sign(sign), sign.len())).ok_or_else(fault)
}
