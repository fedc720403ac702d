//! Domains as bit sets, with a trail that undoes every change.
//!
//! A domain is a run of 64-bit words, aligned across variables. Each change saves the word before
//! it on the trail, together with its reason, and wakes the propagators that watch the variable.

mod asked;
mod domain_store;
mod flat;
mod prune;
mod reason;
mod span;
#[cfg(test)]
mod tests;
mod trail;

use asked::Inner;
pub use asked::{Asked, Refused};
pub use domain_store::{Conflict, Store, bits};
pub use flat::Flat;
pub use reason::Reason;
pub use span::DomainError;
use span::Span;
pub use trail::{Cell, Entry, Words};
