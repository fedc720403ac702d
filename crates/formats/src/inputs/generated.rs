//! Instances without a file: `latin:4`, `set:81@7`, `zebra:4`, `queens:8`.

use parallax_instance::Instance;
use parallax_puzzles::{Puzzle, model_from_name};

use super::name_error::GeneratedNameError;
use crate::ModelInstance;

/// Generates the instance of a puzzle, or the model, with the name `text`. Returns `None` if `text`
/// does not start like the name of a generator.
///
/// # Errors
/// The inner result is an error if the rest of the name is wrong.
pub(super) fn generate_instance(
    text: &str,
) -> Option<Result<Box<dyn Instance>, GeneratedNameError>> {
    let puzzle = Puzzle::from_name(text).map(|made| made.map_err(GeneratedNameError::from));
    puzzle.or_else(|| {
        let model = model_from_name(text)?.map_err(GeneratedNameError::from);
        Some(model.map(|model| Box::new(ModelInstance::new(model)) as Box<dyn Instance>))
    })
}
