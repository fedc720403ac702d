//! The formats of proofs, and the result of a check.

use std::io;

use parallax_model::engine_api::StopReason;

use super::lrat::ProofPosition;
use super::proof_error::{InvalidProofError, MissingCheckerError, StepError};

/// The proof formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProofFormat {
    /// LRAT in text: every step names the clauses that it follows from.
    Lrat,
    /// LRAT in binary, about a third as long.
    BinaryLrat,
    /// DRAT in text: the clauses alone; the checker has to search.
    Drat,
    /// Varisat's own format.
    Varisat,
}

/// A proof that a checker accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedProof {
    /// The checker.
    pub checker: String,
    /// The number of derived clauses, if the checker reports it.
    pub derived: Option<u64>,
}

/// The reason why a proof was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The proof proves nothing: a step does not follow, cannot be read, or is missing.
    #[error(transparent)]
    Refused(#[from] InvalidProofError),
    /// A limit was reached before the end.
    #[error("not checked: {0}")]
    Stopped(StopReason),
    /// No checker for this format is available.
    #[error("not checked: {0}")]
    NoChecker(MissingCheckerError),
    /// The proof could not be read or written.
    #[error("not checked: {0}")]
    Io(#[from] io::Error),
}

impl From<StepError> for ProofError {
    fn from(why: StepError) -> Self {
        ProofError::Refused(why.into())
    }
}

impl ProofError {
    /// Returns the error with the position of its step, if it has none.
    pub(super) fn with_position(self, position: ProofPosition) -> Self {
        match self {
            ProofError::Refused(why) => ProofError::Refused(why.with_position(position)),
            other => other,
        }
    }
}

impl From<StopReason> for ProofError {
    fn from(stop: StopReason) -> Self {
        ProofError::Stopped(stop)
    }
}
