//! The format `.lzma`, which has one member.

use std::io::{self, BufRead, Read};

use lzma_rust2::LzmaReader;

use super::decoded::MAX_DECODER_KIB;

/// The text of one member, after which the data must end.
pub(super) enum LzmaMember<R> {
    Fresh(R),
    Open(Box<LzmaReader<R>>),
    Ended,
}

impl<R: BufRead> LzmaMember<R> {
    pub(super) fn new(input: R) -> Self {
        LzmaMember::Fresh(input)
    }
}

impl<R: BufRead> Read for LzmaMember<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        // After an error the state remains `Ended`. `UnpackedReader` reads no further then.
        let mut reader = match std::mem::replace(self, LzmaMember::Ended) {
            LzmaMember::Fresh(input) => {
                Box::new(LzmaReader::new_mem_limit(input, MAX_DECODER_KIB, None)?)
            }
            LzmaMember::Open(reader) => reader,
            LzmaMember::Ended => return Ok(0),
        };
        let read = reader.read(buffer)?;
        if read > 0 {
            *self = LzmaMember::Open(reader);
            return Ok(read);
        }
        // The decoder may have read ahead, so both its unused bytes and the input must be empty.
        let (mut input, unused) = reader.into_parts();
        if !unused.is_empty() || !input.fill_buf()?.is_empty() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "data after its end"));
        }
        Ok(0)
    }
}
