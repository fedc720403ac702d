//! Lines of text with a cap on their length.

use std::collections::VecDeque;
use std::io::BufRead;

use super::InputError;

/// The longest line that is read, in bytes (1 MiB).
pub const MAX_LINE: usize = 1 << 20;

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text, without trailing white space.
    pub text: String,
}

/// Reads text line by line in bounded memory, with a look ahead. Refuses
/// lines beyond [`MAX_LINE`] (or what the format allows), NUL bytes and what
/// is not UTF-8.
pub struct Lines<'a> {
    source: String,
    input: Box<dyn BufRead + Send + 'a>,
    ahead: VecDeque<Line>,
    read: usize,
    longest: usize,
}

impl<'a> Lines<'a> {
    /// Lines of `input`; `source` names it in errors.
    pub fn new(source: impl Into<String>, input: impl BufRead + Send + 'a) -> Self {
        Lines {
            source: source.into(),
            input: Box::new(input),
            ahead: VecDeque::new(),
            read: 0,
            longest: MAX_LINE,
        }
    }

    /// Allows longer lines from now on, for formats that people do not write.
    pub fn allow_lines_of(&mut self, bytes: usize) {
        self.longest = bytes;
    }

    /// The name of the input in errors.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// An error in this input, without a place.
    pub fn error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.source.clone(), message)
    }

    /// The next line, which is consumed; `None` at the end.
    ///
    /// # Errors
    /// When the input cannot be read or is not text.
    #[expect(clippy::should_implement_trait, reason = "fallible, and not to be chained")]
    pub fn next(&mut self) -> Result<Option<Line>, InputError> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.fetch(),
        }
    }

    /// The line `distance` lines further on (0: the next), which is not
    /// consumed.
    ///
    /// # Errors
    /// As [`next`](Lines::next).
    pub fn peek(&mut self, distance: usize) -> Result<Option<&Line>, InputError> {
        while self.ahead.len() <= distance {
            match self.fetch()? {
                Some(line) => self.ahead.push_back(line),
                None => return Ok(None),
            }
        }
        Ok(self.ahead.get(distance))
    }

    /// All that is left, lines joined by `\n`, refused beyond `max_bytes`.
    ///
    /// # Errors
    /// As [`next`](Lines::next), and when there is more.
    pub fn rest(&mut self, max_bytes: usize) -> Result<String, InputError> {
        let mut text = String::new();
        while let Some(line) = self.next()? {
            text.push_str(&line.text);
            text.push('\n');
            if text.len() > max_bytes {
                let message =
                    format!("larger than {max_bytes} bytes, the most that is read of this format");
                return Err(self.error(message));
            }
        }
        Ok(text)
    }

    fn fetch(&mut self) -> Result<Option<Line>, InputError> {
        let number = self.read + 1;
        let mut bytes = Vec::new();
        let cap = self.longest as u64 + 1;
        let mut limited = std::io::Read::take(&mut self.input, cap);
        if let Err(error) = limited.read_until(b'\n', &mut bytes) {
            return Err(self.error(format!("cannot read: {error}")));
        }
        if bytes.is_empty() {
            return Ok(None);
        }
        if bytes.last() != Some(&b'\n') && bytes.len() > self.longest {
            let message =
                format!("a line longer than {} bytes; expected lines of text", self.longest);
            return Err(self.error(message).at_line(number));
        }
        if let Some(place) = bytes.iter().position(|&b| b == 0) {
            let message = "a NUL byte; expected text, this looks like a binary file";
            return Err(self.error(message).at(number, place + 1));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let column = error.utf8_error().valid_up_to() + 1;
            self.error("not UTF-8; expected text, this looks like a binary file").at(number, column)
        })?;
        self.read = number;
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Some(Line { number, text: text.trim_end().to_owned() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8]) -> Lines<'_> {
        Lines::new("here", text)
    }

    #[test]
    fn peeks_and_reads() {
        let mut lines = lines(b"a\r\nb  \nc");
        assert_eq!(lines.peek(1).unwrap().unwrap().text, "b");
        assert_eq!(lines.next().unwrap().unwrap().text, "a");
        assert_eq!(lines.peek(2).unwrap(), None);
        assert_eq!(lines.next().unwrap().unwrap().number, 2);
        assert_eq!(lines.next().unwrap().unwrap().text, "c");
        assert_eq!(lines.next().unwrap(), None);
    }

    #[test]
    fn refuses_what_is_not_text() {
        let binary = lines(b"ok\nab\0c").rest(100).unwrap_err();
        assert_eq!(
            binary.to_string(),
            "here:2:3: a NUL byte; expected text, this looks like a binary file"
        );
        let latin = lines(b"caf\xe9").next().unwrap_err();
        assert_eq!(
            latin.to_string(),
            "here:1:4: not UTF-8; expected text, this looks like a binary file"
        );
        let long = vec![b'x'; MAX_LINE + 5];
        assert!(lines(&long).next().unwrap_err().to_string().starts_with("here:1: a line longer"));
        assert!(lines(b"abc\ndef").rest(5).is_err());
    }
}
