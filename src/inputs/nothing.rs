//! Instances without a file: `latin:4`, `set:81@7`, `zebra:4`.

use crate::formats::ModelInstance;
use crate::instance::Instance;
use crate::puzzles::{Puzzle, dimensional};

/// The instance that a text names, if it starts as the name of one does: an
/// instance of a puzzle, or a generated model.
///
/// # Errors
/// Inside, in words: what is wrong with the rest of it.
pub(super) fn made(text: &str) -> Option<Result<Box<dyn Instance>, String>> {
    Puzzle::from_nothing(text).or_else(|| {
        let model = dimensional::from_nothing(text)?;
        Some(model.map(|model| Box::new(ModelInstance::new(model)) as Box<dyn Instance>))
    })
}
