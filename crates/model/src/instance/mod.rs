//! The interface of all instances, for every source.
//!
//! An [`Instance`] provides the models of its puzzle, the map from a model's solution to a
//! [`PuzzleSolution`], the rules, the text and the pictures. The layers above (engines, comparison,
//! reports) access instances through this trait only.
//!
//! The required methods are enough to solve, compare and check. The others have defaults; override
//! `weight` for options that break symmetry, `explainable`, `is_definition`, `excerpt` and `marked`
//! for explanations, `board` and `own_hint` for hints, `cuts` and `cut` for shrinking. `examples/` has
//! a puzzle outside the workspace (`own_puzzle.rs`); the puzzles inside are in `crates/puzzles`.

mod board;
mod clues;
mod error;
mod excerpt;
mod fields;
mod forward;
mod found;
mod instantiation;
mod json_path;
mod lines;
pub mod literals;
mod markup;
mod named_value;
mod own_hint;
mod places;
mod unique;
mod validity;
mod viewpoint;
mod waiting;
mod weight;
mod with_givens;

pub use board::Board;
pub use error::{InputError, escaped};
pub use excerpt::{Excerpt, Excerpted};
pub use fields::{Field, fields, pieces, shorten, words};
pub use found::{Origin, SourcedInstance};
pub use instantiation::{Instantiation, read_instantiations, without_escapes};
pub use json_path::{json_path, offset};
pub use lines::{Line, Lines, MAX_LINE};
pub use markup::{draw_text, escape};
pub use named_value::{parse_given, parse_value};
pub use own_hint::{OwnHint, OwnKind};
pub use places::Places;
pub use unique::Unique;
pub use validity::{Validity, judged};
pub use viewpoint::{Effect, ModelOption, Viewpoint};
pub use waiting::Waiting;
pub use weight::Weight;
pub use with_givens::WithGivens;

use std::any::Any;
use std::fmt;
use std::ops::Range;

use crate::ask::{Control, Refusal, Task};
use crate::flatten::Tree;
use crate::{Cuts, Given, Model, ModelError, Posted, Solution, Value, VarId};

/// A solution in the form of the puzzle. It does not depend on the model, so that solutions of
/// different models can be compared. SET: three card numbers, ascending from 1. Grids: the cells
/// row by row. Models: the shown variables in order.
pub type PuzzleSolution = Vec<Value>;

/// One puzzle to solve.
pub trait Instance: Any + Send + Sync {
    /// Returns the puzzle's short name, for example `sudoku`.
    fn puzzle(&self) -> &'static str;

    /// Returns a one-line description, for example `sudoku 9x9, 24 clues`.
    fn title(&self) -> String;

    /// Returns what is allowed in the text of the instance but hardly meant, such as an empty range,
    /// each with its place. Commands print it before they solve.
    fn warnings(&self) -> &[InputError] {
        &[]
    }

    /// Returns the form in which the text was found, in words, where the puzzle has several. `None`
    /// by default.
    fn found_as(&self) -> Option<&'static str> {
        None
    }

    /// Returns the notes of the setter and the reader for people: title, author, rules in prose,
    /// drawings that were left out. None by default.
    fn notes(&self) -> &[String] {
        &[]
    }

    /// Returns the names of the models (viewpoints) that the puzzle offers; the first is the
    /// default.
    fn models(&self) -> &'static [&'static str];

    /// Returns the options of the models, in the order in which names list them:
    /// `cells+sums+symmetry`.
    fn options(&self) -> &'static [ModelOption] {
        &[]
    }

    /// Reads the name of a model with its options, for example
    /// `cells+symmetry`. This is the only parser of such names.
    ///
    /// Returns an error if the instance does not offer the model or an option, with a list of those
    /// it offers, or if options exclude each other.
    fn viewpoint(&self, name: &str) -> Result<Viewpoint, ModelError> {
        Viewpoint::parse(self, name)
    }

    /// Returns the first of the [`models`](Instance::models), without options.
    fn default_viewpoint(&self) -> Viewpoint {
        Viewpoint::default_of(self)
    }

    /// Returns the number of solutions of the plain model that one solution of this model
    /// represents: more than one only with an option whose effect is [`Effect::Orbits`]. `None` if
    /// the model does not exist.
    fn weight(&self, _viewpoint: &Viewpoint) -> Option<Weight> {
        Some(Weight::one())
    }

    /// Returns a key of the model without the givens. Two instances with the same key have the same
    /// model and differ in their givens only.
    fn shape(&self, viewpoint: &Viewpoint) -> String;

    /// Returns the model from this viewpoint, without the givens.
    ///
    /// # Errors
    /// Returns an error if the numbers of the instance do not fit a model, or an option does not
    /// apply to this instance, with the reason.
    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError>;

    /// Returns the [`model`](Instance::model), built under `control`. Large models check the clock
    /// while they are built.
    ///
    /// # Errors
    /// Returns the errors of [`model`](Instance::model), and the reason when `control` stops the
    /// run.
    fn model_within(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, Refusal> {
        Ok(self.model(viewpoint)?)
    }

    /// Returns the model for explanations, with the same variables: every rule is a constraint with
    /// a label that people understand, and the domains follow from no rule and no given. By
    /// default, and when `control` stops the work, it is the model itself.
    ///
    /// # Errors
    /// Returns the errors of [`model`](Instance::model).
    fn explainable(&self, viewpoint: &Viewpoint, _: &Control) -> Result<Model, ModelError> {
        self.model(viewpoint)
    }

    /// Returns the rules in sentences for a person who solves the instance. None, the default, if
    /// the kind of puzzle says them.
    fn sentences(&self) -> Vec<String> {
        Vec::new()
    }

    /// Whether a constraint of that model only defines hidden variables, so that no explanation
    /// names it. By default, none does.
    fn is_definition(&self, _: &Posted) -> bool {
        false
    }

    /// Returns the instance in the form whose reasons people understand, if it is another one: a
    /// compiler may have folded constraints into domains. `None`, the default, if this is that form.
    ///
    /// # Errors
    /// Returns an error if that form cannot be made, or `control` stops the work.
    fn explanation_form(&self, _: &Control) -> Option<Result<Box<dyn Instance>, InputError>> {
        None
    }

    /// Whether a constraint of the [`explainable`](Instance::explainable) model is only there for a
    /// part that holds in this model always, because nothing can take it out. Excerpts leave it out.
    fn is_always_posted(&self, _: &Posted) -> bool {
        false
    }

    /// Answers whether a part of the instance's own text has a solution, read again without the rest.
    /// `None`, the default, if the [`explainable`](Instance::explainable) model is what people wrote.
    fn excerpt(&self, _: &Excerpt<'_>, _: &Control) -> Option<Excerpted> {
        None
    }

    /// Returns a hint in the puzzle's own words, after some values of a solution are chosen.
    /// `None`, the default, if hints are steps derived from rules.
    ///
    /// # Errors
    /// Describes in the inner result what cannot be chosen.
    fn own_hint(&self, _chosen: &[Value]) -> Option<Result<OwnHint, String>> {
        None
    }

    /// Returns the places of that model's variables. `None`, the default, if they are not the cells
    /// of a board.
    fn board(&self, _viewpoint: &Viewpoint) -> Option<Board> {
        None
    }

    /// Returns the givens of the instance, for the variables of that model.
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given>;

    /// Returns the instance inside, if this one only adds something to another; [`downcast`] looks
    /// there. `None` by default.
    fn wrapped(&self) -> Option<&dyn Instance> {
        None
    }

    /// Returns those of the givens that do not come from the instance itself, each as `NAME=VALUE`:
    /// [`WithGivens`] has some.
    fn added_givens(&self) -> &[String] {
        &[]
    }

    /// Converts a solution of that model into a puzzle solution.
    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution;

    /// Checks a solution by the puzzle's own rules. Shares no code with models. If there is a
    /// [`completion`](Instance::completion), this is not enough: [`judged`] does both.
    ///
    /// # Errors
    /// Returns the broken rule, and its place.
    fn rules(&self, solution: &[Value]) -> Result<(), BrokenRule>;

    /// Checks a solution of that model, of which `solution` is the puzzle solution, by the puzzle's
    /// own rules. By default, these are the [`rules`](Instance::rules) of the puzzle solution;
    /// instances whose rules need the values of hidden variables override it.
    ///
    /// # Errors
    /// Returns the errors of [`rules`](Instance::rules).
    fn rules_in_full(&self, _: &Solution, solution: &[Value]) -> Result<(), BrokenRule> {
        self.rules(solution)
    }

    /// Returns a model that has a solution exactly if a puzzle solution that keeps the rules is
    /// valid: the values of the solution are given, and the hidden variables, which the rules do
    /// not cover, are open. `None`, the default, if the rules cover all.
    fn completion(&self, _solution: &[Value]) -> Option<Model> {
        None
    }

    /// Returns what the instance states as expressions, where it keeps them, for writers of other
    /// languages with expressions. `None`, the default, leaves only the model.
    fn tree(&self) -> Option<Tree<'_>> {
        None
    }

    /// Returns a solution as XCSP3 has it: `<instantiation> … </instantiation>` on one line. `None`,
    /// the default, if the variables have no names there.
    fn instantiation(&self, _solution: &[Value]) -> Option<String> {
        None
    }

    /// Returns the value of the objective, if the instance has one and knows it by itself.
    fn objective(&self, _solution: &[Value]) -> Option<i128> {
        None
    }

    /// Returns the solver language of the instance's own file, if any. A solver's output for the
    /// file then applies to the instance directly.
    fn language(&self) -> Option<Language> {
        None
    }

    /// Returns the goal that the instance itself states. Commands that solve pursue it unless the
    /// user names a task.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Returns the default task of `compare`.
    fn default_task(&self) -> Task {
        Task::Limit(2)
    }

    /// Writes the instance in a form that its reader reads back, with a final
    /// line break.
    fn write(&self) -> String;

    /// Returns the names of further forms in which the instance may be written, those of other
    /// programs. None by default.
    fn forms(&self) -> &'static [&'static str] {
        &[]
    }

    /// Writes the instance in one of its [`forms`](Instance::forms), with a final line break.
    ///
    /// # Errors
    /// Returns a message if there is no such form, or it has no place for a part of the instance,
    /// which the message names.
    fn write_form(&self, name: &str) -> Result<String, String> {
        Err(format!("a {} has no form '{name}'", self.puzzle()))
    }

    /// Returns the kinds of cuts that make this instance smaller, always the same ones in the same
    /// order, the coarsest first. None by default.
    fn cuts(&self) -> Vec<Cuts> {
        Vec::new()
    }

    /// Returns the instance after a run of the cuts at a place of [`cuts`](Instance::cuts), or
    /// `None` if there is no such instance. Its solutions may differ.
    fn cut(&self, _kind: usize, _run: Range<usize>) -> Option<Box<dyn Instance>> {
        None
    }

    /// Returns the clues in words: the parts of the puzzle that its setter may leave out. By
    /// default, these are the givens, if the instance has cuts named `clues` for them.
    fn clues(&self) -> Vec<String> {
        clues::of_givens(self)
    }

    /// Returns the puzzle without some of its [`clues`](Instance::clues), given by their places in
    /// ascending order. `None` if there is no such puzzle.
    fn without_clues(&self, places: &[usize]) -> Option<Box<dyn Instance>> {
        clues::without(self, places)
    }

    /// Writes a solution on one line, in a form that
    /// [`read_solutions`](Instance::read_solutions) reads back.
    fn write_solution(&self, solution: &[Value]) -> String;

    /// Writes a solution as a structure, `name := {...}` for each symbol, if the instance has
    /// symbols; otherwise as [`write_solution`](Instance::write_solution).
    fn structure(&self, solution: &[Value]) -> String {
        self.write_solution(solution) + "\n"
    }

    /// Reads at least one solution, as
    /// [`write_solution`](Instance::write_solution) writes it or in the usual
    /// forms of the puzzle. Checks the range of values, but not the rules.
    ///
    /// # Errors
    /// Returns an error at the first place that is not as expected.
    fn read_solutions(&self, source: &str, text: &str) -> Result<Vec<PuzzleSolution>, InputError>;

    /// Decodes a solution into the names and values of the model that the
    /// instance was exported from. `None` when the instance has no record of that
    /// model.
    ///
    /// # Errors
    /// Describes in the inner result where the solution contradicts that record.
    fn meaning(&self, _solution: &[Value]) -> Option<Result<Vec<(String, Value)>, String>> {
        None
    }

    /// Returns the maximum number of solutions to show as pictures. More solutions are better shown
    /// one on a line.
    fn most_pictures(&self) -> usize {
        10
    }

    /// Returns a picture in text, with no solution, one, or several. With several, draws each and
    /// marks its differences from the first.
    fn text(&self, solutions: &[PuzzleSolution]) -> String;

    /// Returns the picture of [`text`](Instance::text) as an SVG document.
    fn svg(&self, solutions: &[PuzzleSolution]) -> String;

    /// Returns the picture of the instance or of a solution, in text and as an SVG document, with
    /// the cells of some variables of the model marked. `None` if the variables have no cells.
    fn marked(
        &self,
        _viewpoint: &Viewpoint,
        _solution: Option<&PuzzleSolution>,
        _marks: &[Mark],
    ) -> Option<Marked> {
        None
    }
}

/// Returns an instance as one of this type, also one with givens or an output of its own around it.
#[must_use]
pub fn downcast<T: Instance>(instance: &dyn Instance) -> Option<&T> {
    let any: &dyn Any = instance;
    any.downcast_ref().or_else(|| downcast(instance.wrapped()?))
}

/// A mark in a picture, at the cell of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The variable.
    pub variable: VarId,
    /// The sign after the value in text.
    pub sign: char,
}

/// A picture with marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The picture in text.
    pub text: String,
    /// The picture as an SVG document.
    pub svg: String,
}

/// The goal that an instance states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Solutions.
    Task(Task),
    /// The values that every solution has, and those that none has.
    Consequences,
}

/// An input language of solvers.
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
    /// The place: a cell, a row, a card.
    pub place: String,
    /// The rule and how it is broken.
    pub rule: String,
}

impl BrokenRule {
    /// Creates the report that `rule` is broken at `place`.
    pub fn new(place: impl Into<String>, rule: impl Into<String>) -> Self {
        BrokenRule { place: place.into(), rule: rule.into() }
    }
}

impl fmt::Display for BrokenRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.rule)
    }
}
