//! The search of Ngo and Thuis, "Knowledge Representation, Assignment 2 Report" (2015), and what it
//! costs: what all figures of the report need.
//!
//! Sudokus are solved by depth-first search with value elimination. A board is split into one
//! child for each value of a variable: the first unfixed variable (split 1) or one with the
//! smallest domain (split 2). The report does not define what is counted; with these readings
//! its means are reproduced on similar boards. A *split* is a child board, whether it is
//! visited or not, so the splits are the domain sizes of the variables split; a *propagation*
//! is one that succeeds: the boards that are split, and the solution.

mod board_reader;
mod effort;
mod search;

pub use board_reader::read_sudokus;
pub use effort::{EffortMeasure, SampleMoments, SolutionEffort, figure_text};
pub use search::{BoardSearches, SPLIT_ENGINES, split_engine};
