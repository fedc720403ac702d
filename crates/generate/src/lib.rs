//! Random instances of puzzles, and random solutions of instances, from a seed.
//!
//! A [`Recipe`] makes instances of one puzzle; the generators themselves are in the puzzles'
//! folders and know no engine. [`run`] makes many instances on several threads. Instance number
//! `n` of a seed depends on the recipe, the seed and `n` alone. [`sample`] draws solutions.
//!
//! This crate has the recipes and the run, not the generators: those of a puzzle stand in its folder
//! (`puzzles/*/generate/`, `grids/generate/`), and ask an [`Oracle`] for numbers of solutions. Start with
//! [`Recipe`] and `run.rs`; a new generator needs a recipe here.

mod clauses;
mod clues;
mod grid;
mod keisuke;
mod latin;
mod magic;
mod model;
mod oracle;
mod oracle_error;
mod recipe;
mod recipe_error;
mod run;
pub mod sample;
mod set;
mod sudoku;
mod unique;

pub use oracle_error::{OracleError, OracleFault, WrongSolution};
pub use recipe::{Draw, Outcome, Product, Recipe};
pub use recipe_error::{NamedModelError, RandomClausesError, RecipeError};

pub use clauses::RandomClauses;
pub use clues::{Minimal, Need, minimal, need_of};
pub use keisuke::KeisukeOptions;
pub use model::Named;
pub use oracle::Oracle;
pub use parallax_grids::ClueRule;
pub use parallax_grids::generate::{GridKind, GridOptions};
pub use parallax_puzzles::Amount;
pub use parallax_puzzles::keisuke::{
    Blocks as KeisukeBlocks, MAX_DIGITS as KEISUKE_DIGITS, RandomOptions as KeisukeGrid,
    Shape as KeisukeShape,
};
pub use parallax_puzzles::latin::generate::{Holes, Partial};
pub use parallax_puzzles::magic::generate::MagicOptions;
pub use parallax_puzzles::set::deal::Deal;
pub use parallax_puzzles::sudoku::generate::{
    Clues as SudokuClues, SudokuOptions, Symmetry as SudokuSymmetry,
};
pub use run::{Batch, BatchFault, Generated, Missing, run};
pub use unique::{
    ChoiceError, Completion, FewestClues, FewestGivens, Lack, Least, OneClue, as_grid,
    fewest_clues, fewest_givens, one_clue,
};
