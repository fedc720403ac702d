//! Models as JSON (`.model.json`); `docs/reference/model-json.md` describes the format.

mod by_hand;
#[cfg(test)]
mod by_hand_tests;
#[cfg(test)]
mod data_tests;
mod domains;
mod expressions;
mod item;
#[cfg(test)]
mod key_tests;
mod members;
mod missing;
mod names;
mod part;
pub mod presentation;
mod read;
mod search;
#[cfg(test)]
mod tests;
mod unique;
mod write;

use serde::{Deserialize, Serialize};

use crate::{Dimension, Value};

pub use domains::domain;
pub use presentation::Presentation;
pub use read::{read, read_while, read_with};
pub use unique::Unique;
pub use write::{Line, digest, write, write_presented};

/// The value of the key `format`.
const FORMAT: &str = "parallax-model-1";

/// The value of the key `format` in models that people write by hand.
const FORMAT_BY_HAND: &str = "parallax-model-2";

/// A text with the values of parameters of a model by hand: an object, `{"n": 8, "w": [3, 4]}`.
#[derive(Clone, Copy, Debug)]
pub struct Data<'a> {
    /// The name of the text in errors.
    pub source: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Returns the values of the key `format` that models have, for messages.
#[must_use]
pub fn expected_format() -> String {
    format!("\"{FORMAT}\" or \"{FORMAT_BY_HAND}\"")
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct DimensionItem {
    name: String,
    classes: Vec<ClassItem>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassItem {
    name: String,
    values: Vec<Value>,
}

impl DimensionItem {
    fn of(dimension: &Dimension) -> Self {
        let values = |class: usize| {
            dimension.members().filter(|m| m.1 as usize == class).map(|m| m.0).collect()
        };
        let classes = dimension.classes().iter().enumerate();
        DimensionItem {
            name: dimension.name().to_owned(),
            classes: classes
                .map(|(i, name)| ClassItem { name: name.clone(), values: values(i) })
                .collect(),
        }
    }

    fn build(self) -> Result<Dimension, String> {
        let members: Vec<(Value, usize)> = self
            .classes
            .iter()
            .enumerate()
            .flat_map(|(i, class)| class.values.iter().map(move |&v| (v, i)))
            .collect();
        let names = self.classes.into_iter().map(|class| class.name).collect();
        Dimension::new(self.name, names, &members).map_err(|error| error.to_string())
    }
}
