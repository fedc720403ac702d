//! The options of a kind of instance.

use parallax_generate::InstanceRecipe;

use super::GenerateOptions;
use crate::cli::CliError;

/// The options of a kind of instance, as `kinds!` in the head of the folder lists it.
pub(super) trait RecipeArgs {
    /// Returns the recipe that the options describe.
    ///
    /// # Errors
    /// If the options contradict each other.
    fn make_recipe(&self) -> Result<Box<dyn InstanceRecipe>, CliError>;

    /// Returns the options of all kinds.
    fn common(&self) -> &GenerateOptions;
}
