//! An engine that works in a child process.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use parallax_model::Model;
use parallax_model::engine_api::{Control, Engine, EngineAbilities, PreparationError, Session};

use super::remote::RemoteSession;
use super::{CertificateRequest, ResourceMeter};
use crate::Spec;

/// An engine that runs each session in a child process, under its own name.
#[derive(Clone, Debug)]
pub struct IsolatedEngine {
    /// The engine.
    pub engine: Spec,
    /// The program that runs jobs: `parallax`, called with the argument `job`.
    pub program: PathBuf,
    /// Maximum number of bytes of memory that a child may allocate. With a meter, it is also the
    /// maximum that may be resident in the child and its descendants together.
    pub memory_bytes: Option<u64>,
    /// Maximum processor time of a child and its descendants.
    pub cpu: Option<Duration>,
    /// Measures the children.
    pub meter: Option<ResourceMeter>,
    /// The certificate that a child writes and checks; it then answers only one question.
    pub certificate: Option<CertificateRequest>,
}

impl IsolatedEngine {
    /// Makes an engine without limits on its children.
    #[must_use]
    pub fn new(engine: Spec, program: PathBuf) -> Self {
        IsolatedEngine {
            engine,
            program,
            memory_bytes: None,
            cpu: None,
            meter: None,
            certificate: None,
        }
    }
}

impl Engine for IsolatedEngine {
    fn spec(&self) -> String {
        self.engine.to_string()
    }

    fn inner_engine(&self) -> Option<&dyn Engine> {
        Some(&self.engine)
    }

    fn abilities(&self) -> EngineAbilities {
        // A child gives no cores and writes no proofs.
        let inner = self.engine.abilities();
        let asks_once = inner.asks_once || self.certificate.is_some();
        EngineAbilities { cores: false, proofs: false, asks_once, ..inner }
    }

    fn prepare(
        &self,
        model: &Arc<Model>,
        seed: u64,
        control: &Control,
    ) -> Result<Box<dyn Session>, PreparationError> {
        control.check_stop()?;
        Ok(Box::new(RemoteSession::start_child(self.clone(), model, seed, control)?))
    }
}
