//! Table 1 and the data of Figures 2 and 3 of Ngo and Thuis, "Knowledge
//! Representation, Assignment 2 Report" (2015), for their first model.
//!
//! Sudokus are solved by depth-first search with value elimination. A board is split into one
//! child for each value of a variable: the first unfixed variable (split 1) or one with the
//! smallest domain (split 2). The report does not define what is counted; with these readings
//! its means are reproduced on similar boards. A *split* is a child board, whether it is
//! visited or not, so the splits are the domain sizes of the variables split; a *propagation*
//! is one that succeeds: the boards that are split, and the solution.

pub mod boards;
pub mod figures;
pub mod measure;
pub mod print;
pub mod statistics;

pub use boards::Boards;
pub use measure::{Measured, Outcome, run};
pub use print::print;
