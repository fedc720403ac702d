//! Native search on several threads.
//!
//! A tree is cut into [pieces](Piece) by measured size: when the work on one reaches its budget,
//! what is left becomes new pieces. A budget counts elementary steps, never time, and every piece
//! begins with the same state, so that the result does not depend on the number of threads. This is
//! embarrassingly parallel search (Régin, Rezgui and Malapert 2013) with cuts where the work shows
//! to be, instead of in advance.
//!
//! `cutter` follows a walk through the tree and knows what is left of it, `template` makes and
//! restores searches, `part` works on one piece, `crew` has the threads, `stream` leads them
//! through all pieces in order, `rounds` looks for one solution or the best.
//!
//! Parallel search (`cubes/`) cuts a tree by steps of work, never by time or threads. Propagators
//! keep supports that no trail restores, and the counters show them, so every piece begins with
//! copies of the same propagators and weights. Only `solve` uses it, through
//! `Spec::with_threads`.

mod crew;
mod cutter;
mod notes;
mod part;
mod piece;
mod plan;
mod progress;
mod rounds;
mod session;
mod stream;
mod tally;
mod template;
#[cfg(test)]
mod tests;

pub(super) use cutter::Cutter;
pub use notes::{Fault, Notebook};
pub use piece::{Piece, Side, Step};
pub use plan::{Cube, Measure, divide, partition};
pub use progress::Progress;
pub use session::{Cutting, Parallel};
pub use tally::Watch;
