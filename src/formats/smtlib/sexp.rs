//! S-expressions with their places.

use crate::instance::{InputError, shorten};

/// The deepest nesting that is read.
const DEEPEST: usize = 400;

/// An s-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sexp {
    pub kind: Kind,
    /// Line and column, from 1.
    pub place: (usize, usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A symbol without its bars, a number, or a keyword.
    Word(String),
    /// What stands between quotes.
    Text,
    List(Vec<Sexp>),
}

impl Sexp {
    pub fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn list(&self) -> Option<&[Sexp]> {
        match &self.kind {
            Kind::List(list) => Some(list),
            _ => None,
        }
    }

    /// An error at its place.
    pub fn fault(&self, source: &str, message: impl Into<String>) -> InputError {
        InputError::new(source, message).at(self.place.0, self.place.1)
    }

    /// Its beginning, for messages.
    pub fn told(&self) -> String {
        match &self.kind {
            Kind::Word(word) => shorten(word),
            Kind::Text => "a text".into(),
            Kind::List(list) => match list.first() {
                Some(first) => format!("({} ...)", first.word().map_or("...".into(), shorten)),
                None => "()".into(),
            },
        }
    }
}

/// All s-expressions of a text.
pub(super) fn read(source: &str, text: &str) -> Result<Vec<Sexp>, InputError> {
    let mut open: Vec<(Vec<Sexp>, (usize, usize))> = Vec::new();
    let mut top = Vec::new();
    let (mut line, mut column) = (1, 1);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let place = (line, column);
        let fault = |message: &str| InputError::new(source, message).at(place.0, place.1);
        column += 1;
        let kind = match c {
            '\n' => {
                (line, column) = (line + 1, 1);
                continue;
            }
            c if c.is_whitespace() => continue,
            ';' => {
                while chars.next_if(|&c| c != '\n').is_some() {
                    column += 1;
                }
                continue;
            }
            '(' => {
                if open.len() >= DEEPEST {
                    return Err(fault(&format!("nested deeper than {DEEPEST}")));
                }
                open.push((Vec::new(), place));
                continue;
            }
            ')' => {
                let (list, start) = open.pop().ok_or_else(|| fault("')' without '('"))?;
                let sexp = Sexp { kind: Kind::List(list), place: start };
                open.last_mut().map_or(&mut top, |(list, _)| list).push(sexp);
                continue;
            }
            '|' | '"' => {
                let mut word = String::new();
                loop {
                    match chars.next() {
                        None => return Err(fault(&format!("{c} without its end"))),
                        Some(next) if next == c => break,
                        Some(next) => {
                            (line, column) =
                                if next == '\n' { (line + 1, 0) } else { (line, column) };
                            // Names and messages stay on one line.
                            word.push(if next.is_control() { ' ' } else { next });
                        }
                    }
                    column += 1;
                }
                column += 1;
                if c == '|' { Kind::Word(word) } else { Kind::Text }
            }
            c => {
                let mut word = String::from(c);
                let ends = |c: &char| c.is_whitespace() || "();|\"".contains(*c);
                while let Some(next) = chars.next_if(|c| !ends(c)) {
                    word.push(next);
                    column += 1;
                }
                Kind::Word(word)
            }
        };
        open.last_mut().map_or(&mut top, |(list, _)| list).push(Sexp { kind, place });
    }
    match open.last() {
        Some((_, place)) => Err(InputError::new(source, "'(' without ')'").at(place.0, place.1)),
        None => Ok(top),
    }
}
