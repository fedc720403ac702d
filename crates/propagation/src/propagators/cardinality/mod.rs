//! Global cardinality: bounds on the number of occurrences of values.
//!
//! Counting always (`incremental.rs`, with counts that the trail restores; `counting.rs` is the
//! same from scratch), and domain consistency by a flow on request (`flow.rs`; Régin 1996).

mod counting;
mod flow;
mod incremental;
mod make_cardinality;

pub(super) use make_cardinality::post_cardinality;
