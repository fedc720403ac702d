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
mod run;
pub mod sample;
mod set;
mod sudoku;
mod unique;

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
pub use run::{Batch, Generated, Missing, run};
pub use unique::{
    Completion, FewestClues, FewestGivens, Lack, Least, OneClue, as_grid, fewest_clues,
    fewest_givens, one_clue,
};

use parallax_model::instance::Instance;
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

/// The recipe for instances of one puzzle.
pub trait Recipe: Sync {
    /// The name of the puzzle, or of the kind of instance.
    fn puzzle(&self) -> &'static str;

    /// The extension of files with its instances, without a dot.
    fn extension(&self) -> &'static str;

    /// Checks that such instances can exist.
    ///
    /// # Errors
    /// Returns the reason why they cannot exist.
    fn check(&self) -> Result<(), String>;

    /// Returns the request as a JSON object.
    fn asked(&self) -> Json;

    /// Returns a remark on the instances, if their form does not show their kind.
    fn remark(&self) -> Option<&'static str> {
        None
    }

    /// Whether several instances fit one file.
    fn shares_files(&self) -> bool {
        true
    }

    /// Returns the text between two instances of a file.
    fn separator(&self) -> &'static str {
        ""
    }

    /// Makes one instance. `rng` is its own stream of random numbers; `draw` is the seed and the
    /// number. Returns `None` if `oracle` was stopped or failed.
    fn make(&self, rng: &mut ChaCha8Rng, draw: Draw, oracle: &mut Oracle) -> Option<Outcome>;
}

/// The seed of a run, and the number of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Draw {
    /// The seed.
    pub seed: u64,
    /// The number under that seed.
    pub number: u64,
}

/// The product of a recipe, or the reason why there is none.
pub type Outcome = Result<Product, String>;

/// An instance made by a recipe.
pub struct Product {
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// The part of the request that the instance misses, in words.
    pub missed: Option<String>,
    /// Whether the instance must have one solution. Another engine then also counts them.
    pub unique: bool,
}

impl Product {
    fn new(made: parallax_puzzles::Made<impl Instance + 'static>, unique: bool) -> Self {
        Product { instance: Box::new(made.puzzle), missed: made.missed, unique }
    }
}
