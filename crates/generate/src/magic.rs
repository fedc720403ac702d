//! Magic squares with clues.

use parallax_puzzles::magic::generate::make;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Draw, MagicOptions, Oracle, Outcome, Product, Recipe, RecipeError};

impl Recipe for MagicOptions {
    fn puzzle(&self) -> &'static str {
        "magic"
    }

    fn extension(&self) -> &'static str {
        "dat"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(self.number().map(|_| ())?)
    }

    fn asked(&self) -> Json {
        json!({"order": self.order, "clues": self.clues.to_string(), "unique": self.unique})
    }

    fn shares_files(&self) -> bool {
        false
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        let made = make(self, rng, &mut |square| oracle.count(square))?;
        Some(Ok(Product::new(made, self.unique)))
    }
}
