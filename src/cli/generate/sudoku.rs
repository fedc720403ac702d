//! `parallax generate sudoku`: Sudokus with one solution.

use std::num::NonZeroU32;

use parallax_generate::{InstanceRecipe, SudokuClues, SudokuOptions, SudokuSymmetry};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// Sudokus with one solution, of any order with boxes
///
/// From a random full grid, clues are removed in random order while the solution stays unique.
#[derive(clap::Args)]
pub(super) struct GenerateSudokuArgs {
    /// The number of rows and columns: 4, 6, 8, 9, 10, 12, ... up to 25
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole::<usize>)]
    order: usize,
    /// The number of clues [default: as few as one pass over a grid leaves]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    clues: Option<usize>,
    /// No clue may be redundant, even those of a symmetric pattern or of a number
    #[arg(long)]
    minimal: bool,
    /// The symmetry of the pattern of clues: none, rotational, diagonal, horizontal, vertical
    #[arg(long, value_name = "KIND", default_value_t)]
    symmetric: SudokuSymmetry,
    /// A clue in every cell: full grids
    #[arg(long, conflicts_with_all = ["clues", "minimal", "symmetric", "tries"])]
    full: bool,
    /// Maximum number of grids for one instance, before the nearest board is taken
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole::<NonZeroU32>)]
    tries: NonZeroU32,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateSudokuArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(SudokuOptions {
            order: self.order,
            clues: match self.clues {
                _ if self.full => SudokuClues::All,
                None => SudokuClues::Fewest,
                Some(clues) => SudokuClues::Number(clues),
            },
            minimal: self.minimal,
            symmetry: self.symmetric,
            tries: self.tries.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
