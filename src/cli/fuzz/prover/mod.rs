//! The prover of larger cases: native search with a certificate.
//!
//! A case is written in a language that this program reads, and read as a file is.
//! Native search lists all solutions of the flat model and writes a certificate, which the checker
//! accepts or not. The fuzzer then holds the list against its definitions.

mod certified_prover;
mod prover_error;

pub(super) use certified_prover::CertifiedProver;

#[cfg(test)]
mod tests;
