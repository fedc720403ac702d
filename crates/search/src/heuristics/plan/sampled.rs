//! Random search plans, for tests.

use parallax_model::{
    Model, PlannedRestarts, SearchPlan, SearchStep, ValueChoice, VarId, VariableChoice,
};
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

/// Returns all variables of a model in random order.
fn shuffled(rng: &mut impl Rng, model: &Model) -> Vec<VarId> {
    let mut variables: Vec<VarId> = (0..model.variables().len()).map(VarId::new).collect();
    variables.shuffle(rng);
    variables
}

/// Returns a plan of one or two steps with these choices that together have all variables.
pub(crate) fn covering(
    rng: &mut impl Rng,
    model: &Model,
    variable: VariableChoice,
    value: ValueChoice,
) -> SearchPlan {
    let mut variables = shuffled(rng, model);
    let rest = variables.split_off(rng.random_range(0..=variables.len()));
    let step = |variables| SearchStep { variables, variable, value };
    SearchPlan { steps: vec![step(variables), step(rest)], ..SearchPlan::default() }
}

/// Returns a plan of up to three steps with any choices, which may repeat variables and leave some
/// out, with restarts and first values.
pub(crate) fn any(rng: &mut impl Rng, model: &Model) -> SearchPlan {
    let mut plan = SearchPlan::default();
    for _ in 0..rng.random_range(0..=3) {
        let mut variables = shuffled(rng, model);
        variables.truncate(rng.random_range(0..=variables.len()));
        variables.extend(variables.first().copied());
        let variable = *VariableChoice::ALL.choose(rng).unwrap();
        let value = *ValueChoice::ALL.choose(rng).unwrap();
        plan.steps.push(SearchStep { variables, variable, value });
    }
    plan.restarts = [
        None,
        None,
        Some(PlannedRestarts::Luby(1)),
        Some(PlannedRestarts::Geometric(1.5, 2)),
        Some(PlannedRestarts::Linear(1)),
        Some(PlannedRestarts::Constant(1)),
    ][rng.random_range(0..6)];
    if rng.random() {
        let some = shuffled(rng, model).into_iter().take(rng.random_range(1..=3));
        plan.first_values = some.map(|v| (v, rng.random_range(-2..=6))).collect();
    }
    plan
}
