//! Writes certificates: a first line, then steps in text or in the binary form, perhaps packed by
//! gzip; and opens packed ones for the checker, which reads neither form of packing.

mod binary;
mod certificate_writer;
#[cfg(test)]
mod tests;
mod text;

pub(super) use certificate_writer::{
    CertificateHeader, CertificateStepWriter, open_certificate, step_length,
};
