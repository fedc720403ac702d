//! The text of compressed data, within a limit.

use std::fmt;
use std::io::{self, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

use super::lzma::LzmaMember;
use super::zstd::ZstdFrames;
use super::{CompressionFormat, UnpackLimit};

/// Maximum memory of a decoder, in KiB: that of `xz -9` is 65 MiB.
pub(super) const MAX_DECODER_KIB: u32 = 512 << 10;

/// An error in compressed data, as users see it.
#[derive(Debug)]
pub(super) struct UnpackError(pub(super) String);

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnpackError {}

/// Unpacks data and counts the unpacked bytes.
pub(super) struct LimitedDecoder {
    packing: CompressionFormat,
    decoder: Box<dyn Read + Send>,
    limit: UnpackLimit,
    left: u64,
}

impl LimitedDecoder {
    pub(super) fn new(
        packing: CompressionFormat,
        input: impl Read + Send + 'static,
        limit: UnpackLimit,
    ) -> Self {
        let input = BufReader::with_capacity(1 << 16, input);
        let decoder: Box<dyn Read + Send> = match packing {
            CompressionFormat::Gzip => Box::new(MultiGzDecoder::new(input)),
            CompressionFormat::Xz => {
                // `true`: streams that follow one another are one text.
                Box::new(XzReader::new_mem_limit(input, true, MAX_DECODER_KIB))
            }
            CompressionFormat::Bzip2 => Box::new(MultiBzDecoder::new(input)),
            CompressionFormat::Lzma => Box::new(LzmaMember::new(input)),
            CompressionFormat::Zstd => Box::new(ZstdFrames::new(input)),
        };
        LimitedDecoder { packing, decoder, limit, left: limit.0 }
    }
}

impl Read for LimitedDecoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.decoder.read(buffer).map_err(|error| explain_error(self.packing, error))?;
        // Refuses the first bytes beyond the limit, before a caller sees them.
        let Some(left) = self.left.checked_sub(read as u64) else {
            let message = format!(
                "unpacks to more than {} bytes, the most that is read; --unpack-limit BYTES allows \
                 more",
                self.limit.0
            );
            return Err(io::Error::other(UnpackError(message)));
        };
        self.left = left;
        Ok(read)
    }
}

/// Describes an error of a decoder. Errors of the input itself remain as they are.
fn explain_error(packing: CompressionFormat, error: io::Error) -> io::Error {
    // Callers test the kind of these errors, and the message of an inner layer is already for
    // users.
    let is_own = matches!(error.get_ref(), Some(inner) if inner.is::<UnpackError>());
    if is_own
        || error.raw_os_error().is_some()
        || matches!(error.kind(), io::ErrorKind::Interrupted | io::ErrorKind::TimedOut)
    {
        return error;
    }
    let name = packing.extension();
    let message = match error.kind() {
        io::ErrorKind::UnexpectedEof => format!("truncated {name} data"),
        io::ErrorKind::OutOfMemory => {
            let max_bytes = u64::from(MAX_DECODER_KIB) << 10;
            format!("{name} data that needs more than {max_bytes} bytes of memory; unpack it first")
        }
        _ => format!("damaged or truncated {name} data ({error})"),
    };
    io::Error::other(UnpackError(message))
}
