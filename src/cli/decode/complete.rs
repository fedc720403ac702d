//! Solutions that give values to only some variables.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::PuzzleSolution;
use parallax_model::Given;
use parallax_model::engine_api::{Task, checked_solution};

use super::assignment_error::AssignmentError;
use crate::cli::formula::InstanceModel;
use crate::cli::interrupt;

/// Checks the values of some variables, which include all shown ones; an engine finds the values of
/// the others.
pub(super) fn solution(
    viewed: &InstanceModel,
    values: Vec<Given>,
) -> Result<PuzzleSolution, AssignmentError> {
    let mut givens = viewed.model_givens();
    givens.extend(values);
    let model = Arc::new(viewed.model.restrict_givens(&givens));
    let control = interrupt::interrupt_control();
    let found = checked_solution(&Spec::native(), &model, Task::First, 0, &control);
    match found.map_err(AssignmentError::Undecided)?.0 {
        Some(solution) => Ok(viewed.source_instance().solution(&viewed.viewpoint, &solution)),
        None => {
            let has_hidden = viewed.model.shown().len() != viewed.model.variables().len();
            Err(AssignmentError::Unsatisfied { has_hidden })
        }
    }
}
