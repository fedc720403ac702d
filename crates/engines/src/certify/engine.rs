//! An engine that certifies the answers of another, with its options.

use std::path::{Path, PathBuf};

use parallax_certificates::StepEncoding;
use parallax_encodings::EncodingOptions;
use parallax_search::SearchSettings;
use parallax_search::count::ComponentCountOptions;
use parallax_solvers::{SatKind, proofs};

use super::CertifyingError;
use super::joined_parts::PartitionedModel;
use super::lemmas::without_auxiliaries;
use crate::{Counter, NativeSearch, SatEngine, Spec};

/// Default size limit of a certificate, in bytes.
pub const CERTIFICATE_LIMIT: u64 = 4 << 30;

/// An engine that writes certificates and has them checked.
///
/// A certificate is about the flat model that the session receives; the checker reads that model
/// from its JSON, and shares no code with the search.
#[derive(Clone, Debug)]
pub struct CertifyingEngine {
    pub(super) spec: Spec,
    pub(super) certificate_source: CertificateSource,
    /// The file in which the certificate is kept, with the model next to it.
    pub(super) file: Option<PathBuf>,
    /// The form in which the certificate is written.
    pub(super) form: StepEncoding,
    /// Maximum number of bytes to write, before compression.
    pub(super) limit: u64,
    /// Whether VeriPB also checks the certificate.
    pub(super) veripb: bool,
    /// The model that the session's is a part of.
    pub(super) whole: Option<PartitionedModel>,
    /// Whether the propagators of native search remove too much.
    #[cfg(test)]
    pub(super) is_sabotaged: bool,
}

/// The source of the steps.
#[derive(Clone, Debug)]
pub(super) enum CertificateSource {
    /// The steps of native search.
    Search(SearchSettings),
    /// The steps of counting by components.
    Components(ComponentCountOptions),
    /// The proof of a SAT solver that there is no other solution.
    Lemmas(SatKind, EncodingOptions),
}

impl CertifyingEngine {
    /// Makes the certifying engine of a spec. Certificates are checked through a pipe and dropped,
    /// unless they are [kept](CertifyingEngine::kept_in).
    ///
    /// # Errors
    /// If the engine writes no certificates.
    pub fn new(spec: &Spec) -> Result<Self, CertifyingError> {
        let (spec, way) = if let Some(NativeSearch { settings }) = spec.as_engine() {
            (spec.clone(), CertificateSource::Search(settings.clone()))
        } else if let Some(Counter::Native(plan)) = spec.as_engine() {
            (spec.clone(), CertificateSource::Components(*plan))
        } else if let Some(SatEngine { solver, options }) = spec.as_engine()
            && solver.native_format(proofs::ProofFormat::BinaryLrat).is_some()
        {
            // A certificate has no auxiliary variables, so the engine prefers encodings that make
            // none, and its spec names them.
            let (solver, options) = (*solver, without_auxiliaries(options));
            let spec = Spec::new(SatEngine { solver, options: options.clone() });
            (spec, CertificateSource::Lemmas(solver, options))
        } else {
            return Err(CertifyingError::Engine { engine: spec.to_string() });
        };
        Ok(CertifyingEngine {
            spec,
            certificate_source: way,
            file: None,
            form: StepEncoding::Binary,
            limit: CERTIFICATE_LIMIT,
            veripb: false,
            whole: None,
            #[cfg(test)]
            is_sabotaged: false,
        })
    }

    /// Writes certificates of parts of a model, which is given as JSON. Sessions take only models
    /// that are this one with smaller domains.
    ///
    /// # Errors
    /// If the model cannot be read.
    pub fn of_parts(self, whole: &str) -> Result<Self, CertifyingError> {
        Ok(CertifyingEngine { whole: Some(PartitionedModel::read_model(whole)?), ..self })
    }

    /// Keeps the certificate in a file, compressed if its name ends with `.gz`, and the model that
    /// it is about in the file of that name plus `.model.json`.
    #[must_use]
    pub fn kept_in(self, file: PathBuf, form: StepEncoding) -> Self {
        CertifyingEngine { file: Some(file), form, ..self }
    }

    /// Returns the files that an engine [`kept_in`](Self::kept_in) `file` writes: the certificate
    /// and its model.
    #[must_use]
    pub fn kept_files(file: &Path) -> [PathBuf; 2] {
        let mut model = file.as_os_str().to_owned();
        model.push(".model.json");
        [file.to_owned(), model.into()]
    }

    /// Bounds the bytes of a certificate, before they are compressed.
    #[must_use]
    pub fn limited_to(self, limit: u64) -> Self {
        CertifyingEngine { limit, ..self }
    }

    /// Has VeriPB judge what the checker accepts.
    #[must_use]
    pub fn judged_by_veripb(self) -> Self {
        CertifyingEngine { veripb: true, ..self }
    }

    /// Whether a session answers questions with givens, which it does for a search whose
    /// certificates are dropped.
    pub(super) fn is_warm(&self) -> bool {
        let searches = matches!(self.certificate_source, CertificateSource::Search(_));
        searches && self.file.is_none() && !self.veripb && self.whole.is_none()
    }
}
