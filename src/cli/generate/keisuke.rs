//! `parallax generate keisuke`: Keisukes, random or hard.

use std::num::NonZeroU64;

use parallax_generate::{
    InstanceRecipe, KEISUKE_DIGITS, KeisukeBlocks, KeisukeGrid, KeisukeOptions, KeisukeShape,
};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::{share, whole};

/// Keisukes, random or hard, with one solution on request
///
/// Black cells and digits are drawn, and the lists are those of the runs. The runs of hard ones all
/// have one length.
#[derive(clap::Args)]
pub(super) struct GenerateKeisukeArgs {
    /// The rows and columns: 9, or 9x12
    #[arg(long, value_name = "SIZE", default_value = "9", value_parser = size)]
    size: (usize, usize),
    /// The digits are 1 to this number
    #[arg(long, value_name = "N", default_value_t = KEISUKE_DIGITS, value_parser = whole::<u8>)]
    digits: u8,
    /// The probability that a cell is black, from 0 to 1 [default: 0.25]
    #[arg(long, value_name = "P", conflicts_with = "hard", value_parser = share)]
    density: Option<f64>,
    /// No two black cells touch side by side
    #[arg(long, conflicts_with = "hard")]
    apart: bool,
    /// All runs have this length: square blocks with black lines between them
    #[arg(long, value_name = "LENGTH", value_parser = whole::<usize>)]
    hard: Option<usize>,
    /// No entry is listed twice in a direction
    #[arg(long, requires = "hard")]
    distinct: bool,
    /// Change cells until there is exactly one solution
    #[arg(long)]
    unique: bool,
    /// Maximum number of puzzles whose solutions are counted for one instance
    ///
    /// Then the instance is given up.
    #[arg(long, value_name = "N", default_value = "1000", requires = "unique",
        value_parser = whole::<NonZeroU64>)]
    effort: NonZeroU64,
    /// Write the size and the lists only: the black cells are to be found
    #[arg(long, conflicts_with = "unique")]
    unknown: bool,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

/// Reads `9` or `9x12`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let (height, width) = text.split_once('x').unwrap_or((text, text));
    match (height.trim().parse(), width.trim().parse()) {
        (Ok(height), Ok(width)) => Ok((height, width)),
        _ => Err("expected rows and columns, for example 9 or 9x12".to_owned()),
    }
}

impl RecipeArgs for GenerateKeisukeArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        let shape = match self.hard {
            Some(length) => KeisukeShape::Blocks(self.grid_blocks(length)?),
            None => {
                let usual = KeisukeGrid::default();
                KeisukeShape::Random(KeisukeGrid {
                    height: self.size.0,
                    width: self.size.1,
                    digits: self.digits,
                    density: self.density.unwrap_or(usual.density),
                    touching: !self.apart,
                })
            }
        };
        let (unique, unknown) = (self.unique, self.unknown);
        Ok(Box::new(KeisukeOptions { shape, unique, effort: self.effort.get(), unknown }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}

impl GenerateKeisukeArgs {
    /// Returns the blocks that fill the grid.
    fn grid_blocks(&self, length: usize) -> Result<KeisukeBlocks, CliError> {
        let number = |side: usize| {
            // A side holds n runs with n - 1 black lines between them: side = n * length + n - 1,
            // so `side + 1` is n times `length + 1`.
            let fits = (2..side.saturating_add(1)).contains(&length)
                && (side + 1).is_multiple_of(length + 1);
            fits.then(|| (side + 1) / (length + 1))
        };
        match (number(self.size.0), number(self.size.1)) {
            (Some(down), Some(across)) => {
                let (digits, distinct) = (self.digits, self.distinct);
                Ok(KeisukeBlocks { down, across, length, digits, distinct })
            }
            _ => {
                let (height, width) = self.size;
                let next = length.saturating_mul(2).saturating_add(1);
                Err(CliError(format!(
                    "runs of length {length} do not fill a grid of {height}x{width}; expected a \
                     length from 2, and sides such as {length} or {next}"
                )))
            }
        }
    }
}
