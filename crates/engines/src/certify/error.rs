//! Errors of certificates: none is written, or none joins others.

use std::io;
use std::path::PathBuf;

use parallax_certificates::{CertificateClaim, CertificateLineError};
use parallax_instance::InputError;
use parallax_model::engine_api::{PreparationError, StopReason};
use parallax_solvers::SolverError;
use parallax_solvers::proofs::ProofError;
use parallax_solvers::proofs::veripb::FollowError;

use super::lemmas::MOST_SOLUTIONS;

/// The reason why an engine writes no certificates.
#[derive(Debug, thiserror::Error)]
pub enum CertifyingError {
    /// The engine cannot write them.
    #[error(
        "engine '{engine}' writes no certificates; native search, count:native, sat:varisat and \
         sat:cadical do"
    )]
    Engine {
        /// The engine.
        engine: String,
    },
    /// The model that the session's is a part of cannot be read.
    #[error(transparent)]
    Whole(#[from] InputError),
    /// The checker cannot read that model.
    #[error("the checker cannot read the whole model: {0}")]
    CheckerModel(String),
}

/// The reason why a refutation of a formula reaches no certificate.
#[derive(Debug, thiserror::Error)]
pub(super) enum LemmaError {
    /// The optimum of a model needs another engine.
    #[error("native search certifies optima")]
    Optimum,
    /// There are too many solutions, each of which is a clause.
    #[error("native search certifies counts beyond {}", MOST_SOLUTIONS)]
    Solutions,
    /// The model has global constraints, whose plain forms have additional variables.
    #[error(
        "the formula has the states of automata, which are auxiliary; native search certifies \
         every model"
    )]
    Automata,
    /// The formula cannot be made.
    #[error("{}", words_of(.0))]
    Encoding(PreparationError),
    /// Some variables of the formula do not belong to the model.
    #[error(transparent)]
    Auxiliary(#[from] AuxiliaryVariables),
    /// A file for the proof cannot be made or written.
    #[error("a proof cannot be kept: {0}")]
    File(#[from] io::Error),
    /// The file of the proof cannot be opened again.
    #[error("{0}")]
    Reopen(io::Error),
    /// The solver does not write proofs.
    #[error("the solver writes no proofs")]
    NoProofs,
    /// The solver fails.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// The solver finds a solution in addition to the known ones.
    #[error("the solver finds another solution")]
    OtherSolution,
    /// A limit was reached.
    #[error("{0}")]
    Stopped(StopReason),
    /// The proof is refused or cannot be read.
    #[error(transparent)]
    Proof(#[from] ProofError),
    /// The proof does not reach the empty clause.
    #[error("the proof ends without the empty clause")]
    Unfinished,
    /// The proof has steps that only keep satisfiability.
    #[error("the proof has steps of RAT")]
    Rat,
    /// A hint names no clause.
    #[error("the proof names an unknown clause")]
    UnknownClause,
    /// The hints of a step show no conflict.
    #[error("a step of the proof does not follow by unit propagation")]
    OpenStep,
    /// A step reaches no proof for VeriPB.
    #[error(transparent)]
    Follow(#[from] FollowError),
}

impl From<StopReason> for LemmaError {
    fn from(stop: StopReason) -> Self {
        LemmaError::Stopped(stop)
    }
}

/// The variables of a formula that do not belong to the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{auxiliary} of the {all} variables of the formula are auxiliary; native search certifies every \
     model"
)]
pub(super) struct AuxiliaryVariables {
    /// The number of those variables.
    pub(super) auxiliary: usize,
    /// The number of all variables.
    pub(super) all: usize,
}

/// Returns the text of a refusal, without the kind of answer that it leads to.
fn words_of(refusal: &PreparationError) -> String {
    match refusal {
        PreparationError::Unsupported(why) | PreparationError::Failed(why) => why.clone(),
        PreparationError::Stopped(stop) => stop.to_string(),
    }
}

/// The reason why the certificates of parts do not become one of the whole.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The checker cannot read the model.
    #[error("the checker cannot read the model: {0}")]
    CheckerModel(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A part shares assignments with another one.
    #[error("{file} overlaps")]
    Overlap {
        /// The certificate of the part.
        file: String,
    },
    /// A part has a domain without values.
    #[error("a part without values")]
    Empty,
    /// Two parts have several values of one variable, so that no tree leads to both.
    #[error("two parts with several values of one variable")]
    Wide,
    /// A limit was reached while the certificate was checked.
    #[error("not certified: {0}")]
    Stopped(StopReason),
    /// The checker refuses the certificate.
    #[error("certificate refused: {0}")]
    Refused(CertificateLineError),
    /// The certificate shows a number other than the sum.
    #[error("the certificate shows something else: {0}")]
    Claim(CertificateClaim),
}
