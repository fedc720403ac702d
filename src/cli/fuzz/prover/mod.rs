//! The prover of larger cases: native search with a certificate.
//!
//! A case is written in a language that this program reads, and read like a file.
//! Native search lists all solutions of the flat model and writes a certificate, which the checker
//! verifies. The fuzzer then compares the list with its definitions.

mod certified_prover;
mod prover_error;

pub(super) use certified_prover::CertifiedProver;

#[cfg(test)]
mod tests;
