//! Writes down what a search does, step by step, so that a checker can follow it.
//!
//! Steps are [held](held) back until their branch is refuted. Then the steps that its refutation
//! does not need are dropped: the certificate is smaller, and faster to check.

mod certifier;
mod held;
mod removals;
#[cfg(any(test, feature = "sabotage"))]
mod sabotage;
mod scopes;

pub(super) use certifier::SearchCertifier;
pub use certifier::{SearchLog, SearchLogEntry};

#[cfg(test)]
mod tests;
