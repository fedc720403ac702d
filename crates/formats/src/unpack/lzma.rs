//! The format `.lzma`, which has one member.

use std::io::{self, BufRead, Read};

use lzma_rust2::LzmaReader;

use super::decoded::MAX_DECODER_KIB;

/// The text of one member, after which the data must end.
pub(super) enum Lzma<R> {
    Fresh(R),
    Open(Box<LzmaReader<R>>),
    Ended,
}

impl<R: BufRead> Lzma<R> {
    pub(super) fn new(input: R) -> Self {
        Lzma::Fresh(input)
    }
}

impl<R: BufRead> Read for Lzma<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let mut reader = match std::mem::replace(self, Lzma::Ended) {
            Lzma::Fresh(input) => {
                Box::new(LzmaReader::new_mem_limit(input, MAX_DECODER_KIB, None)?)
            }
            Lzma::Open(reader) => reader,
            Lzma::Ended => return Ok(0),
        };
        let read = reader.read(buffer)?;
        if read > 0 {
            *self = Lzma::Open(reader);
            return Ok(read);
        }
        let (mut input, unused) = reader.into_parts();
        if !unused.is_empty() || !input.fill_buf()?.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "data after its end"));
        }
        Ok(0)
    }
}
