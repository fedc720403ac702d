//! Models by their names.

use parallax_formats::ModelInstance;
use parallax_puzzles::{GeneratedPuzzle, model_from_name};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value as Json, json};

use super::recipe_error::{NamedModelError, RecipeError};
use super::{InstanceDraw, InstanceRecipe, Outcome, RecipeProduct, SolutionOracle};

/// The generator of models of a name without a seed, such as `zebra:4`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGenerator(pub String);

impl NamedGenerator {
    /// Makes the model with this seed.
    fn make_model(&self, seed: u64) -> Result<ModelInstance, NamedModelError> {
        let NamedGenerator(name) = self;
        let made = model_from_name(&format!("{name}@{seed}"));
        let made = made.ok_or_else(|| NamedModelError::Unknown { name: name.clone() })?;
        Ok(ModelInstance::new(made?))
    }
}

impl InstanceRecipe for NamedGenerator {
    fn puzzle_name(&self) -> &'static str {
        "model"
    }

    fn file_extension(&self) -> &'static str {
        "model.json"
    }

    /// Makes a model, because only making one shows that all numbers are accepted.
    fn check_feasible(&self) -> Result<(), RecipeError> {
        if self.0.contains('@') {
            return Err(NamedModelError::Seed { name: self.0.clone() }.into());
        }
        Ok(self.make_model(0).map(|_| ())?)
    }

    fn request_json(&self) -> Json {
        json!({"name": self.0})
    }

    fn shares_files(&self) -> bool {
        false
    }

    /// The seed of the model is the sum of the seed of the run and the number.
    fn make_instance(
        &self,
        _: &mut ChaCha8Rng,
        draw: InstanceDraw,
        _: &mut SolutionOracle,
    ) -> Option<Outcome> {
        let seed = draw.seed.checked_add(draw.number);
        let InstanceDraw { seed: run, number } = draw;
        let seed = seed.ok_or(NamedModelError::LargeSeed { seed: run, number });
        let made = seed.and_then(|seed| self.make_model(seed)).map_err(RecipeError::from);
        Some(made.map(|puzzle| RecipeProduct::new(GeneratedPuzzle { puzzle, missed: None }, false)))
    }
}
