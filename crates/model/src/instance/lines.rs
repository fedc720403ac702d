//! Reads text line by line, with a limit on the length of lines.

use std::collections::VecDeque;
use std::io::BufRead;
use std::time::{Duration, Instant};

use super::{InputError, Waiting};
use crate::ask::Control;

/// Maximum length of a line, in bytes (1 MiB).
pub const MAX_LINE: usize = 1 << 20;

/// The number of lines to read between two checks of the clock.
const POLL_INTERVAL: usize = 64;

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text, without trailing white space.
    pub text: String,
}

/// A line that was peeked at, and when it came, where that matters.
struct Ahead {
    line: Line,
    came: Option<Instant>,
}

/// Reads text line by line in bounded memory, with lookahead. Refuses lines
/// longer than [`MAX_LINE`] (or the limit of the format), NUL bytes, invalid
/// UTF-8, and carriage returns that do not end a line.
pub struct Lines<'a> {
    source: String,
    input: Box<dyn BufRead + Send + 'a>,
    ahead: VecDeque<Ahead>,
    /// The bytes read so far of a long line that was peeked at. Their text is the
    /// last line of `ahead`.
    begun: Option<Vec<u8>>,
    read: usize,
    longest: usize,
    control: Control,
    /// The time of an instance, where the input may wait for more and the time is limited.
    waiting: Option<Waiting>,
    limit: Option<Duration>,
    /// Whether a line belongs to no instance, such as a blank one.
    is_between: fn(&str) -> bool,
    /// Whether a line of the next instance was read or peeked at.
    inside: bool,
    /// Whether peeking takes what has come for the whole text when the time is over.
    looks_ahead: bool,
    /// Whether it did.
    paused: bool,
}

impl<'a> Lines<'a> {
    /// Creates a reader of the lines of `input`; `source` names it in errors.
    pub fn new(source: impl Into<String>, input: impl BufRead + Send + 'a) -> Self {
        Lines {
            source: source.into(),
            input: Box::new(input),
            ahead: VecDeque::new(),
            begun: None,
            read: 0,
            longest: MAX_LINE,
            control: Control::unlimited(),
            waiting: None,
            limit: None,
            is_between: str::is_empty,
            inside: false,
            looks_ahead: false,
            paused: false,
        }
    }

    /// Reads from an input that may wait for more, and that ends with [`TimedOut`] when the time
    /// is over that it shares.
    ///
    /// [`TimedOut`]: std::io::ErrorKind::TimedOut
    #[must_use]
    pub fn waiting_for(self, waiting: Waiting) -> Self {
        Lines { waiting: Some(waiting), ..self }
    }

    /// Limits the time of each instance: the time of reading for a text whose
    /// [rest is one](Lines::whole), else the time of waiting for more lines, if the input may wait.
    pub fn limited(&mut self, limit: Option<Duration>) {
        self.limit = limit;
        match (&self.waiting, limit) {
            (Some(waiting), Some(_)) => waiting.limit(limit),
            _ => self.waiting = None,
        }
    }

    /// States which lines belong to no instance: waiting for more after them is free.
    pub fn separated_by(&mut self, is_between: fn(&str) -> bool) {
        self.is_between = is_between;
    }

    /// Ends the time of an instance. That of the next one begins with its first line.
    pub fn next_instance(&mut self) {
        let Some(waiting) = &self.waiting else { return };
        waiting.end();
        self.control = Control::unlimited();
        let is_between = self.is_between;
        self.inside = self.ahead.iter().any(|ahead| !is_between(&ahead.line.text));
        if self.inside {
            self.begin();
        }
    }

    /// Takes the rest as one instance, which is read within the limits, `memory` in bytes
    /// included. Returns when its time began.
    pub fn whole(&mut self, memory: Option<u64>) -> Instant {
        let (control, start) = match &self.waiting {
            Some(waiting) => waiting.whole(memory),
            None => {
                let control = Control::unlimited().within(self.limit).within_memory(memory);
                (control, Instant::now())
            }
        };
        self.within(control);
        start
    }

    /// The time of instances, where the input may wait and the time is limited.
    #[must_use]
    pub fn waiting(&self) -> Option<Waiting> {
        self.waiting.clone()
    }

    /// Peeks at lines only to find out what the text is. When the time of the instance is over,
    /// lines that have not come count as its end.
    ///
    /// # Errors
    /// Returns the errors of `look`.
    pub fn look_ahead<T>(
        &mut self,
        look: impl FnOnce(&mut Self) -> Result<T, InputError>,
    ) -> Result<T, InputError> {
        let before = std::mem::replace(&mut self.looks_ahead, true);
        let result = look(self);
        self.looks_ahead = before;
        result
    }

    /// Whether such peeking took what had come for the whole text.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    fn begin(&mut self) {
        if let Some(waiting) = &self.waiting {
            waiting.begin();
            self.control = waiting.control().unwrap_or_else(Control::unlimited);
        }
    }

    /// Notes that a line has come.
    fn came(&mut self, text: &str) -> Option<Instant> {
        let waiting = self.waiting.as_ref()?;
        if !self.inside {
            if (self.is_between)(text) {
                waiting.end();
            } else {
                self.inside = true;
                self.begin();
            }
        }
        Some(Instant::now())
    }

    fn unreadable(&self, error: &std::io::Error) -> InputError {
        let waited = self.waiting.as_ref().and_then(|waiting| waiting.stopped(false));
        match (error.kind(), waited) {
            (std::io::ErrorKind::TimedOut, Some(stop)) => {
                InputError::stopped(self.source.clone(), stop)
            }
            _ => self.error(format!("cannot read: {error}")),
        }
    }

    /// Allows longer lines from now on, for formats that programs write.
    pub fn allow_lines_of(&mut self, bytes: usize) {
        self.longest = bytes;
    }

    /// Ends reading with an error when `control` is stopped.
    pub fn within(&mut self, control: Control) {
        self.control = control;
    }

    /// Returns the control that can stop reading.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Checks whether reading may continue. A reader that works long on one line, or on the text of
    /// [`rest`](Lines::rest), calls this at intervals.
    ///
    /// # Errors
    /// Returns an error when the control stops reading.
    pub fn check(&self) -> Result<(), InputError> {
        self.control.check().map_err(|why| InputError::stopped(self.source.clone(), why))
    }

    /// Returns the name of the input in errors.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Creates an error in this input, without a place.
    pub fn error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.source.clone(), message)
    }

    /// Returns the first bytes of the input, up to `count`, before any line was read or peeked at;
    /// nothing afterwards. Consumes nothing.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read.
    pub fn head(&mut self, count: usize) -> Result<Vec<u8>, InputError> {
        if self.read > 0 || !self.ahead.is_empty() || self.begun.is_some() {
            return Ok(Vec::new());
        }
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut self.input, count as u64);
        let read = std::io::Read::read_to_end(&mut limited, &mut bytes);
        read.map_err(|error| self.unreadable(&error))?;
        let rest = std::mem::replace(&mut self.input, Box::new(std::io::empty()));
        self.input = Box::new(std::io::Read::chain(std::io::Cursor::new(bytes.clone()), rest));
        Ok(bytes)
    }

    /// Returns the first byte of the input, before any line was read or peeked at; consumes
    /// nothing.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read.
    pub fn first_byte(&mut self) -> Result<Option<u8>, InputError> {
        if self.read > 0 || !self.ahead.is_empty() || self.begun.is_some() {
            return Ok(None);
        }
        loop {
            match self.input.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.unreadable(&error)),
            }
        }
    }

    /// Consumes and returns the next line; `None` at the end.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read or is not text.
    #[expect(clippy::should_implement_trait, reason = "fallible, and not to be chained")]
    pub fn next(&mut self) -> Result<Option<Line>, InputError> {
        if self.begun.is_some() && self.ahead.len() == 1 {
            self.ahead.clear();
        }
        let (line, came) = match self.ahead.pop_front() {
            Some(Ahead { line, came }) => (Some(line), came),
            None => {
                let mut bytes = self.begun.take().unwrap_or_default();
                let whole = self.extend(&mut bytes, self.longest)?;
                let number = self.read + 1;
                if number.is_multiple_of(POLL_INTERVAL) {
                    self.check()?;
                }
                if !whole {
                    let message = format!(
                        "a line longer than {} bytes; expected lines of text",
                        self.longest
                    );
                    return Err(self.error(message).at_line(number));
                }
                let line = self.line(bytes)?;
                let came = line.as_ref().and_then(|line| self.came(&line.text));
                (line, came)
            }
        };
        if let (Some(waiting), Some(came)) = (&self.waiting, came) {
            waiting.read(came);
        }
        line.map(|line| self.unbroken(line)).transpose()
    }

    /// Returns the line `distance` lines ahead (0: the next) without consuming it. Returns the
    /// beginning of a line longer than [`MAX_LINE`]; lines after such a line cannot be peeked at.
    ///
    /// # Errors
    /// Returns the errors of [`next`](Lines::next), except for the length of lines and carriage
    /// returns.
    pub fn peek(&mut self, distance: usize) -> Result<Option<&Line>, InputError> {
        while self.ahead.len() <= distance && self.begun.is_none() {
            let mut bytes = Vec::new();
            let whole = match self.extend(&mut bytes, MAX_LINE) {
                Err(error) if self.looks_ahead && error.why_stopped().is_some() => {
                    self.paused = true;
                    self.unread(bytes);
                    return Ok(None);
                }
                read => read?,
            };
            let line = if whole {
                self.line(bytes)?
            } else {
                let line = self.beginning(&bytes)?;
                self.begun = Some(bytes);
                Some(line)
            };
            let Some(line) = line else { return Ok(None) };
            let came = self.came(&line.text);
            self.ahead.push_back(Ahead { line, came });
        }
        Ok(self.ahead.get(distance).map(|ahead| &ahead.line))
    }

    /// Puts bytes back in front of the input.
    fn unread(&mut self, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            let rest = std::mem::replace(&mut self.input, Box::new(std::io::empty()));
            self.input = Box::new(std::io::Read::chain(std::io::Cursor::new(bytes), rest));
        }
    }

    /// Consumes and returns the rest of the input, up to `max_bytes` bytes.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read, is not text, or is larger.
    pub fn rest(&mut self, max_bytes: usize) -> Result<String, InputError> {
        let first = self.read + 1 - self.peeked();
        let bytes = self.remaining(max_bytes, true)?;
        let text = self.text(bytes, first)?;
        self.read = first + text.matches('\n').count();
        Ok(if first == 1 && text.starts_with('\u{feff}') {
            text.trim_start_matches('\u{feff}').to_owned()
        } else {
            text
        })
    }

    /// Consumes and returns the rest of the input as it is, text or not, up to `max_bytes` bytes.
    /// Lines that were peeked at lose white space at their ends.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read or is larger.
    pub fn rest_bytes(&mut self, max_bytes: usize) -> Result<Vec<u8>, InputError> {
        self.remaining(max_bytes, false)
    }

    /// Returns the number of whole lines that were peeked at.
    fn peeked(&self) -> usize {
        self.ahead.len() - usize::from(self.begun.is_some())
    }

    /// Returns the bytes of the lines ahead and of the rest; up to a NUL byte if `only_text` is
    /// set.
    fn remaining(&mut self, max_bytes: usize, only_text: bool) -> Result<Vec<u8>, InputError> {
        let begun = self.begun.take();
        if begun.is_some() {
            self.ahead.pop_back();
        }
        let mut bytes = Vec::new();
        for ahead in self.ahead.drain(..) {
            bytes.extend_from_slice(ahead.line.text.as_bytes());
            bytes.push(b'\n');
        }
        bytes.extend(begun.unwrap_or_default());
        loop {
            self.check()?;
            if bytes.len() > max_bytes {
                let message =
                    format!("larger than {max_bytes} bytes, the most that is read of this format");
                return Err(self.error(message));
            }
            let start = bytes.len();
            let mut piece = std::io::Read::take(&mut self.input, MAX_LINE as u64);
            if let Err(error) = std::io::Read::read_to_end(&mut piece, &mut bytes) {
                return Err(self.unreadable(&error));
            }
            if bytes.len() == start || only_text && bytes[start..].contains(&0) {
                if let Some(waiting) = &self.waiting {
                    waiting.read(Instant::now());
                }
                return Ok(bytes);
            }
        }
    }

    /// Reads to the end of the line, up to `longest` bytes in total with the line
    /// break. Returns false when the line is longer.
    fn extend(&mut self, bytes: &mut Vec<u8>, longest: usize) -> Result<bool, InputError> {
        loop {
            let room = (longest + 1).saturating_sub(bytes.len()).min(MAX_LINE + 1);
            let mut limited = std::io::Read::take(&mut self.input, room as u64);
            let read = limited.read_until(b'\n', bytes);
            let read = read.map_err(|error| self.unreadable(&error))?;
            let start = bytes.len() - read;
            if read < room || bytes.last() == Some(&b'\n') {
                return Ok(true);
            }
            // The bytes read so far contain the NUL byte that `text` reports.
            if bytes.len() > longest || bytes[start..].contains(&0) {
                return Ok(bytes.len() <= longest);
            }
            self.check()?;
        }
    }

    /// Builds the next line from all of its bytes; `None` if there are none.
    fn line(&mut self, bytes: Vec<u8>) -> Result<Option<Line>, InputError> {
        if bytes.is_empty() {
            return Ok(None);
        }
        let number = self.read + 1;
        let mut text = self.text(bytes, number)?;
        text.truncate(text.trim_end().len());
        self.read = number;
        if number == 1 && text.starts_with('\u{feff}') {
            text = text.trim_start_matches('\u{feff}').to_owned();
        }
        Ok(Some(Line { number, text }))
    }

    /// Refuses carriage returns in a line to be consumed. `peek` accepts them,
    /// because they end a line in some formats.
    fn unbroken(&self, line: Line) -> Result<Line, InputError> {
        let Some(place) = line.text.find('\r') else { return Ok(line) };
        let column = line.text[..place].chars().count() + 1;
        let message = "a carriage return within a line; expected line breaks of \\n or \\r\\n";
        Err(self.error(message).at(line.number, column))
    }

    /// Returns the beginning of the next line, from its first bytes.
    fn beginning(&mut self, bytes: &[u8]) -> Result<Line, InputError> {
        let mut bytes = bytes.to_vec();
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            bytes.truncate(error.valid_up_to());
        }
        let number = self.read + 1;
        let text = self.text(bytes, number)?;
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { &text };
        Ok(Line { number, text: text.to_owned() })
    }

    /// Decodes bytes that start with line `first`.
    fn text(&self, mut bytes: Vec<u8>, first: usize) -> Result<String, InputError> {
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
                ("not UTF-8; expected text, this looks like a binary file", before)
            }
        };
        let line = before.rfind('\n').map_or(0, |place| place + 1);
        let number = first + before.matches('\n').count();
        Err(self.error(message).at(number, before[line..].chars().count() + 1))
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
    fn refuses_input_that_is_not_text() {
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
        let mac = lines(b"ok\nd\xc3\xa9f\rghi\n").rest(100);
        assert!(mac.is_ok(), "formats that are read as a whole take it as white space");
        let mut mac = lines(b"ok\r\nd\xc3\xa9f\rghi\n");
        assert_eq!(mac.peek(1).unwrap().unwrap().text, "d\u{e9}f\rghi");
        mac.next().unwrap();
        assert_eq!(
            mac.next().unwrap_err().to_string(),
            "here:2:4: a carriage return within a line; expected line breaks of \\n or \\r\\n"
        );
        let mut mac = lines(b"; a\r(b) \n(c) ");
        assert!(mac.peek(0).is_ok(), "peeking accepts it");
        assert_eq!(mac.rest(100).unwrap(), "; a\r(b)\n(c) ");
        let zeros = lines(&[0; 2 << 20]).peek(0).unwrap_err();
        assert!(zeros.to_string().starts_with("here:1:1: a NUL byte"), "{zeros}");
    }

    #[test]
    fn peek_shows_the_beginning_of_long_lines() {
        let long = [b"\xef\xbb\xbf{".to_vec(), "\u{e9}".repeat(MAX_LINE).into_bytes()].concat();
        let text = [b"one\n".as_slice(), &long, b" \ntwo"].concat();
        let peeked = || {
            let mut lines = lines(&text);
            assert!(lines.peek(1).unwrap().unwrap().text.len() > MAX_LINE - 2);
            assert_eq!(lines.peek(2).unwrap(), None, "peeking ends at a long line");
            lines
        };
        let mut refused = peeked();
        assert_eq!(refused.next().unwrap().unwrap().text, "one");
        assert!(refused.next().unwrap_err().to_string().starts_with("here:2: a line longer"));
        let mut allowed = peeked();
        allowed.allow_lines_of(3 * MAX_LINE);
        assert_eq!(allowed.next().unwrap().unwrap().text, "one");
        assert_eq!(allowed.next().unwrap().unwrap().text.as_bytes(), long);
        let last = Line { number: 3, text: "two".into() };
        assert_eq!(allowed.next().unwrap(), Some(last));
        assert_eq!(peeked().rest(4 * MAX_LINE).unwrap().as_bytes(), text);
    }

    #[test]
    fn a_limit_stops_reading() {
        let over = || Control::unlimited().within(Some(std::time::Duration::ZERO));
        let text = b"a\n".repeat(1000);
        let mut limited = lines(&text);
        limited.within(over());
        let stopped = loop {
            match limited.next() {
                Ok(line) => assert!(line.is_some(), "the limit has passed"),
                Err(error) => break error,
            }
        };
        assert_eq!(stopped.to_string(), "here: not read to its end: timeout");
        assert!(stopped.why_stopped().is_some());
        let long = vec![b'a'; 3 * MAX_LINE];
        let mut limited = lines(&long);
        limited.within(over());
        limited.allow_lines_of(4 * MAX_LINE);
        assert!(limited.next().unwrap_err().why_stopped().is_some());
        let mut limited = lines(&long);
        limited.within(over());
        assert!(limited.rest(4 * MAX_LINE).unwrap_err().why_stopped().is_some());
    }

    #[test]
    fn bytes_are_given_as_they_are() {
        let binary = b"PK\x03\x04\n \xff\0\n\n";
        let mut whole = lines(binary);
        assert_eq!(whole.first_byte(), Ok(Some(b'P')));
        assert_eq!(whole.head(4).unwrap(), binary[..4]);
        assert_eq!(whole.head(100).unwrap(), binary);
        assert_eq!(whole.rest_bytes(100).unwrap(), binary);
        let mut peeked = lines(b"a\nb\nc\xff");
        peeked.peek(0).unwrap();
        assert_eq!(peeked.head(1).unwrap(), b"");
        assert_eq!(peeked.rest_bytes(100).unwrap(), b"a\nb\nc\xff");
        assert!(lines(binary).rest_bytes(5).unwrap_err().message().starts_with("larger than 5"));
        assert_eq!(lines(b"").first_byte(), Ok(None));
        assert_eq!(lines(b"").head(4).unwrap(), b"");
    }

    #[test]
    fn a_binary_file_without_line_breaks_fails_at_its_first_nul() {
        let mut endless = Lines::new("here", std::io::BufReader::new(std::io::repeat(0)));
        endless.allow_lines_of(usize::MAX - 1);
        let refused = endless.next().unwrap_err().to_string();
        assert!(refused.starts_with("here:1:1: a NUL byte"), "{refused}");
    }
}
