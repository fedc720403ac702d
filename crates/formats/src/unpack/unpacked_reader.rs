//! The reader of a compressed input, with limits on what it unpacks.

use std::io::{self, Read};

use super::compression_format::read_head;
use super::decoded::{LimitedDecoder, UnpackError};

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

/// Minimum number of bytes of the first read of a text, unless there are fewer: the form of the
/// text shows in them.
pub(super) const MIN_FIRST_READ_BYTES: usize = 1 << 10;

/// An input, unpacked if its first bytes identify a compression. Reads nothing before the first
/// call of `read`.
pub struct UnpackedReader {
    state: UnpackState,
    pub(super) limit: UnpackLimit,
}

enum UnpackState {
    Fresh(Box<dyn Read + Send>),
    Open(Box<dyn Read + Send>),
    /// The error after the bytes that were read last.
    Failed(Option<io::Error>),
}

impl UnpackedReader {
    /// Reads `input` within a limit.
    pub fn new(input: impl Read + Send + 'static, limit: UnpackLimit) -> Self {
        UnpackedReader { state: UnpackState::Fresh(Box::new(input)), limit }
    }

    /// Opens the input and reads its first bytes.
    pub(super) fn open_input(
        &mut self,
        input: Box<dyn Read + Send>,
        buffer: &mut [u8],
    ) -> io::Result<usize> {
        let (mut input, is_packed) = unpack_layers(input, self.limit)?;
        // Recognition inspects what the first read returns, and a decoder may return only a few
        // bytes at a time.
        let min_bytes = if is_packed { MIN_FIRST_READ_BYTES.min(buffer.len()) } else { 0 };
        let mut filled = 0;
        while filled == 0 || filled < min_bytes {
            match input.read(&mut buffer[filled..]) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if filled == 0 => return Err(error),
                Err(error) => {
                    self.state = UnpackState::Failed(Some(error));
                    return Ok(filled);
                }
            }
        }
        self.state = UnpackState::Open(input);
        Ok(filled)
    }
}

impl Read for UnpackedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Decoders are not read again after an error.
        match std::mem::replace(&mut self.state, UnpackState::Failed(None)) {
            UnpackState::Fresh(input) => self.open_input(input, buffer),
            UnpackState::Failed(error) => {
                Err(error.unwrap_or_else(|| io::Error::other("reading continues after an error")))
            }
            UnpackState::Open(mut input) => {
                let read = input.read(buffer);
                let is_final = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
                if !read.as_ref().is_err_and(is_final) {
                    self.state = UnpackState::Open(input);
                }
                read
            }
        }
    }
}

/// Removes each compression around a text. Returns whether there was one.
pub(super) fn unpack_layers(
    mut input: Box<dyn Read + Send>,
    limit: UnpackLimit,
) -> io::Result<(Box<dyn Read + Send>, bool)> {
    // The last round finds no further layer, or there are too many.
    for layer in 0..=MAX_LAYERS {
        let (first, packing) = read_head(&mut *input)?;
        // The decoder needs the bytes that identified it.
        let whole = io::Cursor::new(first).chain(input);
        let Some(packing) = packing else { return Ok((Box::new(whole), layer > 0)) };
        input = Box::new(LimitedDecoder::new(packing, whole, limit));
    }
    let message = format!("compressed more than {MAX_LAYERS} times; unpack it first");
    Err(io::Error::other(UnpackError(message)))
}
