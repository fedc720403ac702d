//! Adds expressions to the model, as constraints and an objective.

use std::sync::Arc;

use super::constraints::Asserted;
use super::objective::Goal;
use crate::expressions::World;
use crate::part::Fragment;
use parallax_model::flatten::{FlattenError, Flattener, SourceExpressions};
use parallax_model::instance::InputError;
use parallax_model::{Model, Objective};

/// Adds the constraints of all expressions, and returns the model.
pub(super) fn flatten(
    world: World<'_>,
    whole: &Fragment<'_>,
    asserted: &[Asserted],
    goal: Option<Goal>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Model, InputError> {
    let World { mut model, terms, .. } = world;
    let fault = |offset: usize, why: FlattenError| -> InputError {
        match check() {
            Err(stopped) => stopped,
            Ok(()) => whole.at(offset).fault(why),
        }
    };
    let stop = || check().is_err();
    let (variables, posted) = (model.variables().len(), model.constraints().len());
    let mut flattener = Flattener::new(&mut model, &terms).until(&stop);
    for Asserted { label, truth, offset } in asserted {
        flattener.assert_whole(label, *truth).map_err(|why| fault(*offset, why))?;
    }
    let flattened = flattener.count_constraints();
    if let Some(Goal { sense, value, offset }) = goal {
        let sum = flattener.whole_objective("", value).map_err(|why| fault(offset, why))?;
        let set = model.set_objective(Objective::new(sense, sum));
        set.map_err(|error| whole.at(offset).fault(error))?;
    }
    if !asserted.is_empty() {
        let assertions = asserted.iter().map(|own| (own.label.as_str().into(), own.truth));
        model.keep_expressions(SourceExpressions {
            truths: terms.find_truths(variables),
            assertions: assertions.collect(),
            terms: Arc::new(terms),
            constraints: posted..flattened,
        });
    }
    Ok(model)
}
