//! Certificates that instances made by a command have one solution.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use parallax_certificates::StepEncoding;
use parallax_engines::{CertifyingEngine, Spec};
use parallax_formats::inputs::checker_digests;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, Engine, Task};

use super::unwritten_file::UnwrittenFile;

/// A certificate that an instance has one solution, and the model that it is about.
pub(super) struct UniquenessCertificate {
    pub(super) certificate: String,
    pub(super) model: String,
    /// The standing of the certificate.
    pub(super) standing: String,
}

/// Why there is no certificate.
#[derive(Debug)]
pub(super) struct UniquenessCertificateError {
    pub(super) words: String,
    /// Whether the checker refused one.
    pub(super) is_refused: bool,
}

impl UniquenessCertificate {
    /// Certifies an instance by native search.
    ///
    /// # Errors
    /// If no certificate is accepted.
    pub(super) fn certify_instance(
        instance: &dyn Instance,
        control: &Control,
    ) -> Result<Self, UniquenessCertificateError> {
        let fault = |why: String| {
            let words = format!("no certificate of one solution: {why}");
            UniquenessCertificateError { words, is_refused: false }
        };
        let viewpoint = instance.default_viewpoint();
        let model = instance.model(&viewpoint).map_err(|error| fault(error.to_string()))?;
        let model = Arc::new(model.restrict_givens(&instance.givens(&viewpoint)));
        let folder = tempfile::tempdir().map_err(|error| fault(error.to_string()))?;
        let file = folder.path().join("own.cert");
        let engine =
            CertifyingEngine::new(&Spec::native()).map_err(|why| fault(why.to_string()))?;
        let [_, model_file] = CertifyingEngine::kept_files(&file);
        let engine = engine.kept_in(file.clone(), StepEncoding::Text);
        let session = engine.prepare(&model, 0, control);
        let mut session = session.map_err(|refusal| {
            fault(parallax_model::engine_api::Answer::from(refusal).to_string())
        })?;
        let mut count = 0;
        // Asking for two solutions and finding one, with a complete search, certifies that it is
        // unique.
        let outcome = session.ask(&[], Task::Limit(2), control, &mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        let mut proof = outcome.proof.ok_or_else(|| fault("native search writes none".into()))?;
        // If the checker reads the same model from the instance's own text, the certificate is
        // about the puzzle and not only about the flattened model.
        if let [digest] =
            &checker_digests(instance.puzzle_name(), &instance.notation().write_instance())[..]
        {
            proof.read_from_file(digest);
        }
        match proof.certified.filter(|_| outcome.complete && count == 1) {
            None => {
                let is_refused = proof.refusal_reason().is_some();
                Err(UniquenessCertificateError { is_refused, ..fault(proof.words) })
            }
            Some(certified) => {
                let read = |file: &Path| {
                    fs::read_to_string(file).map_err(|error| fault(format!("cannot read: {error}")))
                };
                let standing = certified.to_string();
                let model = read(&model_file)?;
                Ok(UniquenessCertificate { certificate: read(&file)?, model, standing })
            }
        }
    }

    /// Writes the certificate, and the model next to it.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(super) fn write_files(&self, file: &Path) -> Result<(), UnwrittenFile> {
        for (file, text) in
            CertifyingEngine::kept_files(file).iter().zip([&self.certificate, &self.model])
        {
            fs::write(file, text).map_err(|error| UnwrittenFile::new(file, error))?;
        }
        Ok(())
    }
}
