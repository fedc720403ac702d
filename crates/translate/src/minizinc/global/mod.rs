//! The global kinds: as predicates of MiniZinc's library where these mean the same.

mod bin_packing;
mod counts;
mod global_predicates;
mod scheduling;
