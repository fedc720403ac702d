//! Engines whose "unsatisfiable" comes with a checked proof.
//!
//! [`ProvingEngine`] wraps a SAT engine: the solver writes its proof while it works, checkers of
//! `solvers/proofs/` read it (`session_proof.rs`), and the answer is kept only if they accept. A
//! refused proof makes the answer unknown. The proof is about clauses; `certify/` has evidence
//! about models.

mod proving_engine;
mod session_proof;
#[cfg(test)]
mod tests;

pub(super) use proving_engine::settle_proof;
pub use proving_engine::{ProofFormatError, ProvingEngine};

pub(super) use session_proof::describe_check;
