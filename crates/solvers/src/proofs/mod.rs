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
mod proof_error;
mod proof_format;
pub mod veripb;

pub use proof_format::{AcceptedProof, ProofError, ProofFormat};

pub use detect::detect_form;
pub use proof_error::{InvalidProofError, MissingCheckerError, StepError};

use parallax_model::named;

named!(ProofFormat, "form of proofs", {
    Lrat => "lrat",
    BinaryLrat => "binary-lrat",
    Drat => "drat",
    Varisat => "varisat",
});
