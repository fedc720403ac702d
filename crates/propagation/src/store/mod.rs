//! Domains as bit sets, with a trail that undoes every change.
//!
//! A domain is a run of 64-bit words, aligned across variables. Each change saves the word before
//! it on the trail, together with its reason, and wakes the propagators that watch the variable.

mod change_request;
mod domain_store;
mod reason;
mod single_word_scope;
mod stored_domain;
#[cfg(test)]
mod tests;
mod trail;
mod value_removal;

use change_request::InnerPropagator;
pub use change_request::{ChangeRequest, RefusedChange};
pub use domain_store::{DomainStore, PropagationConflict, set_bits};
pub use reason::ChangeReason;
pub use single_word_scope::SingleWordScope;
pub use stored_domain::DomainSizeError;
use stored_domain::StoredDomain;
pub use trail::{TrailCell, TrailEntry, TrailWords};
