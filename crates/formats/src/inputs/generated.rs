//! Instances without a file: `latin:4`, `set:81@7`, `zebra:4`, `queens:8`.

use parallax_model::instance::Instance;
use parallax_puzzles::{Puzzle, model_from_nothing};

use crate::ModelInstance;

/// Generates the instance of a puzzle, or the model, with the name `text`. Returns `None` if `text`
/// does not start like the name of a generator.
///
/// # Errors
/// The inner result is a message if the rest of the name is wrong.
pub(super) fn generate(text: &str) -> Option<Result<Box<dyn Instance>, String>> {
    let puzzle = Puzzle::from_name(text).map(|made| made.map_err(|error| error.to_string()));
    puzzle.or_else(|| {
        let model = model_from_nothing(text)?.map_err(|error| error.to_string());
        Some(model.map(|model| Box::new(ModelInstance::new(model)) as Box<dyn Instance>))
    })
}
