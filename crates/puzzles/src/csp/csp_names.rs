//! The models by name.

use parallax_model::Model;

use super::queens::QueensProblem;
use super::random::RandomBinaryProblem;
use crate::errors::GeneratorError;

/// The names of the generators.
pub const GENERATOR_NAMES: [&str; 2] = ["queens", "random"];

/// Builds the model of a name like `queens:8` or
/// `random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7`. The name of the model has all parts,
/// also those that the text omits. Returns `None` if the text does not start with the name of a
/// generator and a colon.
///
/// # Errors
/// The `Some` holds an error if the numbers are wrong.
#[must_use]
pub fn from_name(text: &str) -> Option<Result<Model, GeneratorError>> {
    let (generator, rest) = text.split_once(':')?;
    let model = match generator {
        "queens" => rest.parse::<QueensProblem>().map(|queens| queens.build_model()),
        "random" => rest.parse::<RandomBinaryProblem>().map(|random| random.build_model()),
        _ => return None,
    };
    Some(model.map_err(GeneratorError::from).and_then(|model| Ok(model?)))
}
