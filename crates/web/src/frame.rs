//! The output of a command as one object; its bytes are passed on without being parsed.

use super::answer::Answer;
use super::commands::Shape;
use super::refusal::Refusal;

/// The beginning of rows that arrive as soon as their engine ends.
const EARLY: &[u8] = b"{\"live\":true,";

/// The beginning of the line with the verdict.
const VERDICT: &[u8] = b"{\"verdict\":";

/// Number of bytes of a line that decide where it belongs.
const HEAD: usize = EARLY.len();

/// Receives rows that arrive early.
pub(super) type OnRow<'a> = &'a mut dyn FnMut(Answer) -> Result<(), Refusal>;

/// Frames the output of a command.
pub(super) struct Frame<'a> {
    shape: Shape,
    /// Maximum number of bytes of the answer and the early rows together.
    most: usize,
    bytes: usize,
    answer: Answer,
    /// The number of lines in the answer.
    lines: usize,
    /// The beginning of a line, until it is long enough to decide where the line belongs.
    head: Vec<u8>,
    to: Option<To>,
    verdict: Vec<u8>,
    on_row: Option<OnRow<'a>>,
    /// The last byte of a text.
    last: u8,
}

/// The destination of a line.
enum To {
    Answer,
    Verdict,
    Row(Answer),
    Nothing,
}

impl<'a> Frame<'a> {
    /// Starts the frame of a command's output.
    ///
    /// # Errors
    /// If the frame alone is too long.
    pub(super) fn new(
        shape: Shape,
        most: usize,
        on_row: Option<OnRow<'a>>,
    ) -> Result<Self, Refusal> {
        let mut frame = Frame {
            shape,
            most,
            bytes: 0,
            answer: Answer::new(),
            lines: 0,
            head: Vec::new(),
            to: None,
            verdict: Vec::new(),
            on_row,
            last: 0,
        };
        match shape {
            Shape::Object | Shape::Row => {}
            Shape::List(name) => frame.write(format!("{{\"{name}\":[").as_bytes())?,
            Shape::Rows => frame.write(b"{\"rows\":[")?,
            Shape::Text => frame.write(b"{\"text\":\"")?,
        }
        Ok(frame)
    }

    /// Adds output.
    ///
    /// # Errors
    /// If the answer gets too long, or the client of early rows has gone.
    pub(super) fn add(&mut self, chunk: &[u8]) -> Result<(), Refusal> {
        if self.shape == Shape::Text {
            self.last = chunk.last().copied().unwrap_or(self.last);
            return self.write(&escaped(chunk));
        }
        for piece in chunk.split_inclusive(|&byte| byte == b'\n') {
            match piece.strip_suffix(b"\n") {
                Some(end) => {
                    self.put(end)?;
                    self.end_line()?;
                }
                None => self.put(piece)?,
            }
        }
        Ok(())
    }

    /// Returns the answer, after all output was added.
    ///
    /// # Errors
    /// If the answer gets too long.
    pub(super) fn finish(mut self) -> Result<Answer, Refusal> {
        self.end_line()?;
        match self.shape {
            Shape::Object => {}
            Shape::Row if self.lines > 0 => {}
            Shape::Row => self.write(b"null")?,
            Shape::List(_) => self.write(b"]}")?,
            Shape::Rows => {
                // The verdict is an object with one member, so its end closes the answer.
                let verdict = self.verdict.strip_prefix(b"{").unwrap_or(b"\"verdict\":null}");
                let end = [b"],", verdict].concat();
                self.write(&end)?;
            }
            Shape::Text => {
                let end: &[u8] = if self.last == b'\n' { b"\"}" } else { b"\\n\"}" };
                self.write(end)?;
            }
        }
        self.answer.written()
    }

    /// Adds a piece of a line.
    fn put(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        if self.to.is_some() {
            return self.pass_on(piece);
        }
        self.head.extend_from_slice(piece);
        if self.head.len() >= HEAD { self.direct() } else { Ok(()) }
    }

    /// Decides by its beginning where a line belongs.
    fn direct(&mut self) -> Result<(), Refusal> {
        let head = std::mem::take(&mut self.head);
        let to = match self.shape {
            Shape::Rows if head.starts_with(EARLY) && self.on_row.is_none() => To::Nothing,
            Shape::Rows if head.starts_with(EARLY) => To::Row(Answer::new()),
            Shape::Rows if head.starts_with(VERDICT) => To::Verdict,
            Shape::Row if self.lines > 0 => To::Nothing,
            Shape::List(_) | Shape::Rows if self.lines > 0 => {
                self.write(b",")?;
                To::Answer
            }
            _ => To::Answer,
        };
        self.lines += usize::from(matches!(to, To::Answer));
        self.to = Some(to);
        self.pass_on(&head)
    }

    fn pass_on(&mut self, piece: &[u8]) -> Result<(), Refusal> {
        if !matches!(self.to, Some(To::Nothing)) {
            self.count(piece)?;
        }
        match &mut self.to {
            Some(To::Answer) => self.answer.write(piece)?,
            Some(To::Row(row)) => row.write(piece)?,
            Some(To::Verdict) => self.verdict.extend_from_slice(piece),
            Some(To::Nothing) | None => {}
        }
        Ok(())
    }

    fn end_line(&mut self) -> Result<(), Refusal> {
        if !self.head.is_empty() {
            self.direct()?;
        }
        match (self.to.take(), &mut self.on_row) {
            (Some(To::Row(row)), Some(on_row)) => on_row(row.written()?),
            _ => Ok(()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.count(bytes)?;
        self.answer.write(bytes)
    }

    fn count(&mut self, bytes: &[u8]) -> Result<(), Refusal> {
        self.bytes += bytes.len();
        if self.bytes <= self.most {
            return Ok(());
        }
        let most = self.most;
        Err(Refusal::unusable(format!("the answer has more than {most} bytes; ask for less")))
    }
}

/// Escapes the bytes of a text for a JSON string.
fn escaped(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() + text.len() / 8);
    for &byte in text {
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
