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

use asked::InnerPropagator;
pub use asked::{ChangeRequest, RefusedChange};
pub use domain_store::{DomainStore, PropagationConflict, set_bits};
pub use flat::SingleWordScope;
pub use reason::ChangeReason;
pub use span::DomainSizeError;
use span::StoredDomain;
pub use trail::{TrailCell, TrailEntry, TrailWords};
