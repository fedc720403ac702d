//! Terms and comments as SMT-LIB text.

use std::{
    fmt,
    io::{self, Write},
};

use super::{ScriptSymbols, SmtTerm};
use crate::ArithmeticRelation;

/// A term with the names of its variables. An undeclared variable prints as a symbol that no solver
/// accepts.
pub(super) struct TermPrinter<'a> {
    pub(super) term: &'a SmtTerm,
    pub(super) symbols: &'a ScriptSymbols,
}

impl fmt::Display for TermPrinter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbols = self.symbols;
        let variable =
            |f: &mut fmt::Formatter<'_>, names: &[String], index: usize| match names.get(index) {
                Some(name) => write!(f, "{}", symbols.quote_symbol(name)),
                None => write!(f, "undeclared-{index}"),
            };
        match self.term {
            SmtTerm::Bool(value) => write!(f, "{value}"),
            // SMT-LIB has no negative numerals, and -2^63 has no positive counterpart in 64 bits.
            SmtTerm::Int(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            SmtTerm::Int(number) => write!(f, "{number}"),
            SmtTerm::BoolVar(index) => variable(f, symbols.bool_symbols(), *index),
            SmtTerm::IntVar(index) => variable(f, symbols.integer_symbols(), *index),
            SmtTerm::BitsVar(index) => variable(f, symbols.bits_symbols(), *index),
            SmtTerm::Bits(number, width) => write!(f, "(_ bv{} {width})", in_bits(*number, *width)),
            SmtTerm::Weighted(weighted) => {
                let name = match weighted.relation {
                    ArithmeticRelation::Le => "pble",
                    ArithmeticRelation::Ge => "pbge",
                    _ => "pbeq",
                };
                write!(f, "((_ {name} {}", weighted.bound)?;
                weighted.parts.iter().try_for_each(|(weight, _)| write!(f, " {weight}"))?;
                write!(f, ")")?;
                for (_, term) in &weighted.parts {
                    write!(f, " {}", TermPrinter { term, symbols })?;
                }
                write!(f, ")")
            }
            term => {
                match term {
                    SmtTerm::SignExtend(more, _) => write!(f, "((_ sign_extend {more})")?,
                    _ => write!(f, "({}", operator_text(term))?,
                }
                for term in term.operand_terms() {
                    write!(f, " {}", TermPrinter { term, symbols })?;
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

fn operator_text(term: &SmtTerm) -> &'static str {
    match term {
        SmtTerm::Bool(_)
        | SmtTerm::Int(_)
        | SmtTerm::BoolVar(_)
        | SmtTerm::IntVar(_)
        | SmtTerm::BitsVar(_)
        | SmtTerm::Bits(..)
        | SmtTerm::SignExtend(..)
        | SmtTerm::Weighted(_) => "",
        SmtTerm::BitsAdd(_) => "bvadd",
        SmtTerm::BitsMul(_) => "bvmul",
        SmtTerm::BitsLe(..) => "bvsle",
        SmtTerm::BitsLt(..) => "bvslt",
        SmtTerm::Not(_) => "not",
        SmtTerm::And(_) => "and",
        SmtTerm::Or(_) => "or",
        SmtTerm::Implies(..) => "=>",
        SmtTerm::Iff(..) | SmtTerm::Eq(..) => "=",
        SmtTerm::Ite(..) => "ite",
        SmtTerm::Distinct(_) => "distinct",
        SmtTerm::Le(..) => "<=",
        SmtTerm::Lt(..) => "<",
        SmtTerm::Ge(..) => ">=",
        SmtTerm::Gt(..) => ">",
        SmtTerm::Add(_) => "+",
        SmtTerm::Mul(_) => "*",
    }
}

/// Writes a comment line, unless the text is empty. Line breaks would end the comment.
pub(super) fn write_comment(out: &mut dyn Write, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    writeln!(out, "; {line}")
}
