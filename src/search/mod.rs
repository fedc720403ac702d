//! Native search: backtracking with propagation over bit-set domains.
//!
//! One idea a file: [`store`] holds the domains and the trail that undoes
//! them, [`queue`] who is to be woken, [`propagators`] the reasoning of each
//! constraint kind, [`levels`] how much of it is wanted, [`heuristics`] which
//! variable and value come next, `tree` the search tree, [`restarts`] when
//! to begin anew, [`settings`] all choices together, [`explain`] why a value
//! went. Nothing is copied on the way down; everything is undone on the way
//! up.
//!
//! To add a propagator: write its file in `propagators/`, with its paper and
//! what consistency it reaches; post it at its level in `propagators/mod.rs`
//! and name the level in [`levels`]; the tests there compare it with the
//! constraint's plain meaning over all assignments. To add a heuristic: write
//! its file in `heuristics/` and name it there; everything else follows.

mod by_task;
pub mod explain;
pub mod heuristics;
pub mod levels;
mod probe;
pub mod propagators;
pub mod queue;
mod recorder;
pub mod restarts;
mod session;
pub mod settings;
pub mod store;
#[cfg(test)]
mod tests;
mod tree;

pub use by_task::ByTask;
pub use session::Search;
pub use settings::Settings;
