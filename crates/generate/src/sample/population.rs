//! The instance and model from whose solutions draws are made.

use std::sync::Arc;

use parallax_instance::{Instance, PuzzleSolution, Viewpoint};
use parallax_model::engine_api::{Control, PreparationError};
use parallax_model::{Model, Value};

use super::SampleError;

/// An instance and one of its models, with the givens inside.
pub struct SamplePopulation<'a> {
    instance: &'a dyn Instance,
    viewpoint: Viewpoint,
    model: Arc<Model>,
}

impl<'a> SamplePopulation<'a> {
    /// Builds the model of an instance from a viewpoint.
    ///
    /// # Errors
    /// Returns the errors of
    /// [`ModelSource::model_within`](parallax_instance::ModelSource::model_within).
    pub fn for_viewpoint(
        instance: &'a dyn Instance,
        viewpoint: &Viewpoint,
        control: &Control,
    ) -> Result<Self, PreparationError> {
        let model = instance.model_within(viewpoint, control)?;
        let model = Arc::new(model.restrict_givens(&instance.givens(viewpoint)));
        Ok(SamplePopulation { instance, viewpoint: viewpoint.clone(), model })
    }

    /// Returns the model, with the givens inside.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Checks values for all variables by the model and by the rules of the puzzle.
    ///
    /// # Errors
    /// Returns the constraint, given or rule that they break.
    pub(super) fn check_values(&self, values: &[Value]) -> Result<PuzzleSolution, SampleError> {
        let solution = self.model.check(&[], values)?;
        let read = self.instance.solution(&self.viewpoint, &solution);
        self.instance.rules(&read)?;
        Ok(read)
    }

    /// Returns the values of the shown variables.
    pub(super) fn shown_values<'v>(
        &'v self,
        values: &'v [Value],
    ) -> impl Iterator<Item = Value> + 'v {
        self.model.shown().iter().map(|variable| values[variable.index()])
    }
}
