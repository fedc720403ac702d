//! The writer: the first line, then the steps, packed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use parallax_certificates::{Atom, Form, Kind, NAME, Step, VERSION};

use super::binary;
use super::text;

/// Opens a certificate, and unpacks what is packed.
///
/// # Errors
/// Those of the file.
pub(in crate::certify) fn opened(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut input = BufReader::new(File::open(path)?);
    let is_packed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(input)) } else { Box::new(input) })
}

/// Returns the bytes of a step. The buffer is cleared.
pub(in crate::certify) fn length(form: Form, step: &Step<'_>, buffer: &mut Vec<u8>) -> usize {
    buffer.clear();
    match form {
        Form::Text => text::write(step, buffer),
        Form::Binary => binary::write(step, buffer),
    }
    buffer.len()
}

/// The first line, but for the claim, which the end gives.
#[derive(Clone, Debug)]
pub(in crate::certify) struct About {
    /// The digest of the model.
    pub(in crate::certify) digest: String,
    /// The kind of claim.
    pub(in crate::certify) kind: Kind,
    /// How steps are written.
    pub(in crate::certify) form: Form,
    /// The part of the model that the certificate is about.
    pub(in crate::certify) part: Vec<Atom>,
}

/// The bytes that are held back before the output gets them.
const HELD: usize = 1 << 16;

/// Writes steps as they come, up to a number of bytes.
pub(in crate::certify) struct Writer<W: Write> {
    pub(super) out: Out<W>,
    pub(super) left: u64,
    pub(super) form: Form,
    /// Whole steps that the output has not got.
    held: Vec<u8>,
}

pub(super) enum Out<W: Write> {
    Plain(W),
    Compressed(Box<GzEncoder<W>>),
}

impl<W: Write> Writer<W> {
    /// Writes the first line. At most `limit` bytes are written before they are compressed.
    ///
    /// # Errors
    /// Those of the output.
    pub(in crate::certify) fn new(
        out: W,
        compress: bool,
        about: &About,
        limit: u64,
    ) -> io::Result<Self> {
        let out = if compress {
            Out::Compressed(Box::new(GzEncoder::new(out, Compression::fast())))
        } else {
            Out::Plain(out)
        };
        let mut line = format!("{NAME} {VERSION} {} {}", about.digest, about.kind);
        if about.form == Form::Binary {
            line += " binary";
        }
        for (place, own) in about.part.iter().enumerate() {
            let word = if place == 0 { " where" } else { "" };
            line += &format!("{word} {own}");
        }
        line.push('\n');
        let mut writer = Writer { out, left: limit, form: about.form, held: line.into_bytes() };
        writer.pay(0)?;
        Ok(writer)
    }

    /// Writes a step.
    ///
    /// # Errors
    /// Those of the output; [`io::ErrorKind::FileTooLarge`] beyond the limit.
    pub(in crate::certify) fn step(&mut self, step: &Step<'_>) -> io::Result<()> {
        let before = self.held.len();
        match self.form {
            Form::Text => text::write(step, &mut self.held),
            Form::Binary => binary::write(step, &mut self.held),
        }
        self.pay(before)
    }

    /// Counts the bytes that were added to those before, and sends what is held back when it is much.
    fn pay(&mut self, before: usize) -> io::Result<()> {
        let bytes = (self.held.len() - before) as u64;
        self.left = self.left.checked_sub(bytes).ok_or(io::ErrorKind::FileTooLarge)?;
        if self.held.len() < HELD { Ok(()) } else { self.send() }
    }

    fn send(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Plain(out) => out.write_all(&self.held),
            Out::Compressed(out) => out.write_all(&self.held),
        }?;
        self.held.clear();
        Ok(())
    }

    /// Writes what is held back.
    ///
    /// # Errors
    /// Those of the output.
    pub(in crate::certify) fn finish(mut self) -> io::Result<()> {
        self.send()?;
        match self.out {
            Out::Plain(mut out) => out.flush(),
            Out::Compressed(out) => out.finish()?.flush(),
        }
    }
}
