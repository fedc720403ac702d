//! The writer: the first line, then the steps, packed or not.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use parallax_certificates::{
    Atom, CertificateStep, ClaimKind, FORMAT_NAME, FORMAT_VERSION, StepEncoding,
};

use super::binary;
use super::text;

/// Opens a certificate, and decompresses it if it is compressed.
///
/// # Errors
/// Returns the errors of the file.
pub(in crate::certify) fn open_certificate(path: &Path) -> io::Result<Box<dyn Read>> {
    let mut input = BufReader::new(File::open(path)?);
    // The magic number of gzip; no certificate begins with it. Peeking leaves it in the buffer.
    let is_packed = input.fill_buf()?.starts_with(&[0x1f, 0x8b]);
    Ok(if is_packed { Box::new(MultiGzDecoder::new(input)) } else { Box::new(input) })
}

/// Returns the number of bytes of a step. The buffer is overwritten.
pub(in crate::certify) fn step_length(
    form: StepEncoding,
    step: &CertificateStep<'_>,
    buffer: &mut Vec<u8>,
) -> usize {
    buffer.clear();
    match form {
        StepEncoding::Text => text::write_text(step, buffer),
        StepEncoding::Binary => binary::write_binary(step, buffer),
    }
    buffer.len()
}

/// The first line, except for the claim, which the last step has.
#[derive(Clone, Debug)]
pub(in crate::certify) struct CertificateHeader {
    /// The digest of the model.
    pub(in crate::certify) digest: String,
    /// The kind of claim.
    pub(in crate::certify) kind: ClaimKind,
    /// The form of the steps.
    pub(in crate::certify) form: StepEncoding,
    /// The part of the model that the certificate is about.
    pub(in crate::certify) part: Vec<Atom>,
}

/// The bytes that are held back before the output gets them.
const MAX_HELD_BYTES: usize = 1 << 16;

/// Writes steps as they come, up to a number of bytes.
pub(in crate::certify) struct CertificateStepWriter<W: Write> {
    pub(super) out: CertificateStepOutput<W>,
    pub(super) left: u64,
    pub(super) form: StepEncoding,
    /// Whole steps that the output has not got.
    held: Vec<u8>,
}

pub(super) enum CertificateStepOutput<W: Write> {
    Plain(W),
    Compressed(Box<GzEncoder<W>>),
}

impl<W: Write> CertificateStepWriter<W> {
    /// Writes the first line. At most `limit` bytes are written before they are compressed.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub(in crate::certify) fn new(
        out: W,
        compress: bool,
        about: &CertificateHeader,
        limit: u64,
    ) -> io::Result<Self> {
        let out = if compress {
            CertificateStepOutput::Compressed(Box::new(GzEncoder::new(out, Compression::fast())))
        } else {
            CertificateStepOutput::Plain(out)
        };
        let mut line = format!("{FORMAT_NAME} {FORMAT_VERSION} {} {}", about.digest, about.kind);
        if about.form == StepEncoding::Binary {
            line += " binary";
        }
        for (index, atom) in about.part.iter().enumerate() {
            let word = if index == 0 { " where" } else { "" };
            line += &format!("{word} {atom}");
        }
        line.push('\n');
        let mut writer =
            CertificateStepWriter { out, left: limit, form: about.form, held: line.into_bytes() };
        writer.count_bytes(0)?;
        Ok(writer)
    }

    /// Writes a step.
    ///
    /// # Errors
    /// Returns the errors of the output; [`io::ErrorKind::FileTooLarge`] beyond the limit.
    pub(in crate::certify) fn write_step(&mut self, step: &CertificateStep<'_>) -> io::Result<()> {
        let before = self.held.len();
        match self.form {
            StepEncoding::Text => text::write_text(step, &mut self.held),
            StepEncoding::Binary => binary::write_binary(step, &mut self.held),
        }
        self.count_bytes(before)
    }

    /// Counts the bytes that were added to the first `before` ones, and writes them all if they are
    /// many.
    fn count_bytes(&mut self, before: usize) -> io::Result<()> {
        let bytes = (self.held.len() - before) as u64;
        // The limit applies before compression, so that it does not depend on the name of the file.
        self.left = self.left.checked_sub(bytes).ok_or(io::ErrorKind::FileTooLarge)?;
        if self.held.len() < MAX_HELD_BYTES { Ok(()) } else { self.send_bytes() }
    }

    fn send_bytes(&mut self) -> io::Result<()> {
        match &mut self.out {
            CertificateStepOutput::Plain(out) => out.write_all(&self.held),
            CertificateStepOutput::Compressed(out) => out.write_all(&self.held),
        }?;
        self.held.clear();
        Ok(())
    }

    /// Writes the held bytes and ends the output.
    ///
    /// # Errors
    /// Those of the output.
    pub(in crate::certify) fn finish_output(mut self) -> io::Result<()> {
        self.send_bytes()?;
        match self.out {
            CertificateStepOutput::Plain(mut out) => out.flush(),
            CertificateStepOutput::Compressed(out) => out.finish()?.flush(),
        }
    }
}
