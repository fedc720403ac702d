//! Table 1 and the data of Figures 2 and 3 of Ngo and Thuis, "Knowledge
//! Representation, Assignment 2 Report" (2015), for their first model.
//!
//! [`splitting`](super::splitting) is the search, and defines the counts.

pub mod boards;
pub mod figures;
pub mod measure;
pub mod print;
pub mod statistics;

pub use boards::SplitBoards;
pub use measure::{BoardMeasurement, BoardOutcome, measure_boards};
pub use print::print_splits;
