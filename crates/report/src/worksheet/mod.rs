//! Puzzles on paper: one page of HTML that prints on A4 and Letter, with the solutions at the end.
//!
//! The page loads nothing and runs no script. It is well-formed XML also, so that programs can read
//! it.

mod html;
mod page_space;
mod picture;
mod puzzle_sheet;

pub use puzzle_sheet::{PerPage, PuzzleWorksheet, SheetPuzzle};

pub use html::render_sheet;
