//! The destination of a certificate while it is needed.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use parallax_certificates::CheckerModel as Flat;
use parallax_model::engine_api::Control;
use tempfile::NamedTempFile;

use super::checker_writer::CheckerWriter;
use super::engine::CertifyingEngine;

/// The destination of a certificate while it is needed.
pub(super) enum CertificateDestination {
    /// A pipe or a buffer that the checker reads.
    Checker(CheckerWriter),
    /// A temporary file.
    Dropped(NamedTempFile),
    /// The user's file.
    Kept(PathBuf),
}

impl CertificateDestination {
    /// Returns the destination of a certificate about a model.
    pub(super) fn for_engine(
        engine: &CertifyingEngine,
        judged: &Arc<Flat>,
        control: &Control,
    ) -> io::Result<Self> {
        Ok(match &engine.file {
            Some(file) => CertificateDestination::Kept(file.clone()),
            // VeriPB's proof is made in a second reading, so the certificate must be a file.
            None if engine.veripb => CertificateDestination::Dropped(NamedTempFile::new()?),
            None => {
                CertificateDestination::Checker(CheckerWriter::new(judged.clone(), control.clone()))
            }
        })
    }

    /// Whether the name of the user's file asks for compression.
    pub(super) fn is_compressed(&self) -> bool {
        let CertificateDestination::Kept(file) = self else { return false };
        file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"))
    }

    /// Returns the output to which it is written.
    pub(super) fn open_output(&self) -> io::Result<Box<dyn Write>> {
        Ok(match self {
            CertificateDestination::Checker(outlet) => Box::new(outlet.clone()),
            CertificateDestination::Dropped(file) => Box::new(File::create(file.path())?),
            CertificateDestination::Kept(file) => Box::new(File::create(file)?),
        })
    }
}
