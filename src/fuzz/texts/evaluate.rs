//! Terms of scripts as they are written, and what they mean.

use std::fmt::{self, Display};

/// A term. Truth values are 0 and 1.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Number(i64),
    True,
    /// A declared symbol, by its number.
    Symbol(usize),
    /// What the definition or `let` of this number stands for.
    Named(usize),
    Apply(&'static str, Vec<Term>),
    /// Names with their terms, none of which sees the others, and the body.
    Let(Vec<(usize, Term)>, Box<Term>),
    /// This many negations, one in the other.
    Nots(usize, Box<Term>),
}

/// The value under an assignment; `names` are the values of what is defined,
/// which are the same afterwards.
pub(super) fn value(term: &Term, symbols: &[i128], names: &mut Vec<Option<i128>>) -> i128 {
    match term {
        Term::Number(number) => (*number).into(),
        Term::True => 1,
        Term::Symbol(number) => symbols[*number],
        Term::Named(number) => names[*number].unwrap_or_default(),
        Term::Nots(count, inner) => (value(inner, symbols, names) + *count as i128) % 2,
        Term::Let(bound, body) => {
            let values: Vec<(usize, i128)> =
                bound.iter().map(|(name, term)| (*name, value(term, symbols, names))).collect();
            let mut hidden = Vec::with_capacity(values.len());
            for (name, value) in values {
                names.resize(names.len().max(name + 1), None);
                hidden.push((name, names[name].replace(value)));
            }
            let value = value(body, symbols, names);
            hidden.into_iter().for_each(|(name, before)| names[name] = before);
            value
        }
        Term::Apply(operator, parts) => {
            let parts: Vec<i128> = parts.iter().map(|part| value(part, symbols, names)).collect();
            apply(operator, &parts)
        }
    }
}

fn apply(operator: &str, v: &[i128]) -> i128 {
    let pairs = |test: fn(i128, i128) -> bool| v.windows(2).all(|pair| test(pair[0], pair[1]));
    // What is beyond 128 bits has coefficients that no reader takes.
    let sum = |parts: &[i128]| parts.iter().fold(0i128, |total, part| total.wrapping_add(*part));
    let truth = match operator {
        "+" => return sum(v),
        "-" if v.len() == 1 => return v[0].wrapping_neg(),
        "-" => return v[0].wrapping_sub(sum(&v[1..])),
        "*" => return v.iter().fold(1, |product, part| product.wrapping_mul(*part)),
        "ite" => return if v[0] == 1 { v[1] } else { v[2] },
        "and" => v.iter().all(|&x| x == 1),
        "or" => v.contains(&1),
        "not" => v[0] == 0,
        "=>" => v[..v.len() - 1].contains(&0) || v[v.len() - 1] == 1,
        "xor" => v.iter().filter(|&&x| x == 1).count() % 2 == 1,
        "=" => pairs(|a, b| a == b),
        "<" => pairs(|a, b| a < b),
        "<=" => pairs(|a, b| a <= b),
        ">" => pairs(|a, b| a > b),
        ">=" => pairs(|a, b| a >= b),
        "distinct" => (0..v.len()).all(|i| !v[..i].contains(&v[i])),
        other => unreachable!("{other} is not drawn"),
    };
    truth.into()
}

impl Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Number(number) if *number < 0 => write!(f, "(- {})", number.unsigned_abs()),
            Term::Number(number) => write!(f, "{number}"),
            Term::True => write!(f, "true"),
            Term::Symbol(number) => write!(f, "{}", symbol(*number)),
            Term::Named(number) => write!(f, "n{number}"),
            Term::Nots(count, inner) => {
                write!(f, "{}{inner}{}", "(not ".repeat(*count), ")".repeat(*count))
            }
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

/// The name of a declared symbol; some need their bars.
pub(super) fn symbol(number: usize) -> String {
    match number {
        0 => "|5|".into(),
        1 => "|a (b|".into(),
        _ => format!("x{number}"),
    }
}
