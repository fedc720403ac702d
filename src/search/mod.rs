//! Native search: backtracking with propagation over bit-set domains.
//!
//! One idea a file: [`store`] holds the domains and the trail that undoes
//! them, [`queue`] who is to be woken, [`propagators`] the reasoning of each
//! constraint kind, [`backtracking`] the search tree, [`explain`] why a value
//! went. Nothing is copied on the way down; everything is undone on the way
//! up.
//!
//! To add a propagator: write its file in `propagators/`, with its paper and
//! what consistency it reaches; post it in [`propagators::make`]; the tests
//! there compare it with the constraint's plain meaning over all assignments.

pub mod backtracking;
pub mod explain;
pub mod propagators;
pub mod queue;
pub mod store;

pub use backtracking::Search;
