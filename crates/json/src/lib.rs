//! Models as JSON (`.model.json`); `docs/reference/model-json.md` describes the format.
//!
//! `read_model` takes both forms: the flat one, which [`write_model()`] writes (`item.rs` has its
//! constraints), and models as people write them, with parameters, arrays and expressions
//! (`by_hand/`, `expressions/`), which are flattened while they are read. [`ModelInstance`] is a
//! model as an instance; readers of other formats make a model and leave its solutions to that
//! instance. A [`SolutionPresentation`] defines how solutions are drawn.
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
mod json_format;
#[cfg(test)]
mod key_tests;
mod members;
mod model_instance;
mod name_error;
mod names;
mod pairs;
mod picture;
pub mod presentation;
mod read;
mod search;
mod solution_error;
#[cfg(test)]
mod tests;
mod text_fragment;
mod undefined_name;
mod write;

use json_format::{DimensionItem, HAND_WRITTEN_FORMAT, MODEL_FORMAT};
pub use json_format::{ParameterSource, expected_format};

pub use domains::parse_domain;
pub use model_instance::ModelInstance;
pub use name_error::{ModelDomainError, ValueNameError};
pub use presentation::SolutionPresentation;
pub use read::{read_model, read_while, read_with};
pub use write::{JsonModel, model_digest, write_model, write_presented};
