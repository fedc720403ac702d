//! Named techniques: patterns that conclude something without search.
//!
//! A technique reads a state (the remaining candidates) through a view (`view.rs`), in which the
//! values of a cell and the places of a value in a house are bit masks. It gives steps: removed or
//! placed candidates, with the rule parts that imply them. `../reason/proved.rs` checks every step
//! that does not need uniqueness, so an error here loses a hint and cannot give a wrong one.
//!
//! Names and definitions are those that Sudoku players share. The code follows the definitions, not
//! these programs:
//!
//! - HoDoKu, a program and its pages of techniques, by Bernhard Hobiger. Where sources differ, the
//!   names here are HoDoKu's.
//! - Andrew C. Stuart, "The Logic of Sudoku" (2007), and his SudokuWiki (sudokuwiki.org).
//! - Sudoku Explainer, by Nicolas Juillerat: the levels (`../technique.rs`).
//! - Denis Berthier, "The Hidden Logic of Sudoku" (2007): subsets and fish are one pattern seen in
//!   rows and columns, in rows and values, or in columns and values.
//!
//! To add a technique:
//!
//! 1. Write a function of the view in the file of its family, with its name in these sources. It
//!    calls `StateView::count_work` for each combination it visits, and `StateView::push_step` for
//!    each step.
//! 2. Add a line to `techniques!` in `../technique.rs`, in ascending order of levels.
//! 3. Add a branch to the match in `TechniqueSearch::search_technique`. It ends with `_`, because
//!    some names are not techniques of this folder, so the compiler does not ask for the branch.
//! 4. Name it in `Technique::needs_uniqueness` if it is wrong for instances with two solutions.
//!    Otherwise `tests.rs` runs it on random boards, where every step must be true and follow from
//!    its parts.
//! 5. Describe it in `docs/how-to/hints.md`.

mod almost_locked_sets;
mod bug_plus_one;
mod chains;
mod colours;
mod fish;
mod links;
mod locked;
mod rectangles;
mod singles;
mod subsets;
mod technique_search;
#[cfg(test)]
mod tests;
mod view;
mod wings;

pub use technique_search::TechniqueSearch;
