//! The names of the format, and dimensions in it.

use parallax_model::{ModelError, Value, ValueDimension};
use serde::{Deserialize, Serialize};

/// The value of the key `format`.
pub(super) const MODEL_FORMAT: &str = "parallax-model-1";

/// The value of the key `format` in models that people write by hand.
pub(super) const HAND_WRITTEN_FORMAT: &str = "parallax-model-2";

/// A text with the values of parameters of a model by hand: an object, `{"n": 8, "w": [3, 4]}`.
#[derive(Clone, Copy, Debug)]
pub struct ParameterSource<'a> {
    /// The name of the text in errors.
    pub source: &'a str,
    /// The text.
    pub text: &'a str,
}

/// Returns the values of the key `format` that models have, for messages.
#[must_use]
pub fn expected_format() -> String {
    format!("\"{MODEL_FORMAT}\" or \"{HAND_WRITTEN_FORMAT}\"")
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct DimensionItem {
    pub(super) name: String,
    pub(super) classes: Vec<ClassItem>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClassItem {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

impl DimensionItem {
    pub(super) fn from_dimension(dimension: &ValueDimension) -> Self {
        let values = |class: usize| {
            dimension.list_members().filter(|m| m.1 as usize == class).map(|m| m.0).collect()
        };
        let classes = dimension.class_names().iter().enumerate();
        DimensionItem {
            name: dimension.name().to_owned(),
            classes: classes
                .map(|(i, name)| ClassItem { name: name.clone(), values: values(i) })
                .collect(),
        }
    }

    pub(super) fn build_dimension(self) -> Result<ValueDimension, ModelError> {
        let members: Vec<(Value, usize)> = self
            .classes
            .iter()
            .enumerate()
            .flat_map(|(i, class)| class.values.iter().map(move |&v| (v, i)))
            .collect();
        let names = self.classes.into_iter().map(|class| class.name).collect();
        ValueDimension::new(self.name, names, &members)
    }
}
