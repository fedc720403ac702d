//! The general reformulation as an engine: the strategy produces leaves; solutions of boxes are
//! read off directly, and any engine solves the other leaves.

mod leaf_solver;
mod products;
mod reform_session;
mod spec;

use reform_session::{prepare_reformulation, trace_reformulation};

pub use spec::Reform;
