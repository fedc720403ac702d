//! A folder of certificates of the puzzles that `parallax clues` makes.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};

use parallax_engines::CertifyingEngine;
use parallax_instance::{Instance, SourcedInstance};
use parallax_model::engine_api::Control;

use crate::cli::CliError;
use crate::cli::instance_file::is_instance_file;
use crate::cli::uniqueness_certificate::UniquenessCertificate;

/// The folder for certificates, if the user names one.
pub(super) struct ClueCertificateFolder<'a> {
    folder: Option<&'a Path>,
    /// The puzzle, whose file no certificate replaces.
    found: &'a SourcedInstance,
    /// Whether the checker refused one.
    is_refused: Cell<bool>,
}

/// The fate of a certificate.
#[derive(Clone, Debug)]
pub(super) struct ClueCertificateFate {
    /// The file, if a certificate was accepted.
    pub(super) file: Option<PathBuf>,
    /// Its standing, or the reason why there is none.
    pub(super) words: String,
}

impl<'a> ClueCertificateFolder<'a> {
    /// Makes the folder for the certificates about a puzzle.
    ///
    /// # Errors
    /// If it cannot be made.
    pub(super) fn new(
        folder: Option<&'a Path>,
        found: &'a SourcedInstance,
    ) -> Result<Self, CliError> {
        if let Some(folder) = folder {
            let wrong = |error| CliError(format!("{}: cannot make it: {error}", folder.display()));
            fs::create_dir_all(folder).map_err(wrong)?;
        }
        Ok(ClueCertificateFolder { folder, found, is_refused: Cell::new(false) })
    }

    /// Certifies that a puzzle has one solution, and keeps the certificate; `None` without a
    /// folder.
    ///
    /// # Errors
    /// If a file cannot be written, or it is that of the puzzle.
    pub(super) fn certify_puzzle(
        &self,
        name: &str,
        instance: &dyn Instance,
        control: &Control,
    ) -> Result<Option<ClueCertificateFate>, CliError> {
        let Some(folder) = self.folder else { return Ok(None) };
        let file = folder.join(format!("{name}.cert"));
        let written = CertifyingEngine::kept_files(&file);
        if let Some(own) = written.iter().find(|path| is_instance_file(self.found, path)) {
            let why = "a certificate would replace the instance";
            return Err(CliError(format!("--certificates: {}: {why}", own.display())));
        }
        Ok(Some(match UniquenessCertificate::certify_instance(instance, control) {
            Ok(own) => {
                own.write_files(&file)?;
                ClueCertificateFate { file: Some(file), words: own.standing }
            }
            Err(own) => {
                self.is_refused.set(self.is_refused.get() || own.is_refused);
                ClueCertificateFate { file: None, words: own.words }
            }
        }))
    }

    /// Returns an exit code, or that of a contradiction if the checker refused a certificate.
    pub(super) fn exit_code(&self, code: u8) -> u8 {
        if self.is_refused.get() { 5 } else { code }
    }
}

/// Returns a fate as a member of JSON.
pub(super) fn fate_json(fate: &Option<ClueCertificateFate>) -> serde_json::Value {
    let object = |own: &ClueCertificateFate| {
        let file = own.file.as_ref().map(|file| file.display().to_string());
        serde_json::json!({ "file": file, "words": own.words })
    };
    fate.as_ref().map_or(serde_json::Value::Null, object)
}
