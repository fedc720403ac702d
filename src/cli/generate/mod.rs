//! `parallax generate`: random instances of puzzles.
//!
//! To add a kind of instance: a file with its options, which implement [`RecipeArgs`], and its
//! lines here.

mod cnf;
mod generate_command;
mod grid;
mod instance_writer;
mod keisuke;
mod latin;
mod magic;
mod model;
pub(super) mod rated_recipe;
mod recipe_args;
mod set;
mod sudoku;

/// Declares the subcommand of each kind. Help shows them in this order.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $variant:ident($args:ty);)+) => {
        /// A kind of instance, with its options.
        #[derive(clap::Subcommand)]
        enum InstanceKind {
            $($(#[$doc])+ $variant($args)),+
        }

        impl InstanceKind {
            /// Returns the options.
            fn options(&self) -> &dyn RecipeArgs {
                match self { $(InstanceKind::$variant(options) => options),+ }
            }
        }
    };
}

kinds! {
    /// Sudokus with one solution, of any order with boxes
    Sudoku(sudoku::GenerateSudokuArgs);
    /// Latin squares with holes: random squares, cleared uniformly or in balance
    Latin(latin::HolesArgs);
    /// Partial Latin squares, built cell by cell; they may have no solution
    Completion(latin::PartialArgs);
    /// Magic squares with clues
    Magic(magic::GenerateMagicArgs);
    /// Keisukes, random or hard, with one solution on request
    Keisuke(keisuke::GenerateKeisukeArgs);
    /// Puzzles on grids: killer, jigsaw, thermo, arrow, kropki, futoshiki, kakuro, ...
    Grid(grid::GenerateGridArgs);
    /// SET cards with an exact number of sets
    Set(set::GenerateSetArgs);
    /// Formulas in DIMACS CNF: uniform random k-SAT, or planted
    Cnf(cnf::GenerateCnfArgs);
    /// Models: sets, timetables, zebra puzzles, random binary problems
    Model(model::GenerateModelArgs);
}

use generate_command::GenerateOptions;
pub(super) use generate_command::{GenerateArgs, run};
use recipe_args::RecipeArgs;

pub(in crate::cli) use self::instance_writer::ONE_A_FILE;
