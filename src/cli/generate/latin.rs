//! `parallax generate latin` and `completion`: Latin squares with holes.

use std::num::NonZeroU32;

use parallax_generate::{CellAmount, InstanceRecipe, LatinHoleOptions, PartialSquareOptions};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// Latin squares with holes: random squares, cleared uniformly or in balance
///
/// Squares are drawn by the Markov chain of Jacobson and Matthews (1996).
#[derive(clap::Args)]
pub(super) struct HolesArgs {
    /// The number of rows and columns, 1 to 200
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>)]
    order: usize,
    /// The number of holes, or their share, such as 42%
    #[arg(long, value_name = "N|P%", default_value = "42%")]
    holes: CellAmount,
    /// As many holes in every row and every column
    #[arg(long)]
    balanced: bool,
    /// Exactly one solution
    #[arg(long)]
    unique: bool,
    /// Maximum number of squares for one instance with --unique
    #[arg(long, value_name = "N", default_value = "100", requires = "unique",
        value_parser = whole::<NonZeroU32>)]
    tries: NonZeroU32,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for HolesArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(LatinHoleOptions {
            order: self.order,
            holes: self.holes,
            balanced: self.balanced,
            unique: self.unique,
            tries: self.tries.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}

/// Partial Latin squares, built cell by cell; they may have no solution
///
/// Cells in random order get random values that keep rows and columns different (Gomes and Selman
/// 1997). At order 10 half have a solution with 42 % of the cells filled, at order 30 with 57 %.
#[derive(clap::Args)]
pub(super) struct PartialArgs {
    /// The number of rows and columns, 1 to 200
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>)]
    order: usize,
    /// The number of cells with a value, or their share
    #[arg(long, value_name = "N|P%", default_value = "42%")]
    filled: CellAmount,
    /// Take only values that leave the row and the column possible
    ///
    /// Every other empty cell keeps a value, and every value a place.
    #[arg(long)]
    ahead: bool,
    /// Maximum number of squares to begin for one instance, before the fullest is taken
    #[arg(long, value_name = "N", default_value = "100", value_parser = whole::<NonZeroU32>)]
    tries: NonZeroU32,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for PartialArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(PartialSquareOptions {
            order: self.order,
            filled: self.filled,
            ahead: self.ahead,
            tries: self.tries.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
