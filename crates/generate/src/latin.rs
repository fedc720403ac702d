//! Latin squares with holes, and partial ones.

use parallax_puzzles::latin::generate::{generate_partial, with_holes};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{
    InstanceDraw, InstanceRecipe, LatinHoleOptions, Outcome, PartialSquareOptions, RecipeError,
    RecipeProduct, SolutionOracle,
};

impl InstanceRecipe for LatinHoleOptions {
    fn puzzle_name(&self) -> &'static str {
        "latin"
    }

    fn file_extension(&self) -> &'static str {
        "pls"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(self.hole_count().map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        json!({
            "order": self.order,
            "holes": self.holes.to_string(),
            "balanced": self.balanced,
            "unique": self.unique,
        })
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let made = with_holes(self, rng, &mut |square| oracle.count_solutions(square))?;
        let product = made.map(|made| RecipeProduct::new(made, self.unique));
        Some(product.map_err(RecipeError::from))
    }
}

impl InstanceRecipe for PartialSquareOptions {
    fn puzzle_name(&self) -> &'static str {
        "completion"
    }

    fn file_extension(&self) -> &'static str {
        "pls"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(self.filled_count().map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        json!({"order": self.order, "filled": self.filled.to_string(), "ahead": self.ahead})
    }

    fn instance_remark(&self) -> Option<&'static str> {
        Some("partial Latin squares may have no solution")
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        _: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let product = generate_partial(self, rng).map(|made| RecipeProduct::new(made, false));
        Some(product.map_err(RecipeError::from))
    }
}
