//! Lines from their bytes, which must be text.

use super::{LineReader, TextLine};
use crate::InputError;

impl LineReader<'_> {
    /// Builds the next line from all of its bytes; `None` if there are none.
    pub(super) fn build_line(&mut self, bytes: Vec<u8>) -> Result<Option<TextLine>, InputError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let number = self.read + 1;
        let mut text = self.decode_text(bytes, number)?;
        // The line break goes together with trailing white space.
        text.truncate(text.trim_end().len());
        self.read = number;
        if number == 1 && text.starts_with('\u{feff}') {
            text = text.trim_start_matches('\u{feff}').to_owned();
        }
        Ok(Some(TextLine { number, text }))
    }

    /// Refuses carriage returns in a line to be consumed. `peek_line` accepts them, because they
    /// end a line in some formats.
    pub(super) fn refuse_carriage_returns(&self, line: TextLine) -> Result<TextLine, InputError> {
        let Some(place) = line.text.find('\r') else { return Ok(line) };
        let column = line.text[..place].chars().count() + 1;
        let message = "a carriage return within a line; expected line breaks of \\n or \\r\\n";
        Err(self.make_error(message).at_position(line.number, column))
    }

    /// Returns the beginning of the next line, from its first bytes.
    pub(super) fn build_beginning(&mut self, bytes: &[u8]) -> Result<TextLine, InputError> {
        let mut bytes = bytes.to_vec();
        // The limit may fall within a character, whose other bytes have not been read.
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        let number = self.read + 1;
        let text = self.decode_text(bytes, number)?;
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(TextLine { number, text: text.to_owned() })
    }

    /// Decodes bytes that start with line `first`.
    pub(super) fn decode_text(
        &self,
        mut bytes: Vec<u8>,
        first: usize,
    ) -> Result<String, InputError> {
        // Only the text before a NUL byte is decoded, so that the earlier of two faults is
        // reported.
        let nul = bytes.iter().position(|&byte| byte == 0);
        if let Some(place) = nul {
            bytes.truncate(place);
        }
        let (message, before) = match (String::from_utf8(bytes), nul) {
            (Ok(text), None) => return Ok(text),
            (Ok(text), Some(_)) => {
                ("a NUL byte; expected text, this looks like a binary file", text)
            }
            (Err(error), _) => {
                let valid = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
                // Readable text before the fault suggests another encoding, not a binary file.
                let is_text = before.chars().all(|c| !c.is_control() || c.is_whitespace());
                let message = if is_text && !before.is_empty() {
                    "not UTF-8; expected text in this encoding"
                } else {
                    "not UTF-8; expected text, this looks like a binary file"
                };
                (message, before)
            }
        };
        let line = before.rfind('\n').map_or(0, |place| place + 1);
        let number = first + before.matches('\n').count();
        Err(self.make_error(message).at_position(number, before[line..].chars().count() + 1))
    }
}
