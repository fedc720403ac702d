//! The puzzles: reading, writing, models, rules and pictures of instances.
//!
//! Text goes in ([`Puzzle::recognise_puzzle`], [`Puzzle::read_instances`],
//! [`Puzzle::from_name`]), and instances come out, which the rest of the program sees only as `dyn
//! Instance`. Each puzzle has its folder. Its `rules` check the solution itself and share no code
//! with its models, so that each checks the other. `dimensional` and `csp` have no instances: they
//! generate models.
//!
//! To add a puzzle, in a new folder (`magic/` is the smallest to read first):
//!
//! 1. `read.rs`: the text form. Every error has a line, and nothing recurses with the text.
//! 2. `model.rs`: the model, with a label for each constraint and the clues as givens, not as
//!    constraints. A second viewpoint is another file, a variant and a name.
//! 3. `rules.rs`: the check of a solution, written from the rules of the puzzle.
//! 4. `instance.rs`: `Instance` and its traits, which join these with the writer and the
//!    pictures.
//! 5. `family.rs`: how its files are recognised and read, the instances that names make, texts for
//!    the fuzzers.
//! 6. Its `mod` line, and a line in `puzzles!` below, from which help, commands and tests take it.
//!    ARCHITECTURE.md ("What to touch") lists the rest: pages and an instance.
//!
//! The tests in `tests/` read, damage and cut off the texts of every puzzle. `tests/cross/`
//! compares viewpoints and engines on them.
//!
//! Generators of puzzles are in the puzzles' folders (`*/generate/`, `set/deal.rs`). They take a
//! counting oracle as an argument, so that they need no engine. An `InstanceRecipe`
//! (`generate/recipe.rs`) makes one instance from its own stream of random numbers;
//! `generate/run.rs` makes many in order, and lets a second engine confirm a required single
//! solution. Draws use integers only, so that every machine makes the same. The names of generated
//! models (`dimensional/`, `csp/`; `models.rs` lists them) can replace any file.

mod by_name;
mod caption;
pub mod csp;
pub mod dimensional;
pub mod errors;
mod family;
mod generated;
mod grid;
mod grid_model;
mod grid_rules;
mod grid_solutions;
mod json;
mod json_error;
pub mod keisuke;
pub mod latin;
mod line_fields;
pub mod magic;
mod models;
mod name;
mod puzzle_kind;
mod recognise;
mod row_placements;
pub mod set;
mod stream;
pub mod sudoku;
mod svg;
mod symmetry;
mod symmetry_clauses;
#[cfg(test)]
mod tests;

pub use family::PuzzleSamples;
pub use generated::{CellAmount, GeneratedPuzzle};
pub use models::{MODEL_EXAMPLES, MODEL_GENERATOR_NAMES, model_from_name};

use family::{PuzzleEntry, TextLikeness};
use parallax_model::named;

/// Defines [`Puzzle`] with the entry of each puzzle. Lists show puzzles in this order.
macro_rules! puzzles {
    ($($(#[$doc:meta])+ $variant:ident = $name:literal: $module:ident::$family:ident;)+) => {
        /// A family of puzzles.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Puzzle { $($(#[$doc])+ $variant),+ }

        named!(Puzzle, "puzzle", { $($variant => $name),+ });

        impl Puzzle {
            /// Returns its entry in the list.
            fn entry(self) -> &'static PuzzleEntry {
                const ENTRIES: &[PuzzleEntry] = &[$(PuzzleEntry::from_family::<$module::$family>()),+];
                &ENTRIES[self as usize]
            }
        }
    };
}

puzzles! {
    /// The card game SET: three cards whose values are all equal or all different in every
    /// attribute.
    Set = "set": set::SetFamily;
    /// Sudoku.
    Sudoku = "sudoku": sudoku::SudokuFamily;
    /// Latin squares (quasigroups) with holes.
    Latin = "latin": latin::LatinFamily;
    /// Magic squares.
    Magic = "magic": magic::MagicFamily;
    /// Keisuke: entries for the runs of a grid.
    Keisuke = "keisuke": keisuke::KeisukeFamily;
}
