//! Deals of SET cards.

use parallax_puzzles::GeneratedPuzzle;
use parallax_puzzles::set::deal::deal_set_cards;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::{
    InstanceDraw, InstanceRecipe, Outcome, RecipeError, RecipeProduct, SetDealOptions,
    SolutionOracle,
};

impl InstanceRecipe for SetDealOptions {
    fn puzzle_name(&self) -> &'static str {
        "set"
    }

    fn file_extension(&self) -> &'static str {
        "set"
    }

    fn check_feasible(&self) -> Result<(), RecipeError> {
        Ok(SetDealOptions::check_deck(self).map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        json!({
            "attributes": self.attributes,
            "values": self.values,
            "cards": self.cards,
            "sets": self.sets,
        })
    }

    fn make_instance(
        &self,
        rng: &mut ChaCha8Rng,
        _: InstanceDraw,
        oracle: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let control = oracle.control();
        let dealt = deal_set_cards(self, rng, &mut || control.stop_reason().is_some())?;
        let product =
            dealt.map(|puzzle| RecipeProduct::new(GeneratedPuzzle { puzzle, missed: None }, false));
        Some(product.map_err(RecipeError::from))
    }
}
