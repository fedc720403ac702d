//! Items in bins (Shaw, "A constraint for bin packing", CP 2004).
//!
//! `bin_loads.rs` compares the loads with the items that are in a bin and those that may be.
//! `subset_sums.rs` removes what no set of items gives: which sums the open items of a bin reach is
//! computed by dynamic programming on bit sets, as for knapsacks (Trick, "A dynamic programming
//! approach for consistency and propagation for knapsack constraints", Annals of Operations
//! Research 118, 2003). That is stronger than the test of sums in Shaw's paper, where loads are
//! small.

mod bin_loads;
mod load_bounds;
mod make_bin_packing;
mod reasons;
mod subset_sums;

pub(super) use make_bin_packing::post_bin_packing;

#[cfg(test)]
mod tests;
