//! The models of an instance: the questions of engines and comparisons.

use std::any::Any;

use super::{Instance, ModelOption, PuzzleSolution, SolutionWeight, Viewpoint};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Given, Model, ModelError, Solution};

/// A problem that offers models of itself.
///
/// A wrapper names the instance inside once, in
/// [`wrapped_instance`](ModelSource::wrapped_instance). Every default, here and in the other traits
/// of an instance, then asks that instance.
pub trait ModelSource: Any + Send + Sync {
    /// Returns the puzzle's short name, for example `sudoku`.
    fn puzzle_name(&self) -> &'static str;

    /// Returns a one-line description, for example `sudoku 9x9, 24 clues`.
    fn title(&self) -> String;

    /// Returns the names of the models (viewpoints) that the puzzle offers; the first is the
    /// default.
    fn model_names(&self) -> &'static [&'static str];

    /// Returns the options of the models, in the order in which names list them:
    /// `cells+sums+symmetry`. None by default.
    fn model_options(&self) -> &'static [ModelOption] {
        self.wrapped_instance().map_or(&[], ModelSource::model_options)
    }

    /// Reads the name of a model with its options, for example
    /// `cells+symmetry`. This is the only parser of such names.
    ///
    /// # Errors
    /// Returns an error if the instance does not offer the model or an option, with a list of those
    /// it offers, or if options exclude each other.
    fn viewpoint(&self, name: &str) -> Result<Viewpoint, ModelError> {
        match self.wrapped_instance() {
            Some(inner) => inner.viewpoint(name),
            None => Viewpoint::parse_name(self, name),
        }
    }

    /// Returns the first of the [`model_names`](ModelSource::model_names), without options.
    fn default_viewpoint(&self) -> Viewpoint {
        match self.wrapped_instance() {
            Some(inner) => inner.default_viewpoint(),
            None => Viewpoint::default_of(self),
        }
    }

    /// Returns the number of solutions of the plain model that one solution of this model
    /// represents: more than one only with an option whose effect is
    /// [`OptionEffect::Orbits`](super::OptionEffect::Orbits), and one by default. `None` if the
    /// model does not exist.
    fn solution_weight(&self, viewpoint: &Viewpoint) -> Option<SolutionWeight> {
        match self.wrapped_instance() {
            Some(inner) => inner.solution_weight(viewpoint),
            None => Some(SolutionWeight::unit_weight()),
        }
    }

    /// Returns a key of the model without the givens. Two instances with the same key have the same
    /// model and differ in their givens only.
    fn shape_key(&self, viewpoint: &Viewpoint) -> String;

    /// Returns the model from this viewpoint, without the givens.
    ///
    /// # Errors
    /// Returns an error if the numbers of the instance do not fit a model, or an option does not
    /// apply to this instance, with the reason.
    fn model(&self, viewpoint: &Viewpoint) -> Result<Model, ModelError>;

    /// Returns the [`model`](ModelSource::model), built under `control`. Large models check the
    /// clock while they are built. A wrapper that builds its own model overrides this as well.
    ///
    /// # Errors
    /// Returns the errors of [`model`](ModelSource::model), and the reason when `control` stops the
    /// run.
    fn model_within(
        &self,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Model, PreparationError> {
        match self.wrapped_instance() {
            Some(inner) => inner.model_within(viewpoint, control),
            None => Ok(self.model(viewpoint)?),
        }
    }

    /// Returns the givens of the instance, for the variables of that model.
    fn givens(&self, viewpoint: &Viewpoint) -> Vec<Given>;

    /// Converts a solution of that model into a puzzle solution.
    fn solution(&self, viewpoint: &Viewpoint, solution: &Solution) -> PuzzleSolution;

    /// Returns the instance inside, if this one only adds something to another;
    /// [`downcast_instance`](super::downcast_instance) looks there. `None` by default.
    fn wrapped_instance(&self) -> Option<&dyn Instance> {
        None
    }
}
