//! Models without a file, by their names: `zebra:4`, `queens:8`.

use parallax_model::Model;

use super::errors::GeneratorError;
use super::{csp, dimensional};

/// The names of all generators of models.
pub const MODEL_GENERATOR_NAMES: [&str;
    dimensional::GENERATOR_NAMES.len() + csp::GENERATOR_NAMES.len()] = {
    let [sets, timetable, zebra] = dimensional::GENERATOR_NAMES;
    let [queens, random] = csp::GENERATOR_NAMES;
    [sets, timetable, zebra, queens, random]
};

/// An example for each of these generators, which help shows; a seed may follow it.
pub const MODEL_EXAMPLES: [&str; MODEL_GENERATOR_NAMES.len()] = [
    "sets:4x3x3",
    "timetable:12",
    "zebra:4",
    "queens:8",
    "random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7",
];

/// Builds the model of a name like `zebra:4@7` or `queens:8`. Returns `None` if the text does not
/// start with the name of a generator of models and a colon.
///
/// # Errors
/// The `Some` holds an error if the rest of the name is wrong.
#[must_use]
pub fn model_from_name(text: &str) -> Option<Result<Model, GeneratorError>> {
    dimensional::from_name(text).or_else(|| csp::from_name(text))
}
