//! The reader of a compressed input, with limits on what it unpacks.

use std::io::{self, Read};

use super::decoded::{Decoded, UnpackError};
use super::packing::head;

/// Maximum number of compressions around a text. Servers compress files that are already
/// compressed; more layers are made on purpose.
const MAX_LAYERS: usize = 2;

/// Maximum number of bytes that a compressed input unpacks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnpackLimit(pub u64);

impl Default for UnpackLimit {
    /// 10^10 bytes.
    fn default() -> Self {
        UnpackLimit(10_000_000_000)
    }
}

/// Minimum number of bytes of the first read of a text, unless there are fewer: the form of the text
/// shows in them.
pub(super) const FIRST: usize = 1 << 10;

/// An input, unpacked if its first bytes are those of a compression. Reads nothing before the first
/// call of `read`.
pub struct Unpacked {
    state: State,
    pub(super) limit: UnpackLimit,
}

enum State {
    Fresh(Box<dyn Read + Send>),
    Open(Box<dyn Read + Send>),
    /// The error after the bytes that were read last.
    Failed(Option<io::Error>),
}

impl Unpacked {
    /// Reads `input` within a limit.
    pub fn new(input: impl Read + Send + 'static, limit: UnpackLimit) -> Self {
        Unpacked { state: State::Fresh(Box::new(input)), limit }
    }

    /// Opens the input and reads its first bytes.
    pub(super) fn begin(
        &mut self,
        input: Box<dyn Read + Send>,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        let (mut input, is_packed) = unpacked(input, self.limit)?;
        let least = if is_packed { FIRST.min(buffer.len()) } else { 0 };
        let mut filled = 0;
        while filled == 0 || filled < least {
            match input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if filled == 0 => return Err(error),
                Err(error) => {
                    self.state = State::Failed(Some(error));
                    return Ok(filled);
                }
            }
        }
        self.state = State::Open(input);
        Ok(filled)
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Decoders are not read again after an error.
        match std::mem::replace(&mut self.state, State::Failed(None)) {
            State::Fresh(input) => self.begin(input, buffer),
            State::Failed(error) => {
                Err(error.unwrap_or_else(|| io::Error::other("reading continues after an error")))
            }
            State::Open(mut input) => {
                let read = input.read(buffer);
                let is_final = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
                if !read.as_ref().is_err_and(is_final) {
                    self.state = State::Open(input);
                }
                read
            }
        }
    }
}

/// Removes each compression around a text. Returns whether there was one.
pub(super) fn unpacked(
    mut input: Box<dyn Read + Send>,
    limit: UnpackLimit,
) -> io::Result<(Box<dyn Read + Send>, bool)> {
    for layer in 0..=MAX_LAYERS {
        let (first, packing) = head(&mut *input)?;
        let whole = io::Cursor::new(first).chain(input);
        let Some(packing) = packing else { return Ok((Box::new(whole), layer > 0)) };
        input = Box::new(Decoded::new(packing, whole, limit));
    }
    let message = format!("compressed more than {MAX_LAYERS} times; unpack it first");
    Err(io::Error::other(UnpackError(message)))
}
