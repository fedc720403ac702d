//! What SMT solvers print: `sat`, `unsat` or `unknown`, and a model.

use std::collections::HashMap;

use super::expression::{Expression, read_all};
use crate::process::{Ran, crash, short, signal};

/// What an SMT solver answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SmtReply {
    /// Satisfiable, with the values of integers by their symbols, without
    /// quotes.
    Satisfiable(HashMap<String, i64>),
    /// Unsatisfiable.
    Unsatisfiable,
}

/// Reads what a solver printed for a script that ends with `(check-sat)` and
/// `(get-model)`. Exit codes tell nothing, since solvers do not agree on them,
/// and a solver that has no model to show may complain.
///
/// # Errors
/// Why there is no answer: a complaint before the answer, `unknown`, a model
/// that breaks off.
pub fn read(ran: &Ran) -> Result<SmtReply, String> {
    if signal(ran.status).is_some() {
        return Err(crash(ran.status, &ran.err));
    }
    let text = String::from_utf8_lossy(&ran.out);
    let (said, rest) = first(&text);
    match said {
        "unsat" => Ok(SmtReply::Unsatisfiable),
        "sat" => Ok(SmtReply::Satisfiable(model(rest)?)),
        "unknown" | "timeout" => Err("the solver gave up".into()),
        "" if ran.status.success() => Err("it printed nothing".into()),
        "" => Err(crash(ran.status, &ran.err)),
        other => Err(format!("no answer but '{}'", short(other))),
    }
}

/// The first line that says something, and what comes after it.
fn first(mut text: &str) -> (&str, &str) {
    loop {
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        match line.trim() {
            "" | "success" if !rest.is_empty() => text = rest,
            "success" => return ("", ""),
            said => return (said, rest),
        }
    }
}

/// The integers of a model: `(define-fun x () Int 3)`, in a list that older
/// solvers begin with `model`.
fn model(text: &str) -> Result<HashMap<String, i64>, String> {
    let all = read_all(text)?;
    let Some(Expression::List(items)) = all.first() else {
        return Err("no model".into());
    };
    if items.first().is_some_and(|item| item.is("error")) {
        let why = items.get(1).and_then(Expression::word).unwrap_or_default();
        return Err(format!("no model: {}", short(why)));
    }
    let mut values = HashMap::new();
    for item in items {
        let Expression::List(parts) = item else { continue };
        let [define, Expression::Word(symbol), Expression::List(arguments), sort, value] =
            parts.as_slice()
        else {
            continue;
        };
        if !define.is("define-fun") || !arguments.is_empty() || !sort.is("Int") {
            continue;
        }
        let number = integer(value)
            .ok_or_else(|| format!("the value of {} is no integer", short(symbol)))?;
        if values.insert(symbol.clone(), number).is_some_and(|before| before != number) {
            return Err(format!("two values of {}", short(symbol)));
        }
    }
    Ok(values)
}

/// `3` or `(- 3)`.
fn integer(value: &Expression) -> Option<i64> {
    let (negative, digits) = match value {
        Expression::Word(digits) => (false, digits),
        Expression::List(parts) => match parts.as_slice() {
            [minus, Expression::Word(digits)] if minus.is("-") => (true, digits),
            _ => return None,
        },
    };
    let plain = digits.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| plain)?;
    Some(if negative { -number } else { number })
}
