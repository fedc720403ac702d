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
//!   ([`Instance::explanations`]);
//! - [`PuzzleReduction`]: shrinking and setters of puzzles; an instance may give it
//!   ([`Instance::reductions`]).
//!
//! The layers above (engines, comparison, reports) access instances through these traits only. What
//! has no default is enough to solve, compare and check. A wrapper, such as [`WithGivens`], names the
//! instance inside in [`ModelSource::wrapped`]; every default then asks that instance.
//! `examples/own_puzzle.rs` is a puzzle outside the workspace; the puzzles inside are in
//! `crates/puzzles`.

#[cfg(any(test, feature = "sample"))]
mod answers;
mod error;
mod explanation;
mod fields;
mod found;
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
mod places;
mod puzzle;
mod reduction;
#[cfg(test)]
mod tests;
mod unique;
mod validity;
mod viewpoint;
mod waiting;
mod weight;
mod with_givens;

#[cfg(any(test, feature = "sample"))]
pub use answers::{NamedAnswer, list_answers};
pub use error::{InputError, escaped};
pub use explanation::{Excerpt, Excerpted, ExplanationSource, HintError, OwnHint, OwnKind};
pub use fields::{Field, fields, pieces, shorten, words};
pub use found::{Origin, SourcedInstance};
pub use instantiation::{Instantiation, InstantiationError, read_instantiations, without_escapes};
pub use json_message::json_message;
pub use json_path::{json_path, offset};
pub use lines::{Line, Lines, MAX_LINE};
pub use markup::{draw_text, escape};
pub use model_source::ModelSource;
pub use named_value::{NamedValueError, parse_given, parse_value};
pub use notation::{DecodeError, FormError, Language, NamedValues, PuzzleNotation};
pub use picture::{Board, Mark, Marked, PuzzlePicture};
pub use places::Places;
pub use puzzle::{BrokenRule, Goal, Instance, PuzzleSolution, downcast};
pub use reduction::PuzzleReduction;
pub use unique::Unique;
pub use validity::{Validity, judged};
pub use viewpoint::{Effect, ModelOption, Viewpoint};
pub use waiting::Waiting;
pub use weight::Weight;
pub use with_givens::{GivenError, WithGivens, added_givens};
