//! Terms of scripts and their text.

use std::fmt::{self, Display};

/// A term.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Number(i64),
    Truth(bool),
    /// A declared symbol, by its number.
    Symbol(usize),
    /// The definition or `let` binding with this number.
    Named(usize),
    Apply(&'static str, Vec<Term>),
    /// Names with their terms, none of which sees the other names, and the body.
    Let(Vec<(usize, Term)>, Box<Term>),
    /// This many nested negations.
    Nots(usize, Box<Term>),
    /// A term with an attribute.
    Annotated(Box<Term>),
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            Term::Number(number) => write!(f, "{number}"),
            Term::Truth(value) => write!(f, "{value}"),
            Term::Symbol(number) => write!(f, "{}", symbol(*number)),
            Term::Named(number) => write!(f, "n{number}"),
            Term::Nots(count, inner) => {
                write!(f, "{}{inner}{}", "(not ".repeat(*count), ")".repeat(*count))
            }
            Term::Annotated(inner) => write!(f, "(! {inner} :note (a |)| 1))"),
            Term::Let(bound, body) => {
                write!(f, "(let (")?;
                bound.iter().try_for_each(|(name, term)| write!(f, "(n{name} {term})"))?;
                write!(f, ") {body})")
            }
            Term::Apply(operator, parts) => {
                write!(f, "({operator}")?;
                parts.iter().try_for_each(|part| write!(f, " {part}"))?;
                write!(f, ")")
            }
        }
    }
}

/// Returns the name of a declared symbol; some need bars.
pub(super) fn symbol(number: usize) -> String {
    match number {
        0 => "|5|".into(),
        1 => "|a (b|".into(),
        _ => format!("x{number}"),
    }
}
