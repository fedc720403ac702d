//! Propagators of global constraints.
//!
//! Each global kind has forward checking, as every kind, and a dedicated propagator if that is
//! faster than the plain form (`native,plain` searches on that).

mod bin_packing;
mod bounds_guess;
#[cfg(test)]
mod case_models;
mod count;
mod distinct_count;
mod regular;

mod circuit;
mod cumulative;
mod make_global;
mod no_overlap;

pub(super) use make_global::post_global;

pub(crate) use no_overlap::OneMachine;
