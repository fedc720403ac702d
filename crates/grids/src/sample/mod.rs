//! Random grid puzzles in the plain form, over all bases and all rules, for cross-checks.

mod line;
mod sample_grid;

pub use sample_grid::grid;

pub use line::line;
