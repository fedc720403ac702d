//! Writes certificates: a first line, then steps in text or in the binary form, perhaps compressed
//! by gzip; and opens compressed ones for the checker, which reads only uncompressed ones.

mod binary;
mod certificate_writer;
#[cfg(test)]
mod tests;
mod text;

pub(super) use certificate_writer::{
    CertificateHeader, CertificateStepWriter, open_certificate, step_length,
};
