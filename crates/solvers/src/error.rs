//! Errors of SAT solvers.

use std::error::Error;
use std::io;
use std::sync::Arc;

use crate::SatKind;
use crate::proofs::ProofFormat;

/// The reason why a SAT solver cannot be made or asked, or writes no proof.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// This build does not have the solver.
    #[error("this build has no {0} (cargo feature '{0}')")]
    NotBuilt(SatKind),
    /// The solver does not write proofs in this form.
    #[error("{solver} writes no proofs of the form '{form}' about {clauses} clauses")]
    ProofForm {
        /// The solver.
        solver: SatKind,
        /// The form.
        form: ProofFormat,
        /// The number of clauses of the formula.
        clauses: u64,
    },
    /// The binding of the solver does not write proofs in this form.
    #[error("CaDiCaL writes no proofs of the form '{0}'")]
    UnknownForm(ProofFormat),
    /// The solver writes no proofs at all.
    #[error("this solver writes no proofs")]
    NoProofs,
    /// The solver was made without a proof.
    #[error("no proof was started")]
    NoProof,
    /// The solver answers neither satisfiable nor unsatisfiable, and no limit stopped it.
    #[error("{0} gave no answer")]
    NoAnswer(&'static str),
    /// The solver answers satisfiable, and has no model.
    #[error("{0} gave no model")]
    NoModel(&'static str),
    /// The solver stopped, and no limit was reached.
    #[error("{0} stopped on its own")]
    Stopped(&'static str),
    /// The proof could not be written to its end.
    #[error("{0}")]
    Output(Arc<io::Error>),
    /// The solver stopped because its proof cannot be written.
    #[error("the proof cannot be written: {0}")]
    StoppedOutput(Arc<io::Error>),
    /// The solver's own error.
    #[error("{0}")]
    Foreign(Box<dyn Error + Send + Sync>),
}

impl SolverError {
    /// Takes an error of a solver or of its binding.
    pub(crate) fn from_foreign(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        SolverError::Foreign(error.into())
    }
}

impl From<io::Error> for SolverError {
    fn from(error: io::Error) -> Self {
        SolverError::Output(Arc::new(error))
    }
}
