//! Compressions, and how to recognise them.

use std::io::{self, BufRead, Read};

/// A compression that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
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

impl Packing {
    /// All compressions.
    pub const ALL: [Packing; 5] =
        [Packing::Gzip, Packing::Xz, Packing::Bzip2, Packing::Lzma, Packing::Zstd];

    /// The extension of files, which also names the compression in messages.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Packing::Gzip => "gz",
            Packing::Xz => "xz",
            Packing::Bzip2 => "bz2",
            Packing::Lzma => "lzma",
            Packing::Zstd => "zst",
        }
    }

    /// The number of first bytes that identify it.
    fn length(self) -> usize {
        match self {
            Packing::Gzip => 2,
            Packing::Xz => 6,
            Packing::Bzip2 => 10,
            Packing::Lzma => 13,
            Packing::Zstd => 4,
        }
    }

    /// Whether the byte at this place fits. No text has these bytes, because some of them are
    /// control characters or no UTF-8.
    fn fits(self, place: usize, byte: u8) -> bool {
        match self {
            Packing::Gzip => byte == b"\x1f\x8b"[place],
            Packing::Xz => byte == b"\xfd7zXZ\0"[place],
            // The level, then the sign of a block or of the end.
            Packing::Bzip2 if place == 3 => (b'1'..=b'9').contains(&byte),
            Packing::Bzip2 => {
                byte == b"BZh.\x31\x41\x59\x26\x53\x59"[place]
                    || byte == b"BZh.\x17\x72\x45\x38\x50\x90"[place]
            }
            // The usual properties, the lowest byte of the dictionary's size, and the highest of
            // the text's size, which may be unknown.
            Packing::Lzma => match place {
                0 => byte == 0x5d,
                1 => byte == 0,
                12 => byte == 0 || byte == 0xff,
                _ => true,
            },
            // A frame, or a frame to skip.
            Packing::Zstd => match place {
                0 => byte == 0x28 || (0x50..=0x5f).contains(&byte),
                _ => byte == b"\x28\xb5\x2f\xfd"[place] || byte == b"\x50\x2a\x4d\x18"[place],
            },
        }
    }

    /// Whether these may be the first bytes.
    fn may_begin(self, bytes: &[u8]) -> bool {
        let mut first = bytes.iter().take(self.length()).enumerate();
        first.all(|(place, &byte)| self.fits(place, byte))
    }

    /// The compression whose data begins with these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Packing> {
        Packing::ALL.into_iter().find(|own| bytes.len() >= own.length() && own.may_begin(bytes))
    }
}

/// Whether an input begins like compressed data. Consumes nothing, and looks only at what one read
/// returns.
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn is_packed(input: &mut impl BufRead) -> io::Result<bool> {
    Ok(Packing::of(input.fill_buf()?).is_some())
}

/// Reads as many bytes as it takes to know the compression, and no more from an input that shows
/// none: a terminal or a pipe may wait for more.
pub(super) fn head(input: &mut dyn Read) -> io::Result<(Vec<u8>, Option<Packing>)> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 16];
    loop {
        if let Some(packing) = Packing::of(&bytes) {
            return Ok((bytes, Some(packing)));
        }
        if !Packing::ALL.into_iter().any(|own| own.may_begin(&bytes)) {
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
        |own: &str| Packing::ALL.iter().any(|p| own.eq_ignore_ascii_case(p.extension()));
    match name.rsplit_once('.') {
        Some((stem, own)) if is_packing(own) && !stem.is_empty() && !stem.ends_with('/') => {
            bare_name(stem)
        }
        _ => name,
    }
}
