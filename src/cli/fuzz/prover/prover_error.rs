//! The error of making the prover.

use parallax_engines::{CertifyingError, SpecFault};

/// Why the prover cannot be made.
#[derive(Debug, thiserror::Error)]
pub(in super::super) enum ProverStartError {
    /// There is no such engine.
    #[error(transparent)]
    Engine(#[from] SpecFault),
    /// The engine writes no certificates.
    #[error(transparent)]
    Certifying(#[from] CertifyingError),
}
