//! The numbers of a step: ids, literals, and a line of them.

use rustsat::types::{Lit, Var};

use super::super::StepError;

/// The kind of a step.
pub(super) enum StepKind {
    /// An addition, with its id and the number of literals among the numbers.
    Add(u64, usize),
    Delete,
}

/// Parses the numbers of a line into `numbers`, without the zeros that end them.
pub(super) fn parse_step(line: &[u8], numbers: &mut Vec<i64>) -> Result<StepKind, StepError> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    let id = clause_id(words.next().map_or(Ok(0), parse_number)?)?;
    let deletes = words.next_if(|&word| word == b"d").is_some();
    let mut until_zero = || {
        for word in words.by_ref() {
            match parse_number(word)? {
                0 => return Ok(numbers.len()),
                number => numbers.push(number),
            }
        }
        Err(StepError::OpenLine)
    };
    let literals = until_zero()?;
    if !deletes {
        until_zero()?;
    }
    match words.next() {
        Some(_) => Err(StepError::LateEnd),
        None if deletes => Ok(StepKind::Delete),
        None => Ok(StepKind::Add(id, literals)),
    }
}

fn parse_number(word: &[u8]) -> Result<i64, StepError> {
    let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    number
        .ok_or_else(|| StepError::Number(String::from_utf8_lossy(word).chars().take(20).collect()))
}

/// Converts a number to the id of a clause.
pub(super) fn clause_id(number: i64) -> Result<u64, StepError> {
    match u64::try_from(number) {
        Ok(id) if id > 0 => Ok(id),
        _ => Err(StepError::Id(number)),
    }
}

/// Converts a number of DIMACS to a literal.
pub(super) fn dimacs_literal(number: i64) -> Result<Lit, StepError> {
    // A zero ends a list and is never part of one, so there is no underflow.
    let variable = number.unsigned_abs() - 1;
    match u32::try_from(variable) {
        // The largest index is reserved.
        Ok(index) if index < Var::MAX_IDX => {
            Ok(if number > 0 { Lit::positive(index) } else { Lit::negative(index) })
        }
        _ => Err(StepError::Variable { number, most: Var::MAX_IDX }),
    }
}
