//! The numbers of a step: ids, literals, and a line of them.

use rustsat::types::{Lit, Var};

/// The kind of a step.
pub(super) enum StepKind {
    /// An addition, with its id and the number of literals among the numbers.
    Add(u64, usize),
    Delete,
}

/// Parses the numbers of a line into `numbers`, without the zeros that end them.
pub(super) fn parse(line: &[u8], numbers: &mut Vec<i64>) -> Result<StepKind, String> {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    let id = id(words.next().map_or(Ok(0), number)?)?;
    let deletes = words.next_if(|&word| word == b"d").is_some();
    let mut until_zero = || {
        for word in words.by_ref() {
            match number(word)? {
                0 => return Ok(numbers.len()),
                number => numbers.push(number),
            }
        }
        Err("the line ends without its 0".to_owned())
    };
    let literals = until_zero()?;
    if !deletes {
        until_zero()?;
    }
    match words.next() {
        Some(_) => Err("the line continues after its last 0".into()),
        None if deletes => Ok(StepKind::Delete),
        None => Ok(StepKind::Add(id, literals)),
    }
}

fn number(word: &[u8]) -> Result<i64, String> {
    let number = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    number.ok_or_else(|| {
        let word: String = String::from_utf8_lossy(word).chars().take(20).collect();
        format!("expected a number, not '{}'", word.escape_debug())
    })
}

/// Converts a number to the id of a clause.
pub(super) fn id(number: i64) -> Result<u64, String> {
    match u64::try_from(number) {
        Ok(id) if id > 0 => Ok(id),
        _ => Err(format!("{number} is not an id: ids are positive")),
    }
}

/// Converts a number of DIMACS to a literal.
pub(super) fn literal(number: i64) -> Result<Lit, String> {
    let variable = number.unsigned_abs() - 1;
    match u32::try_from(variable) {
        // The largest index is reserved.
        Ok(index) if index < Var::MAX_IDX => {
            Ok(if number > 0 { Lit::positive(index) } else { Lit::negative(index) })
        }
        _ => {
            Err(format!("{number} is not a literal: there are at most {} variables", Var::MAX_IDX))
        }
    }
}
