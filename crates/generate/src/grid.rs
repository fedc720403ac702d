//! Puzzles on grids of several kinds.

use parallax_grids::generate::generate_grid;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{
    GridOptions, InstanceDraw, InstanceRecipe, Outcome, RecipeError, RecipeProduct, SolutionOracle,
};

impl InstanceRecipe for GridOptions {
    fn puzzle_name(&self) -> &'static str {
        self.kind.name()
    }

    fn file_extension(&self) -> &'static str {
        "grid"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(GridOptions::check_options(self)?)
    }

    fn request_json(&self) -> Json {
        json!({
            "kind": self.kind.name(),
            "size": self.size,
            "minimal": self.minimal,
            "symmetric": self.symmetric,
        })
    }

    fn file_separator(&self) -> &'static str {
        "\n"
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let made = generate_grid(self, rng, &mut |puzzle| oracle.count_solutions(puzzle))?;
        let product = made.map(|made| RecipeProduct {
            instance: Box::new(made.puzzle),
            missed: made.missed,
            unique: true,
        });
        Some(product.map_err(RecipeError::from))
    }
}
