//! What every puzzle instance gives, whatever it was read from.
//!
//! An [`Instance`] knows its puzzle: its models, the map from a model's
//! solution to a [`PuzzleSolution`], its own rules, its text and its pictures.
//! Everything above (engines, comparison, reports) sees instances through
//! this trait alone.

mod error;
mod fields;
mod json_path;
mod lines;
pub mod literals;
mod viewpoint;
mod weight;

pub use error::InputError;
pub use fields::{Field, fields, pieces, shorten, words};
pub use json_path::{json_path, offset};
pub use lines::{Line, Lines, MAX_LINE};
pub use viewpoint::{Effect, ModelOption, Viewpoint};
pub use weight::Weight;

use std::fmt;

use crate::ask::{Control, Refusal, Task};
use crate::model::{Given, Model, ModelError, Solution, Value};

/// A solution of the puzzle, the same for every model of it, so that solutions
/// of different models can be compared. SET: three card numbers, ascending from
/// 1. Grids: the cells row by row. Models: the shown variables in order.
pub type PuzzleSolution = Vec<Value>;

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
    /// names have them: `cells+sums+symmetry`.
    fn options(&self) -> &'static [ModelOption] {
        &[]
    }

    /// Reads the name of a model with its options, for example
    /// `cells+symmetry`. Nothing else parses such names.
    ///
    /// # Errors
    /// When the instance does not offer the model or an option, with what it
    /// offers, or when options do not go together.
    fn viewpoint(&self, name: &str) -> Result<Viewpoint, ModelError> {
        Viewpoint::parse(self, name)
    }

    /// The first of the [`models`](Instance::models), without options.
    fn default_viewpoint(&self) -> Viewpoint {
        Viewpoint::default_of(self)
    }

    /// How many solutions of the plain model a solution of this one stands
    /// for: more than one only with an option whose effect is
    /// [`Effect::Orbits`]. `None` when the model does not exist or the number
    /// does not fit 128 bits.
    fn weight(&self, _viewpoint: &Viewpoint) -> Option<Weight> {
        Some(Weight::ONE)
    }

    /// A key of the model without the givens: two instances with the same key
    /// have the same model and differ in their givens only.
    fn shape(&self, viewpoint: &Viewpoint) -> String;

    /// The model from this viewpoint, without the givens.
    ///
    /// # Errors
    /// When the numbers of the instance do not fit a model, or an option does
    /// not apply to this instance, with the reason.
    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError>;

    /// The same model, built under `control`. Large models check the clock
    /// while they are built.
    ///
    /// # Errors
    /// As [`model`](Instance::model), and when `control` stops the run.
    fn model_within(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, Refusal> {
        Ok(self.model(viewpoint)?)
    }

    /// The givens of the instance, for the variables of that model.
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given>;

    /// The solution of the puzzle that a solution of that model is.
    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution;

    /// Checks a solution by the puzzle's own rules. Shares no code with models.
    ///
    /// # Errors
    /// The rule that is broken, and where.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule>;

    /// The language of solvers in which the instance is written as it stands,
    /// if any: what a solver prints about the file is about the instance.
    fn language(&self) -> Option<Language> {
        None
    }

    /// What `compare` asks by default.
    fn default_task(&self) -> Task {
        Task::Limit(2)
    }

    /// The instance in a form that its reader reads back, with a final line
    /// break.
    fn write(&self) -> String;

    /// A solution on one line, in a form that
    /// [`read_solutions`](Instance::read_solutions) reads back.
    fn write_solution(&self, solution: &[Value]) -> String;

    /// Reads solutions: at least one, as
    /// [`write_solution`](Instance::write_solution) writes them or in the usual
    /// forms of the puzzle. Values are in the range of the form; the rules are
    /// not checked.
    ///
    /// # Errors
    /// The first place that is not as expected.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError>;

    /// What a solution means in the words of the problem that the instance was
    /// exported from: names and values. `None` when the instance has no record
    /// of that problem.
    ///
    /// # Errors
    /// Inside, in words: where the solution contradicts that record.
    fn meaning(&self, _solution: &[Value]) -> Option<Result<Vec<(String, Value)>, String>> {
        None
    }

    /// With more solutions than this, each is better shown on a line than in a
    /// picture.
    fn most_pictures(&self) -> usize {
        10
    }

    /// A picture in text, with no solution, one, or several; with several,
    /// each is drawn and what differs from the first is marked.
    fn text(&self, solutions: &[PuzzleSolution]) -> String;

    /// The same picture as an SVG document.
    fn svg(&self, solutions: &[PuzzleSolution]) -> String;
}

/// A language of solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// DIMACS CNF.
    Dimacs,
    /// Pseudo-Boolean constraints.
    Opb,
    /// SMT-LIB.
    Smtlib,
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
