//! Texts in TOML, and places in them.

use std::path::Path;

use std::ops::Range;

use parallax_instance::InputError;
use toml_edit::Document;

use super::toml_keys::TomlTableKeys;

/// A place in a text, in bytes.
pub(super) type Place = Range<usize>;

/// A value and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocatedValue<T> {
    pub(super) value: T,
    pub(super) at: Place,
}

/// A text in TOML, and the name of its source.
pub(super) struct TomlDocument<'t> {
    source: &'t str,
    text: &'t str,
    document: Document<&'t str>,
}

impl<'t> TomlDocument<'t> {
    /// Reads a text.
    ///
    /// # Errors
    /// Returns an error, with line and column, if the text breaks the rules of TOML.
    pub(super) fn parse_text(source: &'t str, text: &'t str) -> Result<Self, InputError> {
        let document = Document::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            error_at(source, text, at, format!("not TOML: {}", error.message()))
        })?;
        Ok(TomlDocument { source, text, document })
    }

    /// Returns the folder from which the paths of the file start; `None` if it is the working
    /// directory.
    pub(super) fn file_folder(&self) -> Option<&'t Path> {
        Path::new(self.source).parent().filter(|folder| !folder.as_os_str().is_empty())
    }

    /// Returns the keys of the whole file.
    pub(super) fn root_keys(&self) -> TomlTableKeys<'_> {
        TomlTableKeys::new(self, self.document.as_table(), 0..0)
    }

    /// Returns an error at a place.
    pub(super) fn located_error(&self, at: &Place, message: impl Into<String>) -> InputError {
        error_at(self.source, self.text, at.start, message)
    }

    /// Returns the line of a place, from 1.
    pub(super) fn line_of(&self, at: &Place) -> usize {
        line_and_column(self.text, at.start).0
    }
}

/// Returns an error at a byte of a text.
pub(super) fn error_at(
    source: &str,
    text: &str,
    at: usize,
    message: impl Into<String>,
) -> InputError {
    let (line, column) = line_and_column(text, at);
    InputError::new(source, message).at_position(line, column)
}

/// Returns the line and the column of a byte, both from 1; columns count characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    // A position past the text, or within a character, counts as the end of the text.
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[begin..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters() {
        let text = "a = 1\n\u{e9}\u{e9} = 2";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, text.len()), (2, 7));
        assert_eq!(line_and_column(text, 1 << 20), (2, 7), "past the end");
    }
}
