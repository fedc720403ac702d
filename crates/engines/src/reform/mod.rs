//! The general reformulation as an engine: the strategy produces leaves; solutions of boxes are
//! read off directly, and any engine solves the other leaves.

mod products;
mod spec;
mod leaf_solver;
mod reform_session;

use reform_session::{prepare_reformulation, trace_reformulation};


pub use spec::Reform;



