//! Recipes: the instances that a generator draws from a seed.

use parallax_instance::Instance;
use rand_chacha::ChaCha8Rng;
use serde_json::Value as Json;

use crate::oracle::SolutionOracle;
use crate::recipe_error::RecipeError;

/// The recipe for instances of one puzzle.
pub trait InstanceRecipe: Sync {
    /// The name of the puzzle, or of the kind of instance.
    fn puzzle_name(&self) -> &'static str;

    /// The extension of files with its instances, without a dot.
    fn file_extension(&self) -> &'static str;

    /// Checks that such instances can exist.
    ///
    /// # Errors
    /// Returns the reason why they cannot exist.
    fn check_feasible(&self) -> Result<(), RecipeError>;

    /// Returns the request as a JSON object.
    fn request_json(&self) -> Json;

    /// Returns a remark on the instances, if their form does not show their kind.
    fn instance_remark(&self) -> Option<&'static str> {
        None
    }

    /// Whether a file may hold several instances.
    fn shares_files(&self) -> bool {
        true
    }

    /// Returns the text between two instances of a file.
    fn file_separator(&self) -> &'static str {
        ""
    }

    /// Makes one instance. `rng` is its own stream of random numbers; `draw` is the seed and the
    /// number. Returns `None` if `oracle` was stopped or failed.
    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        draw: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome>;
}

/// The seed of a run, and the number of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstanceDraw {
    /// The seed.
    pub seed: u64,
    /// The number under that seed.
    pub number: u64,
}

/// The product of a recipe, or the reason why there is none.
pub type Outcome = Result<RecipeProduct, RecipeError>;

/// An instance made by a recipe.
pub struct RecipeProduct {
    /// The instance.
    pub instance: Box<dyn Instance>,
    /// The part of the request that the instance misses, as text.
    pub missed: Option<String>,
    /// Whether the instance must have one solution. Another engine then also counts them.
    pub unique: bool,
}

impl RecipeProduct {
    pub(super) fn new(
        made: parallax_puzzles::GeneratedPuzzle<impl Instance + 'static>,
        unique: bool,
    ) -> Self {
        RecipeProduct { instance: Box::new(made.puzzle), missed: made.missed, unique }
    }
}
