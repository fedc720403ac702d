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

/// Declares the subcommand of each kind. Help shows them in this order, with the docs of their
/// options.
macro_rules! kinds {
    ($($variant:ident($args:ty);)+) => {
        /// A kind of instance, with its options.
        #[derive(clap::Subcommand)]
        enum InstanceKind {
            $($variant($args)),+
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
    Sudoku(sudoku::GenerateSudokuArgs);
    Latin(latin::HolesArgs);
    Completion(latin::PartialArgs);
    Magic(magic::GenerateMagicArgs);
    Keisuke(keisuke::GenerateKeisukeArgs);
    Grid(grid::GenerateGridArgs);
    Set(set::GenerateSetArgs);
    Cnf(cnf::GenerateCnfArgs);
    Model(model::GenerateModelArgs);
}

use generate_command::GenerateOptions;
pub(super) use generate_command::{GenerateArgs, run};
use recipe_args::RecipeArgs;

pub(in crate::cli) use self::instance_writer::ONE_A_FILE;
