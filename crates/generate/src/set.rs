//! Deals of SET cards.

use parallax_puzzles::Made;
use parallax_puzzles::set::deal::deal;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Deal, Draw, Oracle, Outcome, Product, Recipe, RecipeError};

impl Recipe for Deal {
    fn puzzle(&self) -> &'static str {
        "set"
    }

    fn extension(&self) -> &'static str {
        "set"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(Deal::check(self).map(|_| ())?)
    }

    fn asked(&self) -> Json {
        json!({
            "attributes": self.attributes,
            "values": self.values,
            "cards": self.cards,
            "sets": self.sets,
        })
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        let control = oracle.control();
        let dealt = deal(self, rng, &mut || control.stopped().is_some())?;
        let product = dealt.map(|puzzle| Product::new(Made { puzzle, missed: None }, false));
        Some(product.map_err(RecipeError::from))
    }
}
