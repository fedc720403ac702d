//! `parallax generate grid`: puzzles on grids that setters make.

use std::num::NonZeroU32;

use parallax_generate::{GridKind, GridOptions, InstanceRecipe};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// Puzzles on grids: killer, jigsaw, thermo, arrow, kropki, futoshiki, kakuro, ...
///
/// A full grid is drawn, and the clues of the kind that hold in it. If these have several
/// solutions, givens are added until there is one; redundant givens are removed again.
#[derive(clap::Args)]
#[command(after_help = "\
Kinds:
  killer         Sudokus covered by cages with sums; sizes 4, 6, 8, 9, 10, 12
  jigsaw         Sudokus with irregular regions; 4 to 9
  thermo         Sudokus with thermometers; 4, 6, 8, 9, 10, 12
  arrow          Sudokus with arrows; 4, 6, 8, 9, 10
  little-killer  Sudokus with the sums of all diagonals; 4, 6, 8, 9
  kropki         Sudokus with all dots of the solution; 4, 6, 8, 9, 10, 12
  futoshiki      Latin squares with inequality signs; 3 to 9
  calcudoku      Latin squares covered by cages with operations; 3 to 9
  kakuro         sums of runs between black cells; 6 to 12
  skyscrapers    Latin squares with clues outside; 3 to 9
  takuzu         digits 0 and 1, rows and columns differ; 6, 8, 10, 12, 14")]
pub(super) struct GenerateGridArgs {
    /// The kind of puzzle
    #[arg(value_name = "KIND")]
    kind: GridKind,
    /// The number of rows and columns, of a kakuro with its clues [default: 9; 6 for Latin squares,
    /// 8 for kakuro, 10 for takuzu]
    #[arg(long, value_name = "N", value_parser = whole::<usize>)]
    size: Option<usize>,
    /// No given and no other clue may be redundant
    #[arg(long)]
    minimal: bool,
    /// The pattern of givens stays the same under half a turn
    #[arg(long)]
    symmetric: bool,
    /// Maximum number of puzzles for one with --minimal, before the nearest is taken
    #[arg(long, value_name = "N", default_value = "20", value_parser = whole::<NonZeroU32>)]
    tries: NonZeroU32,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateGridArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(GridOptions {
            kind: self.kind,
            size: self.size.unwrap_or_else(|| self.kind.usual_size()),
            minimal: self.minimal,
            symmetric: self.symmetric,
            tries: self.tries.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
