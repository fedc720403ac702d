//! The format `.zst`: frames, one after the other.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The text of all frames.
pub(super) struct ZstdFrames<R> {
    input: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun whose text or checksum is still to be read.
    inside: bool,
}

impl<R: BufRead> ZstdFrames<R> {
    pub(super) fn new(input: R) -> Self {
        ZstdFrames { input, decoder: FrameDecoder::new(), inside: false }
    }

    /// Begins the next frame with a text; returns false at the end.
    fn begin_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.input) {
                Ok(()) => {
                    self.inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    // A skippable frame holds data for other programs.
                    let length = u64::from(length);
                    let mut skipped = (&mut self.input).take(length);
                    if io::copy(&mut skipped, &mut io::sink())? < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Checks the whole text of a frame.
    fn end_frame(&mut self) -> io::Result<()> {
        self.inside = false;
        let expected = self.decoder.get_checksum_from_data();
        if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum does not fit"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.inside && !self.begin_frame()? {
                return Ok(0);
            }
            // The decoder keeps back as much text as later blocks may refer to, so a block may
            // yield nothing yet.
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let strategy = BlockDecodingStrategy::UptoBytes(buffer.len());
                let blocks = self.decoder.decode_blocks(&mut self.input, strategy);
                blocks.map_err(io::Error::other)?;
            }
            let read = self.decoder.read(buffer)?;
            if read > 0 {
                return Ok(read);
            }
            // Nothing more can be collected, so the frame has ended.
            self.end_frame()?;
        }
    }
}
