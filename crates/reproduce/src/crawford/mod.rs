//! Tables 2 to 6 of Crawford and Aranda, "Variable and Value Selection
//! Heuristics: Application to Solve Puzzles".
//!
//! They solve Latin squares, magic squares and Sudokus with twelve enumeration strategies and
//! count enumerations (E) and backtracks (B) to the first solution. With C choice nodes, F
//! failed leaves and p commits on the path to the solution, E = C + F and B = E - p: E counts
//! every node of the binary tree but the root, and B those of them below which everything
//! failed. Native search counts both.
//!
//! Two elements of the models are fitted: the paper does not name them, but with them nearly
//! all numbers are reproduced exactly. They are redundant sums in the Latin model, and in the
//! magic model an order of the corners, x11 < xN1 < x1N < xNN, which keeps one of the 24 orders
//! and so is more than symmetry breaking. The same tables without them are shown as well. AVal and
//! GAV are fitted as well: the tables need the mean rounded down for AVal and the value after
//! AVal's for GAV, which differs from the text; 2-literal and 3-literal follow the text. The
//! Sudokus of the paper are not identified; its Tables 4 to 6 are filled with boards of our own, or
//! of a file, above the paper's rows.

mod benchmark;
mod boards;
mod paper_comparison;
mod print;
mod published;
mod records;
mod run;
mod strategy;
mod table_error;
mod table_kind;
mod tables;
#[cfg(test)]
mod tests;

pub use benchmark::BenchmarkPuzzle;
pub use boards::CrawfordBoards;
pub use paper_comparison::{PaperComparison, PaperComparisonTally};
pub use print::CrawfordPrinter;
pub use published::PublishedCell;
pub use run::{CellLimits, run_tables};
pub use strategy::CrawfordStrategy;
pub use table_error::{TableError, UnknownTable};
pub use table_kind::{CrawfordTableKind, CrawfordTableVersion};
pub use tables::{CrawfordCell, CrawfordTable, ReferenceRow};
