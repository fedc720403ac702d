//! `parallax generate model`: models of sets, timetables, zebra puzzles, random problems.

use parallax_generate::{InstanceRecipe, NamedGenerator};

use super::{GenerateOptions, RecipeArgs};
use crate::cli::CliError;

/// Models: sets, timetables, zebra puzzles, random binary problems
///
/// The seed of a model is the sum of --seed and the number of the instance.
#[derive(clap::Args)]
pub(super) struct GenerateModelArgs {
    /// A name without a seed: sets:4x3x3, timetable:12, zebra:4,
    /// random:n=12,d=8,density=0.5,tightness=0.25,blocks=2
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    pub(super) common: GenerateOptions,
}

impl RecipeArgs for GenerateModelArgs {
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError> {
        Ok(Box::new(NamedGenerator(self.name.clone())))
    }

    fn common(&self) -> &GenerateOptions {
        &self.common
    }
}
