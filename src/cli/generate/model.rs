//! `parallax generate model`: models of sets, timetables, zebra puzzles, random problems.

use parallax_generate::{Named, Recipe};

use super::{Common, RecipeArgs};
use crate::cli::Failure;

/// Models: sets, timetables, zebra puzzles, random binary problems
///
/// The seed of a model is the sum of --seed and the number of the instance.
#[derive(clap::Args)]
pub(super) struct Args {
    /// A name without a seed: sets:4x3x3, timetable:12, zebra:4,
    /// random:n=12,d=8,density=0.5,tightness=0.25,blocks=2
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    pub(super) common: Common,
}

impl RecipeArgs for Args {
    fn recipe(&self) -> Result<Box<dyn Recipe>, Failure> {
        Ok(Box::new(Named(self.name.clone())))
    }

    fn common(&self) -> &Common {
        &self.common
    }
}
