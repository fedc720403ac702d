//! The experiments of Li, Ariffin and Kim, "Keisuke" (a course report): forward checking against
//! generalised arc consistency on puzzles of 4x4 cells, and the run time by the size of the grid
//! and by the length of the runs.
//!
//! The report's model has a variable for each cell, a table for each run, and a constraint for each
//! two runs of one direction and length that makes them different: the viewpoint `cells+pairs`. Its
//! second model, with a variable for each run, returned no solution; here it is `slots`. The report
//! names no order of variables; the searches here take the first unfixed cell and its smallest
//! digit, with a branch for each digit. They are called *the report's searches*.
//!
//! [`textbook`] counts as an exercise does, which is how the report's counts are read: [`trials`]
//! finds which puzzles its five trials can have been, [`ingredients`] what the counts depend on,
//! and [`effort`] compares hard puzzles with regular ones. [`propagation`] and [`times`] measure
//! the searches of this program.
//!
//! The report does not state how often a cell of its random puzzles is black;
//! [`BLACK_CELL_DENSITY`] is the share in its example. If an entry is listed twice, its model has
//! no solution, because equal runs are required.

mod axis;
pub mod distinct_entries;
pub mod effort;
pub mod figures;
pub mod ingredients;
mod keisuke_grids;
mod keisuke_run_error;
pub mod print;
pub mod propagation;
mod table;
pub mod textbook;
pub mod times;
pub mod trials;

pub use keisuke_grids::BLACK_CELL_DENSITY;
use keisuke_grids::{
    block_puzzle, puzzle_generator, random_options, random_puzzle, without_repeats,
};

pub use axis::FigureAxis;
pub use keisuke_run_error::{KeisukeGridError, KeisukeRunError};
pub use propagation::PropagationTrials;
pub use table::CountTable;
pub use times::AxisTimes;
