//! Random grid puzzles in the plain form, over all bases and all rules, for cross-checks.

mod line;
mod sample_grid;

pub use sample_grid::draw_grid_text;

pub use line::draw_line;
