//! What every puzzle instance gives, whatever it was read from.
//!
//! An [`Instance`] knows its puzzle: its models, the map from a model's
//! solution to its own [`Terms`], its own rules, its text and its pictures.
//! Everything above (engines, comparison, reports) sees instances through
//! this trait alone.

mod error;
mod fields;
mod json_path;
mod lines;
pub mod literals;
mod option;
mod weight;

pub use error::InputError;
pub use fields::{Field, fields, pieces, shorten, words};
pub use json_path::{json_path, offset};
pub use lines::{Line, Lines, MAX_LINE};
pub use option::{Choice, Effect, ModelOption};
pub use weight::Weight;

use std::fmt;

use crate::ask::{Control, Refusal, Task};
use crate::model::{Given, Model, ModelError, Solution, Value};

/// A solution in the instance's own terms, canonical: equal solutions are
/// equal terms whatever the model. SET: three card numbers, ascending from 1.
/// Grids: the cells row by row. Models: the shown variables in order.
pub type Terms = Vec<Value>;

/// One puzzle to solve.
pub trait Instance: Send + Sync {
    /// The puzzle's short name, for example `sudoku`.
    fn puzzle(&self) -> &'static str;

    /// One line for people, for example `sudoku 9x9, 24 clues`.
    fn title(&self) -> String;

    /// The names of the models (viewpoints) that the puzzle offers; the first
    /// is the default.
    fn models(&self) -> &'static [&'static str];

    /// The options that any of the models may carry, in the order in which
    /// names have them: `cells+sums+symmetry`. Wherever this trait takes the
    /// name of a model, the name may carry options.
    fn options(&self) -> &'static [ModelOption] {
        &[]
    }

    /// Reads the name of a model with its options. This is the only place
    /// that does.
    ///
    /// # Errors
    /// When the instance does not offer the model or an option, with what it
    /// offers, or when options do not go together.
    fn choose(&self, model: &str) -> Result<Choice, ModelError> {
        Choice::parse(self, model)
    }

    /// How many solutions of the plain model a solution of this one stands
    /// for; more than one only with an option whose effect is
    /// [`Effect::Orbits`], and told only where the model exists. `None` when
    /// the number is beyond 128 bits.
    fn weight(&self, _model: &str) -> Option<Weight> {
        Some(Weight::ONE)
    }

    /// A key of the model without the givens: two instances with the same key
    /// have the same model and differ in their givens only.
    fn shape(&self, model: &str) -> String;

    /// The model of this name, without the givens.
    ///
    /// # Errors
    /// When there is no such model ([`choose`](Instance::choose)), when the
    /// numbers of the instance are beyond what a model can hold, or when an
    /// option does not apply to this instance, with the reason.
    fn model(&self, model: &str) -> Result<Model, ModelError>;

    /// The same model, made while `control` allows it. Those that may be large
    /// look at the clock on the way.
    ///
    /// # Errors
    /// As [`model`](Instance::model), and when it is time to stop.
    fn model_within(&self, model: &str, _control: &Control) -> Result<Model, Refusal> {
        Ok(self.model(model)?)
    }

    /// The givens of the instance, for the variables of that model.
    fn givens(&self, model: &str) -> Vec<Given>;

    /// A solution of that model in the instance's own terms.
    fn terms(&self, model: &str, solution: &Solution) -> Terms;

    /// Checks terms by the puzzle's own rules. Shares no code with models.
    ///
    /// # Errors
    /// The rule that is broken, and where.
    fn rules(&self, terms: &[Value]) -> Result<(), BrokenRule>;

    /// What `compare` asks by default.
    fn default_task(&self) -> Task {
        Task::Limit(2)
    }

    /// The instance in a form that its reader reads back, with a final line
    /// break.
    fn write(&self) -> String;

    /// Terms on one line, in a form that
    /// [`read_terms`](Instance::read_terms) reads back.
    fn write_terms(&self, terms: &[Value]) -> String;

    /// Reads solutions: at least one, as [`write_terms`](Instance::write_terms)
    /// writes them or in the usual forms of the puzzle. Values are in range of
    /// the form, not checked by the rules.
    ///
    /// # Errors
    /// The first place that is not as expected.
    fn read_terms(&self, source: &str, text: &str) -> Result<Vec<Terms>, InputError>;

    /// What terms mean in the words of the problem that the instance was
    /// exported from, where it tells: names and values.
    ///
    /// # Errors
    /// Inside, in words: where the terms contradict what the instance tells.
    fn meaning(&self, _terms: &[Value]) -> Option<Result<Vec<(String, Value)>, String>> {
        None
    }

    /// A picture in text, with no solution, one, or several; with several,
    /// each is drawn and what differs from the first is marked.
    fn text(&self, solutions: &[Terms]) -> String;

    /// The same picture as an SVG document.
    fn svg(&self, solutions: &[Terms]) -> String;
}

/// A rule of the puzzle that a solution breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// Where: a cell, a row, a card.
    pub place: String,
    /// The rule and how it is broken.
    pub rule: String,
}

impl BrokenRule {
    /// `rule` is broken at `place`.
    pub fn new(place: impl Into<String>, rule: impl Into<String>) -> Self {
        BrokenRule { place: place.into(), rule: rule.into() }
    }
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.rule)
    }
}
