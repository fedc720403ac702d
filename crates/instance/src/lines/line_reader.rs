//! The reader of lines, with its limit and its place in the file.

use std::collections::VecDeque;
use std::io::BufRead;
use std::time::{Duration, Instant};

use crate::{InputError, InstanceTimer};
use parallax_model::engine_api::Control;

/// Maximum length of a line, in bytes (1 MiB).
pub const MAX_LINE: usize = 1 << 20;

/// The number of lines to read between two checks of the clock.
const POLL_INTERVAL: usize = 64;

/// A line without its line break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextLine {
    /// Its number, counted from 1.
    pub number: usize,
    /// Its text, without trailing white space.
    pub text: String,
}

/// A line that was peeked at, and its time of arrival if the input may wait.
pub(super) struct PeekedLine {
    pub(super) line: TextLine,
    pub(super) came: Option<Instant>,
}

/// Reads text line by line in bounded memory, with lookahead. Refuses lines
/// longer than [`MAX_LINE`] (or the limit of the format), NUL bytes, invalid
/// UTF-8, and carriage returns that do not end a line.
pub struct LineReader<'a> {
    pub(super) source: String,
    pub(super) input: Box<dyn BufRead + Send + 'a>,
    pub(super) ahead: VecDeque<PeekedLine>,
    /// The bytes read so far of a long line that was peeked at. Their text is the
    /// last line of `ahead`.
    pub(super) begun: Option<Vec<u8>>,
    pub(super) read: usize,
    pub(super) longest: usize,
    pub(super) control: Control,
    /// The time of an instance, where the input may wait for more and the time is limited.
    pub(super) waiting: Option<InstanceTimer>,
    /// Whether the input may wait for more.
    pub(super) may_wait: bool,
    pub(super) limit: Option<Duration>,
    /// Whether a line belongs to no instance, such as a blank one.
    pub(super) is_between: fn(&str) -> bool,
    /// Whether a line of the next instance was read or peeked at.
    pub(super) inside: bool,
    /// Whether peeking treats the lines so far as the whole text when the time is over.
    pub(super) looks_ahead: bool,
    /// Whether peeking did so.
    pub(super) paused: bool,
}

impl<'a> LineReader<'a> {
    /// Creates a reader of the lines of `input`; `source` names it in errors.
    pub fn new(source: impl Into<String>, input: impl BufRead + Send + 'a) -> Self {
        LineReader {
            source: source.into(),
            input: Box::new(input),
            ahead: VecDeque::new(),
            begun: None,
            read: 0,
            longest: MAX_LINE,
            control: Control::unlimited(),
            waiting: None,
            may_wait: false,
            limit: None,
            is_between: str::is_empty,
            inside: false,
            looks_ahead: false,
            paused: false,
        }
    }

    /// Allows longer lines from now on, for formats that programs write.
    pub fn allow_lines_of(&mut self, bytes: usize) {
        self.longest = bytes;
    }

    /// Ends reading with an error when `control` is stopped.
    pub fn set_control(&mut self, control: Control) {
        self.control = control;
    }

    /// Returns the control that can stop reading.
    #[must_use]
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Checks whether reading may continue. A reader that works long on one line, or on the text of
    /// [`read_rest`](LineReader::read_rest), calls this at intervals.
    ///
    /// # Errors
    /// Returns an error when the control stops reading.
    pub fn check_stop(&self) -> Result<(), InputError> {
        self.control.check_stop().map_err(|why| InputError::from_stop(self.source.clone(), why))
    }

    /// Returns the name of the input in errors.
    #[must_use]
    pub fn source_name(&self) -> &str {
        &self.source
    }

    /// Creates an error in this input, without a place.
    pub fn make_error(&self, message: impl Into<String>) -> InputError {
        InputError::new(self.source.clone(), message)
    }

    /// Returns the first bytes of the input, up to `count`, before any line was read or peeked at;
    /// nothing afterwards. Consumes nothing.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read.
    pub fn peek_bytes(&mut self, count: usize) -> Result<Vec<u8>, InputError> {
        if self.read > 0 || !self.ahead.is_empty() || self.begun.is_some() {
            return Ok(Vec::new());
        }
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut self.input, count as u64);
        let read = std::io::Read::read_to_end(&mut limited, &mut bytes);
        read.map_err(|error| self.unreadable_error(&error))?;
        let rest = std::mem::replace(&mut self.input, Box::new(std::io::empty()));
        // The bytes come first again when lines are read.
        self.input = Box::new(std::io::Read::chain(std::io::Cursor::new(bytes.clone()), rest));
        Ok(bytes)
    }

    /// Returns the first byte of the input, before any line was read or peeked at; consumes
    /// nothing.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read.
    pub fn first_byte(&mut self) -> Result<Option<u8>, InputError> {
        Ok(self.first_bytes()?.first().copied())
    }

    /// Returns what the first read of the input brought, before any line was read or peeked at;
    /// nothing afterwards. Consumes nothing.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read.
    pub fn first_bytes(&mut self) -> Result<&[u8], InputError> {
        if self.read > 0 || !self.ahead.is_empty() || self.begun.is_some() {
            return Ok(&[]);
        }
        let filled = loop {
            match self.input.fill_buf() {
                Ok(_) => break Ok(()),
                // A signal may interrupt the read, which is then repeated.
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => break Err(error),
            }
        };
        filled.map_err(|error| self.unreadable_error(&error))?;
        let again = self.input.fill_buf();
        // The borrow of the first call cannot leave the loop. The buffer is filled, or the input is
        // at its end, so this call reads no more.
        Ok(again.unwrap_or_default())
    }

    /// Consumes and returns the next line; `None` at the end.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read or is not text.
    pub fn next_line(&mut self) -> Result<Option<TextLine>, InputError> {
        // The only line ahead is the beginning of a long one, which is read in full below from
        // `begun`.
        if self.begun.is_some() && self.ahead.len() == 1 {
            self.ahead.clear();
        }
        let (line, came) = match self.ahead.pop_front() {
            Some(PeekedLine { line, came }) => (Some(line), came),
            None => {
                let mut bytes = self.begun.take().unwrap_or_default();
                let whole = self.read_line_bytes(&mut bytes, self.longest)?;
                let number = self.read + 1;
                if number.is_multiple_of(POLL_INTERVAL) {
                    self.check_stop()?;
                }
                if !whole {
                    let message = format!(
                        "a line longer than {} bytes; expected lines of text",
                        self.longest
                    );
                    return Err(self.make_error(message).at_line(number));
                }
                let line = self.build_line(bytes)?;
                let came = line.as_ref().and_then(|line| self.note_line(&line.text));
                (line, came)
            }
        };
        if let (Some(waiting), Some(came)) = (&self.waiting, came) {
            waiting.note_line(came);
        }
        line.map(|line| self.refuse_carriage_returns(line)).transpose()
    }

    /// Returns the line `distance` lines ahead (0: the next) without consuming it. Returns the
    /// beginning of a line longer than [`MAX_LINE`]; lines after such a line cannot be peeked at.
    ///
    /// # Errors
    /// Returns the errors of [`next_line`](LineReader::next_line), except for the length of lines
    /// and carriage returns.
    pub fn peek_line(&mut self, distance: usize) -> Result<Option<&TextLine>, InputError> {
        while self.ahead.len() <= distance && self.begun.is_none() {
            let mut bytes = Vec::new();
            let whole = match self.read_line_bytes(&mut bytes, MAX_LINE) {
                // Only the peeking ends here: the bytes so far stay readable, and no line is lost.
                Err(error) if self.looks_ahead && error.why_stopped().is_some() => {
                    self.paused = true;
                    self.push_back(bytes);
                    return Ok(None);
                }
                read => read?,
            };
            let line = if whole {
                self.build_line(bytes)?
            } else {
                let line = self.build_beginning(&bytes)?;
                // Kept as bytes, to which the rest of the line is added when it is read.
                self.begun = Some(bytes);
                Some(line)
            };
            let Some(line) = line else { return Ok(None) };
            let came = self.note_line(&line.text);
            self.ahead.push_back(PeekedLine { line, came });
        }
        Ok(self.ahead.get(distance).map(|ahead| &ahead.line))
    }

    /// Puts bytes back in front of the input.
    fn push_back(&mut self, bytes: Vec<u8>) {
        if !bytes.is_empty() {
            let rest = std::mem::replace(&mut self.input, Box::new(std::io::empty()));
            self.input = Box::new(std::io::Read::chain(std::io::Cursor::new(bytes), rest));
        }
    }

    /// Consumes and returns the rest of the input, up to `max_bytes` bytes.
    ///
    /// # Errors
    /// Returns an error when the input cannot be read, is not text, or is larger.
    pub fn read_rest(&mut self, max_bytes: usize) -> Result<String, InputError> {
        // Whole lines that were peeked at are counted in `read`, but belong to the rest.
        let first = self.read + 1 - self.peeked_count();
        let bytes = self.remaining_bytes(max_bytes, true)?;
        let text = self.decode_text(bytes, first)?;
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
        self.remaining_bytes(max_bytes, false)
    }

    /// Returns the number of whole lines that were peeked at.
    pub(super) fn peeked_count(&self) -> usize {
        self.ahead.len() - usize::from(self.begun.is_some())
    }

    /// Returns the bytes of the lines ahead and of the rest; up to a NUL byte if `only_text` is
    /// set.
    fn remaining_bytes(
        &mut self,
        max_bytes: usize,
        only_text: bool,
    ) -> Result<Vec<u8>, InputError> {
        let begun = self.begun.take();
        // A long line that was begun is in `ahead` as text and in `begun` as bytes. The bytes are
        // complete.
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
            self.check_stop()?;
            if bytes.len() > max_bytes {
                let message =
                    format!("larger than {max_bytes} bytes, the most that is read of this format");
                return Err(self.make_error(message));
            }
            let start = bytes.len();
            // Piece by piece, so that a stop and the limit are noticed while a large input comes.
            let mut piece = std::io::Read::take(&mut self.input, MAX_LINE as u64);
            if let Err(error) = std::io::Read::read_to_end(&mut piece, &mut bytes) {
                return Err(self.unreadable_error(&error));
            }
            if bytes.len() == start || only_text && bytes[start..].contains(&0) {
                if let Some(waiting) = &self.waiting {
                    waiting.note_line(Instant::now());
                }
                return Ok(bytes);
            }
        }
    }

    /// Reads to the end of the line, up to `longest` bytes in total with the line
    /// break. Returns false when the line is longer.
    fn read_line_bytes(&mut self, bytes: &mut Vec<u8>, longest: usize) -> Result<bool, InputError> {
        loop {
            // One byte more than is allowed shows that the line is too long.
            let room = (longest + 1).saturating_sub(bytes.len()).min(MAX_LINE + 1);
            let mut limited = std::io::Read::take(&mut self.input, room as u64);
            let read = limited.read_until(b'\n', bytes);
            let read = read.map_err(|error| self.unreadable_error(&error))?;
            let start = bytes.len() - read;
            // Fewer bytes than there was room for mean the end of the input.
            if read < room || bytes.last() == Some(&b'\n') {
                return Ok(true);
            }
            // The bytes read so far contain the NUL byte that `decode_text` reports.
            if bytes.len() > longest || bytes[start..].contains(&0) {
                return Ok(bytes.len() <= longest);
            }
            self.check_stop()?;
        }
    }
}
