//! Terms and comments as SMT-LIB text.

use std::{
    fmt,
    io::{self, Write},
};

use super::{Symbols, Term};
use crate::Relation;

/// A term with the names of its variables. An undeclared variable prints as a symbol that no solver
/// accepts.
pub(super) struct Printed<'a> {
    pub(super) term: &'a Term,
    pub(super) symbols: &'a Symbols,
}

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = self.symbols;
        let variable =
            |f: &mut fmt::Formatter<'_>, names: &[String], index: usize| match names.get(index) {
                Some(name) => write!(f, "{}", symbols.quote(name)),
                None => write!(f, "undeclared-{index}"),
            };
        match self.term {
            Term::Bool(value) => write!(f, "{value}"),
            Term::Int(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            Term::Int(number) => write!(f, "{number}"),
            Term::BoolVar(index) => variable(f, symbols.bools(), *index),
            Term::IntVar(index) => variable(f, symbols.ints(), *index),
            Term::BitsVar(index) => variable(f, symbols.bits(), *index),
            Term::Bits(number, width) => write!(f, "(_ bv{} {width})", in_bits(*number, *width)),
            Term::Weighted(weighted) => {
                let name = match weighted.relation {
                    Relation::Le => "pble",
                    Relation::Ge => "pbge",
                    _ => "pbeq",
                };
                write!(f, "((_ {name} {}", weighted.bound)?;
                weighted.parts.iter().try_for_each(|(weight, _)| write!(f, " {weight}"))?;
                write!(f, ")")?;
                for (_, term) in &weighted.parts {
                    write!(f, " {}", Printed { term, symbols })?;
                }
                write!(f, ")")
            }
            term => {
                match term {
                    Term::SignExtend(more, _) => write!(f, "((_ sign_extend {more})")?,
                    _ => write!(f, "({}", operator(term))?,
                }
                for term in term.parts() {
                    write!(f, " {}", Printed { term, symbols })?;
                }
                write!(f, ")")
            }
        }
    }
}

/// Returns a number modulo two to the width.
fn in_bits(number: i64, width: u32) -> u64 {
    let mask = u64::MAX.checked_shr(64 - width.min(64)).unwrap_or(0);
    number.cast_unsigned() & mask
}

fn operator(term: &Term) -> &'static str {
    match term {
        Term::Bool(_)
        | Term::Int(_)
        | Term::BoolVar(_)
        | Term::IntVar(_)
        | Term::BitsVar(_)
        | Term::Bits(..)
        | Term::SignExtend(..)
        | Term::Weighted(_) => "",
        Term::BitsAdd(_) => "bvadd",
        Term::BitsMul(_) => "bvmul",
        Term::BitsLe(..) => "bvsle",
        Term::BitsLt(..) => "bvslt",
        Term::Not(_) => "not",
        Term::And(_) => "and",
        Term::Or(_) => "or",
        Term::Implies(..) => "=>",
        Term::Iff(..) | Term::Eq(..) => "=",
        Term::Ite(..) => "ite",
        Term::Distinct(_) => "distinct",
        Term::Le(..) => "<=",
        Term::Lt(..) => "<",
        Term::Ge(..) => ">=",
        Term::Gt(..) => ">",
        Term::Add(_) => "+",
        Term::Mul(_) => "*",
    }
}

/// Writes a comment line, unless the text is empty. Line breaks would end the comment.
pub(super) fn comment(out: &mut dyn Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    writeln!(out, "; {line}")
}
