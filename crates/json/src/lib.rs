//! Models as JSON (`.model.json`); `docs/reference/model-json.md` describes the format.
//!
//! [`read`] takes both forms: the flat one, which [`write`] writes (`item.rs` has its constraints), and
//! models as people write them, with parameters, arrays and expressions (`by_hand/`, `expressions/`),
//! which are flattened while they are read. [`ModelInstance`] is a model as an instance; readers of
//! other formats make a model and leave its solutions to that instance. A [`Presentation`] says how
//! solutions are drawn.
//!
//! This crate knows no puzzle and no engine. Start with `read.rs` and `model_instance.rs`.

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
mod model_instance;
mod name_error;
mod names;
mod pairs;
mod part;
mod picture;
pub mod presentation;
mod read;
mod search;
mod solution_error;
#[cfg(test)]
mod tests;
mod write;

use serde::{Deserialize, Serialize};

use parallax_model::{Dimension, ModelError, Value};

pub use domains::domain;
pub use model_instance::ModelInstance;
pub use name_error::{DomainError, NameError};
pub use presentation::Presentation;
pub use read::{read, read_while, read_with};
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

    fn build(self) -> Result<Dimension, ModelError> {
        let members: Vec<(Value, usize)> = self
            .classes
            .iter()
            .enumerate()
            .flat_map(|(i, class)| class.values.iter().map(move |&v| (v, i)))
            .collect();
        let names = self.classes.into_iter().map(|class| class.name).collect();
        Dimension::new(self.name, names, &members)
    }
}
