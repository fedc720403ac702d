//! The interface of all instances, for every source.
//!
//! An [`Instance`] is one puzzle. Its traits are divided by who asks:
//!
//! - [`ModelSource`]: engines and comparisons ask for models, givens and the map from a model's
//!   solution to a [`PuzzleSolution`];
//! - [`Instance`]: the judge asks for the rules;
//! - [`PuzzleNotation`]: readers and writers;
//! - [`PuzzlePicture`]: pictures for people;
//! - [`ExplanationSource`]: explanations and hints; an instance may give it
//!   ([`Instance::explanation_source`]);
//! - [`PuzzleReduction`]: shrinking and setters of puzzles; an instance may give it
//!   ([`Instance::puzzle_reduction`]).
//!
//! The layers above (engines, comparison, reports) access instances through these traits only. What
//! has no default is enough to solve, compare and check. A wrapper, such as [`GivensWrapper`],
//! names the instance inside in [`ModelSource::wrapped_instance`]; every default then asks that
//! instance. `examples/own_puzzle.rs` is a puzzle outside the workspace; the puzzles inside are in
//! `crates/puzzles`.

mod error;
mod explanation;
mod fields;
mod givens_wrapper;
#[cfg(any(test, feature = "sample"))]
mod instance_questions;
mod instance_timer;
mod instantiation;
mod json_message;
mod json_path;
mod lines;
pub mod literals;
mod markup;
mod model_source;
mod named_value;
mod notation;
mod picture;
mod puzzle;
mod reduction;
mod solution_weight;
mod sourced_instance;
#[cfg(test)]
mod tests;
mod text_positions;
mod unique_keys;
mod validity;
mod viewpoint;

pub use error::{InputError, escape_text};
pub use explanation::{
    ExcerptAnswer, ExplanationSource, InstanceExcerpt, PuzzleHint, PuzzleHintError, PuzzleHintKind,
};
pub use fields::{LineField, iterate_fields, shorten_text, split_fields, split_words};
pub use givens_wrapper::{GivenError, GivensWrapper, added_givens};
#[cfg(any(test, feature = "sample"))]
pub use instance_questions::{NamedAnswer, list_answers};
pub use instance_timer::InstanceTimer;
pub use instantiation::{
    InstantiationError, SolverInstantiation, read_instantiations, without_escapes,
};
pub use json_message::json_message;
pub use json_path::{json_path, offset_of_column};
pub use lines::{LineReader, MAX_LINE, TextLine};
pub use markup::{draw_text, escape_markup};
pub use model_source::ModelSource;
pub use named_value::{NamedValueError, parse_given, parse_value};
pub use notation::{DecodeError, InstanceFormError, NamedValues, PuzzleNotation, SolverLanguage};
pub use picture::{BoardLayout, MarkedPicture, PictureMark, PuzzlePicture};
pub use puzzle::{BrokenRuleError, Instance, InstanceGoal, PuzzleSolution, downcast_instance};
pub use reduction::PuzzleReduction;
pub use solution_weight::SolutionWeight;
pub use sourced_instance::{InstanceOrigin, SourcedInstance};
pub use text_positions::TextPositions;
pub use unique_keys::UniqueKeyJson;
pub use validity::{SolutionValidity, judge_solution};
pub use viewpoint::{ModelOption, OptionEffect, Viewpoint};
