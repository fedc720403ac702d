//! Why there is no prover.

use parallax_engines::{CertifyingError, SpecFault};

/// Why there is no prover.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum ProverStartError {
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] SpecFault),
    /// The engine writes no certificates.
    #[error(transparent)]
    Certifying(#[from] CertifyingError),
}
