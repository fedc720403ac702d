//! Magic squares with clues.

use parallax_puzzles::magic::generate::generate_magic;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{
    InstanceDraw, InstanceRecipe, MagicOptions, Outcome, RecipeError, RecipeProduct, SolutionOracle,
};

impl InstanceRecipe for MagicOptions {
    fn puzzle_name(&self) -> &'static str {
        "magic"
    }

    fn file_extension(&self) -> &'static str {
        "dat"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(self.clue_count().map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        json!({"order": self.order, "clues": self.clues.to_string(), "unique": self.unique})
    }

    fn shares_files(&self) -> bool {
        false
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let made = generate_magic(self, rng, &mut |square| oracle.count_solutions(square))?;
        Some(Ok(RecipeProduct::new(made, self.unique)))
    }
}
