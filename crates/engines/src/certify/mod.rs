//! Engines whose answers come with a certificate that a checker has accepted: native search by its
//! steps, counting by components by its steps, SAT engines by their proofs.
//!
//! `engine` has the options, and `prepare` makes a `session` of them, which answers questions:
//! `write` has the form of a certificate, `writer` the steps of a search, and `lemmas` the steps of
//! a SAT solver; `place` and `outlet` are their destinations. Then `judgement` has the certificate
//! checked and compares it with the answer.
//!
//! A certificate of a part (`certify/joined_parts.rs`) is about the whole model, with atoms for the
//! smaller domains. The one that joins them has a branch for each single value of a split, and
//! the values that propagation has removed last.

mod certificate_destination;
mod certificate_errors;
mod checker_writer;
#[cfg(test)]
mod counted_tests;
mod engine;
mod error;
mod joined_parts;
mod judgement;
#[cfg(test)]
mod kept_tests;
#[cfg(test)]
mod learned_tests;
mod lemmas;
#[cfg(test)]
mod plain_tests;
mod prepare;
mod question_model;
mod session;
#[cfg(test)]
mod tests;
mod thinning_log;
mod write;
mod writer;

use certificate_errors::{check_stop, no_files};

pub use self::engine::{CERTIFICATE_LIMIT, CertifyingEngine};
pub use self::error::{CertifyingError, JoinError};
pub use self::joined_parts::{JoinedPart, join_certificates};
pub use parallax_certificates::StepEncoding as CertificateForm;
