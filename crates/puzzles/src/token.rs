//! Fields of lines, with the line and column that errors report.

use std::fmt::Display;
use std::ops::RangeInclusive;

use parallax_model::instance::{InputError, Line, Lines};

pub(super) use parallax_model::instance::{Field, fields, pieces, shorten, words};

/// A line of an input, for errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The name of the input.
    pub source: &'a str,
    /// The line, from 1.
    pub line: usize,
}

impl Place<'_> {
    /// An error about the line.
    pub(crate) fn line(self, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message).at_line(self.line)
    }

    /// An error at a column of the line.
    pub(crate) fn column(self, column: usize, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message).at(self.line, column)
    }

    /// Parses a field as an integer in `range`; `what` names it in errors.
    pub(crate) fn integer(
        self,
        field: Field<'_>,
        what: impl Display,
        range: RangeInclusive<i32>,
    ) -> Result<i32, InputError> {
        match field.text.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => {
                let (low, high) = (range.start(), range.end());
                let found = shorten(field.text);
                let message = format!("'{found}' is not {what}; expected {low} to {high}");
                Err(self.column(field.column, message))
            }
        }
    }
}

/// Consumes lines up to the next one that is neither blank nor a comment, and
/// returns it. A comment starts with one of `marks`.
pub(super) fn content(lines: &mut Lines<'_>, marks: &[char]) -> Result<Option<Line>, InputError> {
    while let Some(line) = lines.next()? {
        if !is_idle(&line.text, marks) {
            return Ok(Some(line));
        }
    }
    Ok(None)
}

/// Whether a line is blank or a comment.
pub(super) fn is_idle(text: &str, marks: &[char]) -> bool {
    let text = text.trim_start();
    text.is_empty() || text.starts_with(marks)
}

/// A number with its noun: `1 card`, `2 cards`.
pub(super) fn counted(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
