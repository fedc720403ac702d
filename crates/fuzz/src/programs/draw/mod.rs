//! Random cases: one operator at its edges, or a few of them together.
//!
//! A case depends only on the seed, its number and the language, so runs can be cut into slices
//! and continued.

mod arguments;
mod assumed;
mod automata;
mod case_drawer;
mod graphs;
mod large;
mod literals;
mod manner;
mod numbers;
mod orders;
mod root;

use case_drawer::CaseDrawer;
pub use case_drawer::{CasePlan, DrawnCase};
