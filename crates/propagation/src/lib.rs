//! Propagation: domains, and the reasoning of constraints on them. Nothing here searches.
//!
//! One idea per file: [`store`] holds the domains and the trail that undoes changes to them,
//! [`queue`] schedules propagators, [`propagators`] has the reasoning of each constraint kind,
//! [`levels`] the strength of that reasoning, [`disjunctive_cliques`] what several constraints
//! imply together, [`decided_relations`] tests of relations that the domains decide, `decision` the
//! two sides of a node, and [`explain`] the explanations of removals. Nothing is copied on the way
//! down; everything is undone on the way up.
//!
//! The head of [`propagators`] is the introduction: what propagation is, the contract of a
//! propagator, how to add one in steps, and the literature.
//!
//! A search makes a [`DomainStore`](store::DomainStore) of a model, posts its constraints
//! ([`post_constraint`](propagators::post_constraint)), adds the propagators to the store's queue,
//! and then takes them from the queue one by one: it names the
//! [`ChangeReason`](store::ChangeReason) of the changes, calls the propagator, and states whether
//! it runs again. Around decisions it opens and undoes levels.
//!
//! Domains are words of 64 values that are aligned across variables. A sparse domain stores only
//! the words that hold values, so that no work grows with the span of a domain.
//!
//! Bit sets of propagators, one for each variable and event, are added to the queue, which is
//! ordered by cost. A propagator can read which of its variables changed.
//!
//! A limit reached inside a long propagation ends it with a conflict, and the store records that
//! the conflict is not one of the constraints.
//!
//! The loops of a search call the short functions of [`store`] and [`queue`] at every step, so
//! these are `#[inline]`: without it, calls from other crates are not inlined.

pub mod decided_relations;
mod decision;
pub mod disjunctive_cliques;
pub mod explain;
pub mod levels;
pub mod propagators;
pub mod queue;
mod refusal;
pub mod store;
#[cfg(test)]
mod test_search;

pub use decision::{SearchDecision, ValueTest};
pub use refusal::PropagationRefusal;
