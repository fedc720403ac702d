//! Random instances of puzzles, and random solutions of instances, from a seed.
//!
//! An [`InstanceRecipe`] makes instances of one puzzle; the generators themselves are in the
//! puzzles' folders and know no engine. [`run_batch`] makes many instances on several threads.
//! Instance number `n` of a seed depends on the recipe, the seed and `n` alone. [`sample`] draws
//! solutions.
//!
//! This crate has the recipes and the run, not the generators: the generators of a puzzle are in
//! its folder (`puzzles/*/generate/`, `grids/generate/`), and ask a [`SolutionOracle`] for numbers
//! of solutions. Start with [`InstanceRecipe`] and `run.rs`; a new generator needs a recipe here.

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
pub use recipe::{InstanceDraw, InstanceRecipe, Outcome, RecipeProduct};
pub use recipe_error::{NamedModelError, RandomClausesError, RecipeError};

pub use clauses::RandomClauses;
pub use clues::{ClueNeed, MinimalPuzzle, minimize_clues, need_of};
pub use keisuke::KeisukeOptions;
pub use model::NamedGenerator;
pub use oracle::SolutionOracle;
pub use parallax_grids::ClueRule;
pub use parallax_grids::generate::{GridKind, GridOptions};
pub use parallax_puzzles::CellAmount;
pub use parallax_puzzles::keisuke::{
    KeisukeBlocks, KeisukeShape, MAX_DIGITS as KEISUKE_DIGITS, RandomOptions as KeisukeGrid,
};
pub use parallax_puzzles::latin::generate::{LatinHoleOptions, PartialSquareOptions};
pub use parallax_puzzles::magic::generate::MagicOptions;
pub use parallax_puzzles::set::deal::SetDealOptions;
pub use parallax_puzzles::sudoku::generate::{SudokuClues, SudokuOptions, SudokuSymmetry};
pub use run::{BatchFault, GeneratedInstance, GenerationBatch, GenerationError, run_batch};
pub use unique::{
    ChoiceError, FewestClues, FewestGivens, MinimumChoice, MinimumChoiceError, OneClue,
    UniqueCompletion, as_grid, fewest_clues, fewest_givens, one_clue,
};
