//! Engines that write certificates in this process.

use std::path::PathBuf;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Abilities, Control, Engine, Refusal, Session};
use serde::{Deserialize, Serialize};

use crate::{CertificateForm, Certifying, CertifyingError, Spec};

/// A certificate that a session is to write and to check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Its file, in text, compressed if its name ends with `.gz`.
    pub file: PathBuf,
    /// The model, as JSON, of which the session's model is a part; `None` if it is the whole.
    #[serde(default)]
    pub whole: Option<String>,
}

/// An engine that writes a certificate and checks it, in this process.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The engine.
    pub engine: Spec,
    /// The certificate.
    pub certificate: Certificate,
}

impl Certified {
    fn certifying(&self) -> Result<Certifying, CertifyingError> {
        let Certificate { file, whole } = &self.certificate;
        let engine = Certifying::new(&self.engine)?.kept_in(file.clone(), CertificateForm::Text);
        match whole {
            Some(whole) => engine.of_parts(whole),
            None => Ok(engine),
        }
    }
}

impl Engine for Certified {
    fn spec(&self) -> String {
        self.engine.to_string()
    }

    fn inner(&self) -> Option<&dyn Engine> {
        Some(&self.engine)
    }

    fn abilities(&self) -> Abilities {
        Abilities { asks_once: true, ..self.engine.abilities() }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, Refusal> {
        let engine = self.certifying().map_err(|why| Refusal::Unsupported(why.to_string()))?;
        engine.prepare(model, seed, control)
    }
}
