//! Reasons in the terms of a MiniZinc model.
//!
//! The compiler folds constraints into domains and into one another, so that a core of its output
//! is not a core of the model. This module finds the constraint items of the user's files
//! (`tokens.rs`, `items.rs`, `files.rs`) and compiles a copy in which a bool switches each
//! of them (`model_parts.rs`): nothing folds, and the switches are the parts of explanations.
//! `names.rs` maps variables and values back; `excerpt_check.rs` asks MiniZinc about the model with
//! some parts alone.

mod excerpt_check;
mod excerpt_error;
mod files;
mod instance;
mod items;
mod model_parts;
mod names;
mod tokens;

pub(super) use self::instance::MinizincExplanationForm;
pub(super) use self::tokens::string_length;
