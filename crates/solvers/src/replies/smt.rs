//! The output of SMT solvers: `sat`, `unsat` or `unknown`, and a model.

use std::collections::HashMap;

use super::expression::{SmtExpression, read_all};
use super::{ReplyError, ReplyingProgram, StatusForm};
use crate::process::{ProgramResult, describe_crash, ending_signal};

/// The answer of an SMT solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SmtReply {
    /// Satisfiable, with values by symbol, without quotes.
    Satisfiable(HashMap<String, SmtValue>),
    /// Unsatisfiable.
    Unsatisfiable,
}

/// The value of a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmtValue {
    /// An integer.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A bit-vector, as an unsigned number.
    Bits(u64),
}

/// Reads a solver's output for a script that ends with `(check-sat)` and `(get-model)`. Ignores
/// exit codes, since solvers do not agree on them, and a solver without a model to print may
/// report an error.
///
/// # Errors
/// If the output has no answer, with the reason: an error before it, `unknown`, a truncated model.
pub fn read_smt_reply(ran: &ProgramResult) -> Result<SmtReply, ReplyError> {
    if ending_signal(ran.status).is_some() {
        return Err(describe_crash(ran.status, &ran.err).into());
    }
    let text = String::from_utf8_lossy(&ran.out);
    let (said, rest) = split_first_line(&text);
    match said {
        "unsat" => Ok(SmtReply::Unsatisfiable),
        "sat" => Ok(SmtReply::Satisfiable(read_values(rest)?)),
        "unknown" | "timeout" => Err(ReplyError::GaveUp(ReplyingProgram::Solver)),
        "" if ran.status.success() => Err(ReplyError::Nothing),
        "" => Err(describe_crash(ran.status, &ran.err).into()),
        other => Err(ReplyError::Status { language: StatusForm::SmtLib, status: other.to_owned() }),
    }
}

/// Returns the first relevant line, and the rest after it.
fn split_first_line(mut text: &str) -> (&str, &str) {
    loop {
        let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
        match line.trim() {
            "" | "success" if !rest.is_empty() => text = rest,
            "success" => return ("", ""),
            said => return (said, rest),
        }
    }
}

/// Reads the values of a model: `(define-fun x () Int 3)`, in a list that older solvers begin with
/// `model`.
fn read_values(text: &str) -> Result<HashMap<String, SmtValue>, ReplyError> {
    let all = read_all(text)?;
    let Some(SmtExpression::List(items)) = all.first() else {
        return Err(ReplyError::NoModel);
    };
    if items.first().is_some_and(|item| item.is_word("error")) {
        let why = items.get(1).and_then(SmtExpression::as_word).unwrap_or_default();
        return Err(ReplyError::ModelError(why.to_owned()));
    }
    let mut values = HashMap::new();
    for item in items {
        let SmtExpression::List(parts) = item else { continue };
        let [define, SmtExpression::Word(symbol), SmtExpression::List(arguments), _, value] =
            parts.as_slice()
        else {
            // Other entries, such as functions with arguments, are definitions of the solver's own.
            continue;
        };
        if !define.is_word("define-fun") || !arguments.is_empty() {
            continue;
        }
        let read = read_value(value).ok_or_else(|| ReplyError::SymbolValue(symbol.clone()))?;
        if values.insert(symbol.clone(), read).is_some_and(|before| before != read) {
            return Err(ReplyError::TwoSymbolValues(symbol.clone()));
        }
    }
    Ok(values)
}

/// Reads `3`, `(- 3)`, `true`, `#b011`, `#x1f` or `(_ bv3 5)`.
fn read_value(value: &SmtExpression) -> Option<SmtValue> {
    match value {
        SmtExpression::Word(word) => match word.as_str() {
            "true" => Some(SmtValue::Bool(true)),
            "false" => Some(SmtValue::Bool(false)),
            word => match (word.strip_prefix("#b"), word.strip_prefix("#x")) {
                (Some(digits), _) => digits_of(digits, 2).map(SmtValue::Bits),
                (_, Some(digits)) => digits_of(digits, 16).map(SmtValue::Bits),
                _ => Some(SmtValue::Int(i64::try_from(digits_of(word, 10)?).ok()?)),
            },
        },
        SmtExpression::List(parts) => match parts.as_slice() {
            [minus, SmtExpression::Word(digits)] if minus.is_word("-") => {
                Some(SmtValue::Int(-i64::try_from(digits_of(digits, 10)?).ok()?))
            }
            [mark, SmtExpression::Word(number), _] if mark.is_word("_") => {
                digits_of(number.strip_prefix("bv")?, 10).map(SmtValue::Bits)
            }
            _ => None,
        },
    }
}

/// Parses a number of plain digits.
fn digits_of(text: &str, radix: u32) -> Option<u64> {
    // `from_str_radix` would also take a sign.
    let plain = text.chars().all(|c| c.is_digit(radix));
    u64::from_str_radix(text, radix).ok().filter(|_| plain)
}
