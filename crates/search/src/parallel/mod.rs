//! Native search on several threads.
//!
//! A tree is cut into [subtrees](SearchSubtree) by measured size: when the work on a subtree
//! reaches its budget, the unexplored rest becomes new subtrees. A budget counts elementary steps,
//! never time, and every subtree begins with the same state, so that the result does not depend on
//! the number of threads. This is embarrassingly parallel search (Régin, Rezgui and Malapert 2013)
//! with cuts at the places that turn out to be large, instead of in advance.
//!
//! `session` answers questions, `asked` works on one: a first slice alone, then its `subtrees`.
//! `cutter` stops a walk and returns the rest of the tree, `template` clones and restores searches,
//! `part` works on one subtree, `worker_pool` has the threads, `stream` leads them through all
//! subtrees in order, `rounds` searches for one solution or the best, `checkpoint` is the file from
//! which a killed count resumes, `plan` cuts a model in advance.
//!
//! Propagators keep supports that no trail restores and that the counters reflect, so every subtree
//! begins with copies of the same propagators and weights. Only `solve` uses several threads,
//! through `Spec::with_threads`.

mod checkpoint;
mod cutter;
mod cutting;
mod model_cubes;
mod progress;
mod question;
mod rounds;
mod session;
mod stream;
mod subtree;
mod subtree_job;
mod subtree_search;
mod tally;
mod template;
#[cfg(test)]
mod tests;
mod worker_pool;

pub use checkpoint::{
    CheckpointError, CheckpointFault, CheckpointFile, CheckpointLineError, NoteError,
};
pub(super) use cutter::TreeCutter;
pub use cutting::Cutting;
pub use model_cubes::{CubeError, CubeMeasure, ModelCube, check_partition, divide_model};
pub use progress::ParallelProgress;
pub use session::ParallelSession;
pub use subtree::{PathSide, SearchSubtree, SubtreePathStep};
pub use tally::Watch;
