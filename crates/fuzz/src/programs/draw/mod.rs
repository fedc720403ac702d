//! Random cases: one operator at its edges, or a few of them together.
//!
//! A case depends only on the seed, its number and the language, so runs can be cut into slices
//! and continued.

mod arguments;
mod assumed_case;
mod automata;
mod case_drawer;
mod edge_case_kind;
mod graphs;
mod large_case;
mod literals;
mod numbers;
mod orders;
mod root_constraint;

use case_drawer::CaseDrawer;
pub use case_drawer::{CasePlan, DrawnCase};
