//! Proofs of unsatisfiability: their formats and their checkers.
//!
//! A solver's claim is not enough for an answer that cannot be inspected. A proof lists clauses,
//! each of which follows from those before it by a check simple enough to be trusted, and ends with
//! the empty clause. This module has a checker of our own for LRAT ([`lrat`]), Varisat's checker
//! for its native proofs ([`native`]), and runs installed programs for DRAT ([`drat`]). It knows no
//! models: a proof is about clauses, numbered from 1 as in DIMACS. Proofs about models are
//! certificates, which VeriPB can judge also ([`veripb`]).
//!
//! A proof is about the formula that a solver received. `varisat-checker` checks Varisat's own
//! form; it gets the clauses from Parallax and takes none from the proof. The proof is rewritten as
//! LRAT on the way. CaDiCaL's steps are renumbered, because it numbers clauses as they come.
//! `proofs/lrat` checks LRAT; it shares no code with a solver.

mod detect;
pub mod drat;
pub mod lrat;
pub mod native;
mod refused;
pub mod veripb;

pub use detect::detect_form;
pub use refused::{MissingChecker, ProofRefusal, StepError};

use std::io;

use parallax_model::ask::Stop;
use parallax_model::named;

use self::lrat::Place;

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

named!(ProofFormat, "form of proofs", {
    Lrat => "lrat",
    BinaryLrat => "binary-lrat",
    Drat => "drat",
    Varisat => "varisat",
});

/// A proof that a checker accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
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
    Refused(#[from] ProofRefusal),
    /// A limit was reached before the end.
    #[error("not checked: {0}")]
    Stopped(Stop),
    /// No checker for this format is available.
    #[error("not checked: {0}")]
    NoChecker(MissingChecker),
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
    /// Returns the error with the place of its step, if it lacks that.
    fn at(self, place: Place) -> Self {
        match self {
            ProofError::Refused(why) => ProofError::Refused(why.at(place)),
            other => other,
        }
    }
}

impl From<Stop> for ProofError {
    fn from(stop: Stop) -> Self {
        ProofError::Stopped(stop)
    }
}
