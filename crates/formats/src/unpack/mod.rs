//! Compressed inputs, unpacked while they are read.
//!
//! The first bytes decide, not the name: a `.gz` that is plain text is read as it is, and a
//! compressed file needs no extension. Members that follow one another are one text, as `cat a.gz
//! b.gz` writes them. Memory does not grow with the input, and a text that unpacks to more than a
//! limit ends with an error.

mod decoded;
mod lzma;
mod packing;
#[cfg(test)]
mod tests;
mod zstd;

pub use packing::{Packing, bare_name, is_packed};

use std::io::{self, Read};

use decoded::{Decoded, UnpackError};
use packing::head;

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

/// An input, unpacked if its first bytes are those of a compression. Reads nothing before the first
/// call of `read`.
pub struct Unpacked {
    state: State,
    limit: UnpackLimit,
}

enum State {
    Fresh(Box<dyn Read + Send>),
    Open(Box<dyn Read + Send>),
    Failed,
}

impl Unpacked {
    /// Reads `input` within a limit.
    pub fn new(input: impl Read + Send + 'static, limit: UnpackLimit) -> Self {
        Unpacked { state: State::Fresh(Box::new(input)), limit }
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Decoders are not read again after an error.
        let mut input = match std::mem::replace(&mut self.state, State::Failed) {
            State::Fresh(input) => unpacked(input, self.limit)?,
            State::Open(input) => input,
            State::Failed => return Err(io::Error::other("reading continues after an error")),
        };
        let read = input.read(buffer);
        let is_failed = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        if !read.as_ref().is_err_and(is_failed) {
            self.state = State::Open(input);
        }
        read
    }
}

/// Removes each compression around a text.
fn unpacked(
    mut input: Box<dyn Read + Send>,
    limit: UnpackLimit,
) -> io::Result<Box<dyn Read + Send>> {
    for _ in 0..=MAX_LAYERS {
        let (first, packing) = head(&mut *input)?;
        let whole = io::Cursor::new(first).chain(input);
        let Some(packing) = packing else { return Ok(Box::new(whole)) };
        input = Box::new(Decoded::new(packing, whole, limit));
    }
    let message = format!("compressed more than {MAX_LAYERS} times; unpack it first");
    Err(io::Error::other(UnpackError(message)))
}
