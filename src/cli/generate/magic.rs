//! `parallax generate magic`: magic squares with clues.

use std::num::NonZeroU32;

use parallax_generate::{CellAmount, InstanceRecipe, MagicOptions};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// Magic squares with clues
///
/// Squares of order 3 and 4 are searched for in random order, larger ones are random squares of a
/// construction, changed by exchanges between lines and by symmetries. Random cells are clues.
#[derive(clap::Args)]
pub(super) struct GenerateMagicArgs {
    /// The number of rows and columns, 1 to 100 but 2
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>)]
    order: usize,
    /// The number of clues, or their share of the cells
    #[arg(long, value_name = "N|P%", default_value = "40%")]
    clues: CellAmount,
    /// Exactly one solution
    #[arg(long)]
    unique: bool,
    /// Maximum number of squares for one instance with --unique
    #[arg(long, value_name = "N", default_value = "20", requires = "unique",
        value_parser = whole::<NonZeroU32>)]
    tries: NonZeroU32,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateMagicArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(MagicOptions {
            order: self.order,
            clues: self.clues,
            unique: self.unique,
            tries: self.tries.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
