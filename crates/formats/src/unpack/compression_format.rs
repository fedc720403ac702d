//! Compressions, and how to recognise them.

use std::io::{self, BufRead, Read};

/// A compression that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompressionFormat {
    /// `.gz` (RFC 1952).
    Gzip,
    /// `.xz`.
    Xz,
    /// `.bz2`.
    Bzip2,
    /// `.lzma`, the format before `.xz`.
    Lzma,
    /// `.zst` (RFC 8878).
    Zstd,
}

impl CompressionFormat {
    /// All compressions.
    pub const ALL: [CompressionFormat; 5] = [
        CompressionFormat::Gzip,
        CompressionFormat::Xz,
        CompressionFormat::Bzip2,
        CompressionFormat::Lzma,
        CompressionFormat::Zstd,
    ];

    /// The extension of files, which also names the compression in messages.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            CompressionFormat::Gzip => "gz",
            CompressionFormat::Xz => "xz",
            CompressionFormat::Bzip2 => "bz2",
            CompressionFormat::Lzma => "lzma",
            CompressionFormat::Zstd => "zst",
        }
    }

    /// The number of first bytes that identify it.
    fn head_length(self) -> usize {
        match self {
            CompressionFormat::Gzip => 2,
            CompressionFormat::Xz => 6,
            CompressionFormat::Bzip2 => 10,
            CompressionFormat::Lzma => 13,
            CompressionFormat::Zstd => 4,
        }
    }

    /// Whether the byte at this index fits. No text has these bytes, because some of them are
    /// control characters or no UTF-8.
    fn fits_byte(self, index: usize, byte: u8) -> bool {
        match self {
            CompressionFormat::Gzip => byte == b"\x1f\x8b"[index],
            CompressionFormat::Xz => byte == b"\xfd7zXZ\0"[index],
            // The level, then the sign of a block or of the end.
            CompressionFormat::Bzip2 if index == 3 => (b'1'..=b'9').contains(&byte),
            CompressionFormat::Bzip2 => {
                byte == b"BZh.\x31\x41\x59\x26\x53\x59"[index]
                    || byte == b"BZh.\x17\x72\x45\x38\x50\x90"[index]
            }
            // The usual properties, the lowest byte of the dictionary's size, and the highest of
            // the text's size, which may be unknown.
            CompressionFormat::Lzma => match index {
                0 => byte == 0x5d,
                1 => byte == 0,
                12 => byte == 0 || byte == 0xff,
                _ => true,
            },
            // A frame, or a frame to skip.
            CompressionFormat::Zstd => match index {
                0 => byte == 0x28 || (0x50..=0x5f).contains(&byte),
                _ => byte == b"\x28\xb5\x2f\xfd"[index] || byte == b"\x50\x2a\x4d\x18"[index],
            },
        }
    }

    /// Whether these may be the first bytes.
    fn may_begin(self, bytes: &[u8]) -> bool {
        // Fewer bytes than the head are a possible beginning as well, so an empty input fits every
        // format.
        let mut first = bytes.iter().take(self.head_length()).enumerate();
        first.all(|(index, &byte)| self.fits_byte(index, byte))
    }

    /// The compression whose data begins with these bytes.
    #[must_use]
    pub fn from_magic_bytes(bytes: &[u8]) -> Option<CompressionFormat> {
        CompressionFormat::ALL
            .into_iter()
            .find(|format| bytes.len() >= format.head_length() && format.may_begin(bytes))
    }
}

/// Whether an input begins like compressed data. Consumes nothing, and looks only at what one read
/// returns.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn is_packed(input: &mut impl BufRead) -> io::Result<bool> {
    Ok(CompressionFormat::from_magic_bytes(input.fill_buf()?).is_some())
}

/// Reads as many bytes as it takes to know the compression, and no more from an input that shows
/// none: a terminal or a pipe may wait for more.
pub(super) fn read_head(input: &mut dyn Read) -> io::Result<(Vec<u8>, Option<CompressionFormat>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16];
    loop {
        if let Some(packing) = CompressionFormat::from_magic_bytes(&bytes) {
            return Ok((bytes, Some(packing)));
        }
        // The first byte that fits no format ends the loop, so a terminal shows no delay.
        if !CompressionFormat::ALL.into_iter().any(|format| format.may_begin(&bytes)) {
            return Ok((bytes, None));
        }
        match input.read(&mut buffer) {
            Ok(0) => return Ok((bytes, None)),
            Ok(read) => bytes.extend_from_slice(&buffer[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// The name of a file without the extensions of compressions: `a.cnf` for `a.cnf.xz`.
#[must_use]
pub fn bare_name(name: &str) -> &str {
    let is_packing =
        |own: &str| CompressionFormat::ALL.iter().any(|p| own.eq_ignore_ascii_case(p.extension()));
    match name.rsplit_once('.') {
        // Repeats for `a.cnf.gz.gz`. A hidden file `.gz` has no other name to keep.
        Some((stem, own)) if is_packing(own) && !stem.is_empty() && !stem.ends_with('/') => {
            bare_name(stem)
        }
        _ => name,
    }
}
