//! Adds expressions to the model, as constraints and an objective.

use std::sync::Arc;

use super::constraints::AssertedCondition;
use super::objective::HandwrittenObjective;
use crate::expressions::ExpressionScope;
use crate::text_fragment::TextFragment;
use parallax_instance::InputError;
use parallax_model::flatten::{ExpressionFlattener, FlattenError, SourceExpressions};
use parallax_model::{Model, Objective};

/// Adds the constraints of all expressions, and returns the model.
pub(super) fn flatten_model(
    world: ExpressionScope<'_>,
    whole: &TextFragment<'_>,
    asserted: &[AssertedCondition],
    goal: Option<HandwrittenObjective>,
    check: &dyn Fn() -> Result<(), InputError>,
) -> Result<Model, InputError> {
    let ExpressionScope { mut model, terms, .. } = world;
    let fault = |offset: usize, why: FlattenError| -> InputError {
        // A stop appears as a fault of flattening; the caller's own error has its reason.
        match check() {
            Err(stopped) => stopped,
            Ok(()) => whole.part_at(offset).fault_here(why),
        }
    };
    let stop = || check().is_err();
    let (variables, posted) = (model.variables().len(), model.constraints().len());
    let mut flattener = ExpressionFlattener::new(&mut model, &terms).with_stop(&stop);
    for AssertedCondition { label, truth, offset } in asserted {
        flattener.assert_whole(label, *truth).map_err(|why| fault(*offset, why))?;
    }
    // Counted before the objective, whose constraints come from no assertion.
    let flattened = flattener.count_constraints();
    if let Some(HandwrittenObjective { sense, value, offset }) = goal {
        let sum = flattener.whole_objective("", value).map_err(|why| fault(offset, why))?;
        let set = model.set_objective(Objective::new(sense, sum));
        set.map_err(|error| whole.part_at(offset).fault_here(error))?;
    }
    if !asserted.is_empty() {
        let assertions =
            asserted.iter().map(|assertion| (assertion.label.as_str().into(), assertion.truth));
        model.keep_expressions(SourceExpressions {
            truths: terms.find_truths(variables),
            assertions: assertions.collect(),
            terms: Arc::new(terms),
            constraints: posted..flattened,
        });
    }
    Ok(model)
}
