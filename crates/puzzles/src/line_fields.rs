//! Fields of lines, with the line and column that errors report.

use std::fmt::Display;
use std::ops::RangeInclusive;

use parallax_instance::{InputError, LineReader, TextLine};

pub(super) use parallax_instance::{
    LineField, iterate_fields, shorten_text, split_fields, split_words,
};

/// A line of an input, for errors.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePlace<'a> {
    /// The name of the input.
    pub source: &'a str,
    /// The line, from 1.
    pub line: usize,
}

impl LinePlace<'_> {
    /// Returns an error about the line.
    pub(crate) fn line_error(self, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message).at_line(self.line)
    }

    /// Returns an error at a column of the line.
    pub(crate) fn column_error(self, column: usize, message: impl Into<String>) -> InputError {
        InputError::new(self.source, message).at_position(self.line, column)
    }

    /// Parses a field as an integer in `range`; `what` names it in errors.
    pub(crate) fn parse_integer(
        self,
        field: LineField<'_>,
        what: impl Display,
        range: RangeInclusive<i32>,
    ) -> Result<i32, InputError> {
        match field.text.parse() {
            Ok(value) if range.contains(&value) => Ok(value),
            _ => {
                let (low, high) = (range.start(), range.end());
                let found = shorten_text(field.text);
                let message = format!("'{found}' is not {what}; expected {low} to {high}");
                Err(self.column_error(field.column, message))
            }
        }
    }
}

/// Consumes lines up to the next one that is neither blank nor a comment, and
/// returns it. A comment starts with one of `marks`.
pub(super) fn next_content_line(
    lines: &mut LineReader<'_>,
    marks: &[char],
) -> Result<Option<TextLine>, InputError> {
    while let Some(line) = lines.next_line()? {
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

/// Returns a number with its noun: `1 card`, `2 cards`.
pub(super) fn count_noun(number: usize, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{n} {many}"),
    }
}
