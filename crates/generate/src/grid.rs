//! Puzzles on grids of several kinds.

use parallax_grids::generate::make;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Draw, GridOptions, Oracle, Outcome, Product, Recipe, RecipeError};

impl Recipe for GridOptions {
    fn puzzle(&self) -> &'static str {
        self.kind.name()
    }

    fn extension(&self) -> &'static str {
        "grid"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(GridOptions::check(self)?)
    }

    fn asked(&self) -> Json {
        json!({
            "kind": self.kind.name(),
            "size": self.size,
            "minimal": self.minimal,
            "symmetric": self.symmetric,
        })
    }

    fn separator(&self) -> &'static str {
        "\n"
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        let made = make(self, rng, &mut |puzzle| oracle.count(puzzle))?;
        let product = made.map(|made| Product {
            instance: Box::new(made.puzzle),
            missed: made.missed,
            unique: true,
        });
        Some(product.map_err(RecipeError::from))
    }
}
