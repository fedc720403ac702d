//! Parts of a model's text, with their places for errors.

use std::fmt;

use serde::Deserialize;
use serde_json::value::RawValue;

use parallax_instance::{InputError, json_message, json_path, offset_of_column};
use parallax_model::engine_api::did_you_mean;

/// A part of a file, with its offset in the text.
pub(super) struct TextFragment<'a> {
    pub(super) source: &'a str,
    pub(super) text: &'a str,
    pub(super) offset: usize,
}

impl<'a> TextFragment<'a> {
    /// Returns the part that starts at `raw`, a slice of the text.
    pub(super) fn subfragment(&self, raw: &RawValue) -> TextFragment<'a> {
        // `raw` borrows from the text, so the difference of the addresses is its offset.
        let offset = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        TextFragment { source: self.source, text: self.text, offset }
    }

    /// Returns the part that starts at an offset of the text.
    pub(super) fn part_at(&self, offset: usize) -> TextFragment<'a> {
        TextFragment { source: self.source, text: self.text, offset }
    }

    /// Returns the line and column of an offset, counted from 1.
    fn line_and_column(&self, offset: usize) -> (usize, usize) {
        let before = self.text.get(..offset).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// Creates an error at the beginning of this part.
    pub(super) fn fault_here(&self, message: impl fmt::Display) -> InputError {
        self.fault_at(self.offset, &message)
    }

    /// Creates an error at `name` in this part, whose text is `raw`.
    pub(super) fn fault_of(&self, raw: &str, name: &str, message: &dyn fmt::Display) -> InputError {
        // A name that the file spells with other escapes is not found, and the error is at the
        // beginning of the part.
        let written = serde_json::Value::from(name).to_string();
        self.fault_at(self.offset + raw.find(&written).unwrap_or(0), message)
    }

    /// Creates an error at the member `key` of this part, whose text is `raw`.
    pub(super) fn fault_in(&self, raw: &str, key: &str, message: &dyn fmt::Display) -> InputError {
        let key = format!("\"{key}\"");
        let place = raw.find(&key).map_or(0, |place| place + key.len());
        self.fault_at(self.offset + place, message)
    }

    /// Creates an error at an offset of the text.
    pub(super) fn fault_at(&self, offset: usize, message: &dyn fmt::Display) -> InputError {
        let (line, column) = self.line_and_column(offset);
        let message = prefix_path(&json_path(self.text, offset), &message.to_string());
        InputError::new(self.source, message).at_position(line, column)
    }

    pub(super) fn parse_text<T: Deserialize<'a>>(&self, text: &'a str) -> Result<T, InputError> {
        self.parse_with(text, serde_json::from_str)
    }

    /// Reads the text of this part by a function, and gives its error its place.
    pub(super) fn parse_with<T>(
        &self,
        text: &'a str,
        read: impl FnOnce(&'a str) -> Result<T, serde_json::Error>,
    ) -> Result<T, InputError> {
        read(text).map_err(|error| {
            let message = json_message(&error);
            let message = message.replace("EOF while parsing", "the text ends within");
            let message = format!("{message}{}", nearest_name(&message));
            let end = self.offset + offset_of_column(text, error.line(), error.column());
            let path = json_path(self.text, end);
            // The column of `serde_json` is that after the last character read, which is the faulty
            // one.
            let last = self.text[..end].chars().next_back().map_or(0, char::len_utf8);
            let (line, column) = self.line_and_column((end - last).max(self.offset));
            InputError::new(self.source, prefix_path(&path, &message)).at_position(line, column)
        })
    }
}

/// Prefixes a message with the path.
fn prefix_path(path: &str, message: &str) -> String {
    if path.is_empty() { message.to_owned() } else { format!("{path}: {message}") }
}

/// Returns the nearest of the known names, for an error of serde: ``unknown variant `a`, expected
/// one of `b`, `c```.
pub(super) fn nearest_name(message: &str) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    match names.next() {
        Some(given) if message.starts_with("unknown ") => did_you_mean(given, names),
        _ => String::new(),
    }
}
