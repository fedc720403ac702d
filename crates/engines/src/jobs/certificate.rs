//! Engines that write certificates in this process.

use std::path::PathBuf;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, EngineAbilities, PreparationError, Session};
use serde::{Deserialize, Serialize};

use crate::{CertificateForm, CertifyingEngine, CertifyingError, Spec};

/// The certificate that a session writes and checks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CertificateRequest {
    /// Its file, in text, compressed if its name ends with `.gz`.
    pub file: PathBuf,
    /// The model, as JSON, of which the session's model is a part; `None` if it is the whole.
    #[serde(default)]
    pub whole: Option<String>,
}

/// An engine that writes a certificate and checks it, in this process.
#[derive(Clone, Debug)]
pub struct CertificateFileEngine {
    /// The engine.
    pub engine: Spec,
    /// The certificate.
    pub certificate: CertificateRequest,
}

impl CertificateFileEngine {
    fn certifying_engine(&self) -> Result<CertifyingEngine, CertifyingError> {
        let CertificateRequest { file, whole } = &self.certificate;
        let engine =
            CertifyingEngine::new(&self.engine)?.kept_in(file.clone(), CertificateForm::Text);
        match whole {
            Some(whole) => engine.of_parts(whole),
            None => Ok(engine),
        }
    }
}

impl Engine for CertificateFileEngine {
    fn spec(&self) -> String {
        self.engine.to_string()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&self.engine)
    }

    fn abilities(&self) -> EngineAbilities {
        EngineAbilities { asks_once: true, ..self.engine.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        let engine = self
            .certifying_engine()
            .map_err(|why| PreparationError::Unsupported(why.to_string()))?;
        engine.prepare(model, seed, control)
    }
}
