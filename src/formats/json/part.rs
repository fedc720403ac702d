//! Places in the text of a model.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::instance::InputError;

/// A part of a file, which knows where it stands.
pub(super) struct Part<'a> {
    pub(super) source: &'a str,
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

impl<'a> Part<'a> {
    /// The place of a raw value, which is a slice of the text.
    pub(super) fn of(&self, raw: &RawValue) -> Part<'a> {
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        Part { source: self.source, text: self.text, offset }
    }

    /// Line and column of a place in the text, counted from 1.
    fn place(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    pub(super) fn fault(&self, message: impl Into<String>) -> InputError {
        let (line, column) = self.place(self.offset);
        InputError::new(self.source, message).at(line, column)
    }

    pub(super) fn parse<T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, InputError> {
        serde_json::from_str(text).map_err(|error| {
            let (line, column) = self.place(self.offset);
            // Positions of the error count within the part.
            let (line, column) = match error.line() {
                0 | 1 => (line, column + error.column().saturating_sub(1)),
                further => (line + further - 1, error.column()),
            };
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or(&message).to_owned();
            InputError::new(self.source, message).at(line, column)
        })
    }
}
