//! Latin squares with holes, and partial ones.

use parallax_puzzles::latin::generate::{partial, with_holes};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{Draw, Holes, Oracle, Outcome, Partial, Product, Recipe, RecipeError};

impl Recipe for Holes {
    fn puzzle(&self) -> &'static str {
        "latin"
    }

    fn extension(&self) -> &'static str {
        "pls"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(self.number().map(|_| ())?)
    }

    fn asked(&self) -> Json {
        json!({
            "order": self.order,
            "holes": self.holes.to_string(),
            "balanced": self.balanced,
            "unique": self.unique,
        })
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, oracle: &mut Oracle) -> Option<Outcome> {
        let made = with_holes(self, rng, &mut |square| oracle.count(square))?;
        let product = made.map(|made| Product::new(made, self.unique));
        Some(product.map_err(RecipeError::from))
    }
}

impl Recipe for Partial {
    fn puzzle(&self) -> &'static str {
        "completion"
    }

    fn extension(&self) -> &'static str {
        "pls"
    }

    fn check(&self) -> Result<(), RecipeError> {
        Ok(self.number().map(|_| ())?)
    }

    fn asked(&self) -> Json {
        json!({"order": self.order, "filled": self.filled.to_string(), "ahead": self.ahead})
    }

    fn remark(&self) -> Option<&'static str> {
        Some("partial Latin squares may have no solution")
    }

    fn make(&self, rng: &mut ChaCha8Rng, _: Draw, _: &mut Oracle) -> Option<Outcome> {
        let product = partial(self, rng).map(|made| Product::new(made, false));
        Some(product.map_err(RecipeError::from))
    }
}
