//! The error type of all readers.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind};

use parallax_model::engine_api::StopReason;

/// An error in an input, with its place. Prints as
/// `file:line:column: message`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    source: String,
    line: Option<usize>,
    column: Option<usize>,
    message: String,
    confined: bool,
    stopped: Option<StopReason>,
}

impl InputError {
    /// Creates an error in `source` (a file's name, or `<stdin>`). `message` states what was found
    /// and what was expected.
    pub fn new(source: impl Into<String>, message: impl Into<String>) -> Self {
        let (source, message) = (source.into(), abridge_message(make_printable(message.into())));
        InputError { source, line: None, column: None, message, confined: false, stopped: None }
    }

    /// Creates an error for a file that the system does not open or read.
    #[must_use]
    pub fn from_io_error(source: impl Into<String>, error: &io::Error) -> Self {
        let source = source.into();
        if source.is_empty() {
            return InputError::new("''", "an empty name; expected the name of a file");
        }
        let message = match error.kind() {
            ErrorKind::NotFound => "there is no such file".to_owned(),
            ErrorKind::IsADirectory => "a folder; expected a file".to_owned(),
            ErrorKind::PermissionDenied => "no permission to read this file".to_owned(),
            ErrorKind::InvalidData => "not UTF-8; expected a text".to_owned(),
            _ => format!("cannot read: {error}"),
        };
        InputError::new(source, message)
    }

    /// Adds a line to the error, counted from 1.
    #[must_use]
    pub fn at_line(mut self, line: usize) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds a line and a column to the error, both counted from 1; columns count characters.
    #[must_use]
    pub fn at_position(mut self, line: usize, column: usize) -> Self {
        self.line = Some(line);
        self.column = Some(column);
        self
    }

    /// Confines the error to one instance: the reader can continue after it.
    #[must_use]
    pub fn confine_to_instance(mut self) -> Self {
        self.confined = true;
        self
    }

    /// Creates an error for a stop while `source` was read; the input may be correct.
    pub fn from_stop(source: impl Into<String>, why: StopReason) -> Self {
        let message = format!("not read to its end: {why}");
        InputError { stopped: Some(why), ..InputError::new(source, message) }
    }

    /// Returns the reason why reading stopped early, if it did.
    #[must_use]
    pub fn why_stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Whether the reader can continue after the error.
    #[must_use]
    pub fn is_confined(&self) -> bool {
        self.confined
    }

    /// Returns the name of the input.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the message: what was found and what was expected.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// The length to which long messages are abridged, in characters. Names in a text may have any
/// length.
const MAX_MESSAGE_LENGTH: usize = 1000;

/// Whether a terminal would not show a character as it is: a control character, or one that changes
/// the direction of the text around it.
fn is_unseen(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Escapes what a terminal would not show as it is, also line breaks and tabs: names of files come
/// from outside, and a line break inside one would begin a line of its own.
#[must_use]
pub fn escape_text(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) { plain.extend(c.escape_default()) } else { plain.push(c) }
    }
    Cow::Owned(plain)
}

/// Replaces line breaks and tabs by spaces, and escapes other characters that an excerpt of an
/// input may hold and a terminal would obey.
fn make_printable(text: String) -> String {
    if !text.contains(is_unseen) {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => plain.push(' '),
            _ if is_unseen(c) => plain.extend(c.escape_unicode()),
            _ => plain.push(c),
        }
    }
    plain
}

/// Cuts the middle out of a message that is too long. The end stays, because it
/// often states what was expected.
fn abridge_message(message: String) -> String {
    const MESSAGE_END_LENGTH: usize = 300;
    let Some((middle, _)) = message.char_indices().nth(MAX_MESSAGE_LENGTH - MESSAGE_END_LENGTH)
    else {
        return message;
    };
    match message.char_indices().nth_back(MESSAGE_END_LENGTH) {
        // The cut must save more than it costs in clarity: a message that is a little too long
        // stays whole.
        Some((end, _)) if end > middle + MESSAGE_END_LENGTH => {
            format!("{}...{}", &message[..middle], &message[end..])
        }
        _ => message,
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&escape_text(&self.source))?;
        for place in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{place}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for InputError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_escaped() {
        let error = InputError::new("a\u{1b}[2J", "'\u{7}\u{9b}1m\u{202e}x\ty\nz\0'");
        assert_eq!(error.to_string(), r"a\u{1b}[2J: '\u{7}\u{9b}1m\u{202e}x y z\u{0}'");
        assert_eq!(error.source(), "a\u{1b}[2J", "the name itself stays");
        let error = InputError::new("a\nparallax: b\r\t", "empty");
        assert_eq!(error.to_string(), r"a\nparallax: b\r\t: empty");
    }

    #[test]
    fn long_messages_lose_their_middle() {
        let short = "\u{e9}".repeat(MAX_MESSAGE_LENGTH);
        assert_eq!(InputError::new("f", &short).message(), short);
        let name = "\u{e9}".repeat(1 << 20);
        let error = InputError::new("f", format!("'{name}'; expected a domain"));
        assert!(error.message().chars().count() < MAX_MESSAGE_LENGTH + 10);
        assert!(error.message().starts_with("'\u{e9}"));
        assert!(error.message().ends_with("\u{e9}'; expected a domain"));
    }
}
