//! The options of a kind of instance.

use parallax_generate::Recipe;

use super::Common;
use crate::cli::Failure;

/// The options of a kind of instance, as `kinds!` in the head of the folder lists it.
pub(super) trait RecipeArgs {
    /// Returns the recipe that they describe.
    ///
    /// # Errors
    /// If they do not fit each other.
    fn recipe(&self) -> Result<Box<dyn Recipe>, Failure>;

    /// Returns the options that all kinds have.
    fn common(&self) -> &Common;
}
