//! `parallax generate set`: SET cards with an exact number of sets.

use std::num::NonZeroU64;

use parallax_generate::{InstanceRecipe, SetDealOptions};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;
use crate::cli::numbers::whole;

/// SET cards with an exact number of sets
///
/// From a random deal, cards are exchanged for others of the deck until the number is right.
#[derive(clap::Args)]
pub(super) struct GenerateSetArgs {
    /// The number of cards
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = whole::<usize>)]
    cards: usize,
    /// The number of sets among them; 0 for a cap set [default: as many as there happen to be]
    #[arg(long, value_name = "K", value_parser = whole::<u64>)]
    sets: Option<u64>,
    /// The number of attributes
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = whole::<usize>)]
    attributes: usize,
    /// The number of values of each attribute, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<usize>)]
    values: usize,
    /// Maximum number of exchanges of cards for one instance, before it is given up
    #[arg(long, value_name = "N", default_value = "100000", requires = "sets",
        value_parser = whole::<NonZeroU64>)]
    exchanges: NonZeroU64,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateSetArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(SetDealOptions {
            attributes: self.attributes,
            values: self.values,
            cards: self.cards,
            sets: self.sets,
            exchanges: self.exchanges.get(),
        }))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
