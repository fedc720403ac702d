//! The output of a command as one object; its bytes are passed on without being parsed.

use super::answer::AnswerBuffer;
use super::commands::CommandOutputShape;
use super::refusal::HttpError;

/// The beginning of rows that arrive as soon as their engine ends.
const EARLY_ROW_PREFIX: &[u8] = b"{\"live\":true,";

/// The beginning of the line with the verdict.
const VERDICT_PREFIX: &[u8] = b"{\"verdict\":";

/// Number of bytes of a line that decide its destination; `VERDICT_PREFIX` is shorter.
const MIN_HEAD_BYTES: usize = EARLY_ROW_PREFIX.len();

/// Receives rows that arrive early.
pub(super) type RowCallback<'a> = &'a mut dyn FnMut(AnswerBuffer) -> Result<(), HttpError>;

/// Frames the output of a command.
pub(super) struct OutputFrame<'a> {
    shape: CommandOutputShape,
    /// Maximum number of bytes of the answer and the early rows together.
    max_bytes: usize,
    bytes: usize,
    answer: AnswerBuffer,
    /// The number of lines in the answer.
    lines: usize,
    /// The beginning of a line, until it is long enough to decide the destination.
    head: Vec<u8>,
    // The destination of the current line; `None` while its head is incomplete.
    destination: Option<LineDestination>,
    verdict: Vec<u8>,
    on_row: Option<RowCallback<'a>>,
    /// The last byte of a text, which decides whether a line break is added at its end.
    last: u8,
}

/// The destination of a line.
enum LineDestination {
    Answer,
    Verdict,
    Row(AnswerBuffer),
    Nothing,
}

impl<'a> OutputFrame<'a> {
    /// Starts the frame of a command's output.
    ///
    /// # Errors
    /// Returns an error if the frame alone is too long.
    pub(super) fn new(
        shape: CommandOutputShape,
        most: usize,
        on_row: Option<RowCallback<'a>>,
    ) -> Result<Self, HttpError> {
        let mut frame = OutputFrame {
            shape,
            max_bytes: most,
            bytes: 0,
            answer: AnswerBuffer::new(),
            lines: 0,
            head: Vec::new(),
            destination: None,
            verdict: Vec::new(),
            on_row,
            last: 0,
        };
        // Output that is one object already needs no frame. The others begin with an open list or
        // string, which `finish_answer` closes.
        match shape {
            CommandOutputShape::Object | CommandOutputShape::Row => {}
            CommandOutputShape::List(name) => {
                frame.write_answer(format!("{{\"{name}\":[").as_bytes())?;
            }
            CommandOutputShape::Rows => frame.write_answer(b"{\"rows\":[")?,
            CommandOutputShape::Text => frame.write_answer(b"{\"text\":\"")?,
        }
        Ok(frame)
    }

    /// Adds output.
    ///
    /// # Errors
    /// Returns an error if the answer gets too long, or the client of early rows has gone.
    pub(super) fn add_chunk(&mut self, chunk: &[u8]) -> Result<(), HttpError> {
        if self.shape == CommandOutputShape::Text {
            // Text is escaped byte by byte, so a chunk may end within a character or a line.
            self.last = chunk.last().copied().unwrap_or(self.last);
            return self.write_answer(&escape_text(chunk));
        }
        // A chunk ends anywhere: it may hold the rest of a line, several lines and the beginning of
        // another.
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.put_piece(end)?;
                    self.end_line()?;
                }
                None => self.put_piece(piece)?,
            }
        }
        Ok(())
    }

    /// Returns the answer, after all output has been added.
    ///
    /// # Errors
    /// Returns an error if the answer gets too long.
    pub(super) fn finish_answer(mut self) -> Result<AnswerBuffer, HttpError> {
        // The last line may lack its line break.
        self.end_line()?;
        match self.shape {
            CommandOutputShape::Object => {}
            CommandOutputShape::Row if self.lines > 0 => {}
            // `null` keeps the answer valid JSON if the command prints nothing.
            CommandOutputShape::Row => self.write_answer(b"null")?,
            CommandOutputShape::List(_) => self.write_answer(b"]}")?,
            CommandOutputShape::Rows => {
                // The verdict is an object with one member, so its end closes the answer.
                let verdict = self.verdict.strip_prefix(b"{").unwrap_or(b"\"verdict\":null}");
                let end = [b"],", verdict].concat();
                self.write_answer(&end)?;
            }
            CommandOutputShape::Text => {
                // A text ends with a line break, as a text file does.
                let end: &[u8] = if self.last == b'\n' { b"\"}" } else { b"\\n\"}" };
                self.write_answer(end)?;
            }
        }
        self.answer.finish_writing()
    }

    /// Adds a piece of a line.
    fn put_piece(&mut self, piece: &[u8]) -> Result<(), HttpError> {
        if self.destination.is_some() {
            return self.pass_on(piece);
        }
        self.head.extend_from_slice(piece);
        if self.head.len() >= MIN_HEAD_BYTES { self.direct_line() } else { Ok(()) }
    }

    /// Decides the destination of a line by its beginning.
    fn direct_line(&mut self) -> Result<(), HttpError> {
        let head = std::mem::take(&mut self.head);
        // Early rows come again at the end among all rows, so without a callback they are skipped.
        // A `Row` answer is the first line only, and all lines of a list but the first follow a
        // comma.
        let to = match self.shape {
            CommandOutputShape::Rows
                if head.starts_with(EARLY_ROW_PREFIX) && self.on_row.is_none() =>
            {
                LineDestination::Nothing
            }
            CommandOutputShape::Rows if head.starts_with(EARLY_ROW_PREFIX) => {
                LineDestination::Row(AnswerBuffer::new())
            }
            CommandOutputShape::Rows if head.starts_with(VERDICT_PREFIX) => {
                LineDestination::Verdict
            }
            CommandOutputShape::Row if self.lines > 0 => LineDestination::Nothing,
            CommandOutputShape::List(_) | CommandOutputShape::Rows if self.lines > 0 => {
                self.write_answer(b",")?;
                LineDestination::Answer
            }
            _ => LineDestination::Answer,
        };
        self.lines += usize::from(matches!(to, LineDestination::Answer));
        self.destination = Some(to);
        self.pass_on(&head)
    }

    fn pass_on(&mut self, piece: &[u8]) -> Result<(), HttpError> {
        // Skipped lines cost nothing. All others count, since early rows and the verdict are stored
        // as well.
        if !matches!(self.destination, Some(LineDestination::Nothing)) {
            self.count_bytes(piece)?;
        }
        match &mut self.destination {
            Some(LineDestination::Answer) => self.answer.write_bytes(piece)?,
            Some(LineDestination::Row(row)) => row.write_bytes(piece)?,
            Some(LineDestination::Verdict) => self.verdict.extend_from_slice(piece),
            Some(LineDestination::Nothing) | None => {}
        }
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), HttpError> {
        // A line that is shorter than `MIN_HEAD_BYTES` has no destination yet. An empty line has
        // none at all, and adds nothing to the answer.
        if !self.head.is_empty() {
            self.direct_line()?;
        }
        match (self.destination.take(), &mut self.on_row) {
            (Some(LineDestination::Row(row)), Some(on_row)) => on_row(row.finish_writing()?),
            _ => Ok(()),
        }
    }

    fn write_answer(&mut self, bytes: &[u8]) -> Result<(), HttpError> {
        self.count_bytes(bytes)?;
        self.answer.write_bytes(bytes)
    }

    fn count_bytes(&mut self, bytes: &[u8]) -> Result<(), HttpError> {
        self.bytes += bytes.len();
        if self.bytes <= self.max_bytes {
            return Ok(());
        }
        let most = self.max_bytes;
        Err(HttpError::unusable_content(format!(
            "the answer has more than {most} bytes; ask for less"
        )))
    }
}

/// Escapes the bytes of a text for a JSON string.
fn escape_text(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() + text.len() / 8);
    for &byte in text {
        // Bytes from 0x80 on are parts of UTF-8 characters and need no escape, so the loop does not
        // decode. JSON requires escapes for quotes, backslashes and control characters only.
        match byte {
            b'"' | b'\\' => bytes.extend([b'\\', byte]),
            b'\n' => bytes.extend(b"\\n"),
            b'\r' => bytes.extend(b"\\r"),
            b'\t' => bytes.extend(b"\\t"),
            0..0x20 => bytes.extend(format!("\\u{byte:04x}").bytes()),
            _ => bytes.push(byte),
        }
    }
    bytes
}
