//! Generators of models that the literature of constraint satisfaction measures
//! on: n queens, and random binary problems whose values are interchangeable to
//! a chosen degree.

mod queens;
mod random;

pub use queens::Queens;
pub use random::{Partition, Random, Share};

use parallax_model::Model;

/// The names of the generators.
pub const NAMES: [&str; 2] = ["queens", "random"];

/// Builds the model that a text like `queens:8` or
/// `random:n=12,d=8,density=0.5,tightness=0.25,blocks=2@7` names. The name of the
/// model is that text with omitted parts filled in. Returns `None` when the text
/// does not start with the name of a generator and a colon.
///
/// # Errors
/// Inside the `Some`, in words: what is wrong with the numbers.
#[must_use]
pub fn from_nothing(text: &str) -> Option<Result<Model, String>> {
    let (generator, rest) = text.split_once(':')?;
    let model = match generator {
        "queens" => rest.parse::<Queens>().map(|queens| queens.model()),
        "random" => rest.parse::<Random>().map(|random| random.model()),
        _ => return None,
    };
    Some(model.and_then(|model| model.map_err(|error| error.to_string())))
}

#[cfg(test)]
mod tests;
