//! A second engine checks the claims of a step, from the parts that its text names.

use parallax_model::engine_api::Control;
use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, Linear, Model, ModelError,
    VarId,
};

use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::sums::SumEquation;
use super::unit::{CandidateId, RulePart};
use parallax_explain::{ClaimConfirmation, ClaimConfirmer};

/// Lets engines of other families than the one that found a step confirm it: the step's parts and
/// the candidates that the state no longer has contradict the opposite of each conclusion.
pub(super) fn confirm_step(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
    confirmer: &mut ClaimConfirmer,
    control: &Control,
) -> ClaimConfirmation {
    // The check starts from the text that a person reads, so the names in it must identify the same
    // parts.
    let Some(step) = reread_step(guide, step).filter(|reread| reread == step) else {
        return ClaimConfirmation::Not("names of its parts are not unique".into());
    };
    // Uniqueness is a statement about all solutions, which no single contradiction shows.
    if step.technique.needs_uniqueness() {
        return ClaimConfirmation::Not("it rests on there being exactly one solution".into());
    }
    // One model for each conclusion: it assumes the opposite, and must have no solution.
    let models: Result<Vec<Model>, ModelError> = opposite_assumptions(&step)
        .map(|(candidate, holds)| match &step.sums[..] {
            [_, ..] => of_sums(guide, state, &step, candidate, holds),
            [] if step.has_parts_only() => of_units(guide, state, &step, candidate, holds),
            [] => of_constraints(guide, state, &step, candidate, holds),
        })
        .collect();
    match models {
        Ok(models) => confirmer.none_of(models, "the opposite has a solution", control),
        Err(error) => ClaimConfirmation::Not(error.to_string()),
    }
}

/// Reads a step back from the names in its text.
fn reread_step(guide: &StepFinder, step: &DeductionStep) -> Option<DeductionStep> {
    let part = |part: &RulePart| guide.parse_part(&guide.part_name(*part));
    let candidate = |c: &CandidateId| guide.parse_candidate(&guide.description(*c)).ok();
    Some(DeductionStep {
        technique: step.technique,
        parts: step.parts.iter().map(part).collect::<Option<_>>()?,
        groups: step.groups.clone(),
        houses: step.houses.clone(),
        sums: step.sums.clone(),
        places: step.places.iter().map(candidate).collect::<Option<_>>()?,
        removes: step.removes.iter().map(candidate).collect::<Option<_>>()?,
    })
}

/// The assumptions that contradict each conclusion: a candidate, and whether it holds.
fn opposite_assumptions(step: &DeductionStep) -> impl Iterator<Item = (CandidateId, bool)> + '_ {
    let places = step.places.iter().map(|&candidate| (candidate, false));
    places.chain(step.removes.iter().map(|&candidate| (candidate, true)))
}

/// Returns a model with a boolean for each candidate of the parts. It has no other rules, not even
/// that a variable has one value.
fn of_units(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
    opposite: CandidateId,
    holds: bool,
) -> Result<Model, ModelError> {
    let rules = &guide.rules;
    let mut known: Vec<CandidateId> = vec![opposite];
    for part in &step.parts {
        known.extend(&rules.unit(part.unit()).candidates);
    }
    known.sort_unstable();
    known.dedup();
    let mut model = Model::new("step");
    for &candidate in &known {
        let domain = match candidate {
            // The assumption is fixed, and candidates that the state has lost are false. All others
            // are open.
            own if own == opposite => Domain::from_values([i32::from(holds)]),
            own if !state.has_candidate(own) => Domain::from_values([0]),
            _ => Domain::boolean(),
        };
        model.add_shown(guide.description(candidate), domain)?;
    }
    for part in &step.parts {
        let own = &rules.unit(part.unit()).candidates;
        // `known` has all candidates of the parts in order, so the search succeeds.
        let own = own.iter().map(|c| VarId::new(known.binary_search(c).unwrap_or_default()));
        model.post(guide.part_name(*part), at_least_or_most(*part, own))?;
    }
    Ok(model)
}

fn at_least_or_most(part: RulePart, scope: impl Iterator<Item = VarId>) -> Constraint {
    match part {
        RulePart::Some(_) => {
            let atoms =
                scope.map(|v| AtomicConstraint::new(v, ComparisonOperator::Eq, 1)).collect();
            Constraint::Clause(Clause { atoms })
        }
        RulePart::One(_) => {
            Constraint::Linear(Linear::unweighted_sum(scope, ComparisonOperator::Le, 1))
        }
    }
}

/// Returns a model with the variables, the candidates of the state, and the constraints and parts
/// of the step.
fn of_constraints(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
    opposite: CandidateId,
    holds: bool,
) -> Result<Model, ModelError> {
    let places = step.groups.iter().flat_map(|&group| guide.groups[group].places.iter().copied());
    // Definitions of hidden variables belong to the constraints that use them, so they are always
    // added.
    let places = guide.definitions.iter().copied().chain(places);
    let mut places: Vec<usize> = places.chain(step.houses.iter().copied()).collect();
    places.sort_unstable();
    let whole = with_opposite(guide, state, opposite, holds);
    let mut model = whole.with_constraints(&places);
    add_parts(guide, &mut model, step)?;
    Ok(model)
}

/// Returns a model with the variables, the candidates of the state, and the parts and the sum of
/// the equations of the step. The equations are added up again, each from its constraint.
fn of_sums(
    guide: &StepFinder,
    state: &CandidateState,
    step: &DeductionStep,
    opposite: CandidateId,
    holds: bool,
) -> Result<Model, ModelError> {
    let added = SumEquation::weighted_sum(&guide.rules, &step.sums)
        .ok_or_else(|| ModelError::new("the sums of the step do not add up".to_owned()))?;
    let whole = with_opposite(guide, state, opposite, holds);
    let mut model = whole.with_constraints(&[]);
    model.post("sum", added.as_constraint())?;
    add_parts(guide, &mut model, step)?;
    Ok(model)
}

/// Returns the model with the candidates of a state, and the opposite of a conclusion.
fn with_opposite(
    guide: &StepFinder,
    state: &CandidateState,
    opposite: CandidateId,
    holds: bool,
) -> Model {
    let given = guide.rules.given(opposite);
    let whole = super::group::narrowed_model(&guide.rules, state);
    if holds {
        whole.restrict_givens(&[given])
    } else {
        whole.without_value(given.variable, given.value)
    }
}

/// Posts the parts of a step.
fn add_parts(
    guide: &StepFinder,
    model: &mut Model,
    step: &DeductionStep,
) -> Result<(), ModelError> {
    let rules = &guide.rules;
    for part in &step.parts {
        let own: Vec<_> =
            rules.unit(part.unit()).candidates.iter().map(|&c| rules.given(c)).collect();
        let label = guide.part_name(*part);
        match part {
            RulePart::Some(_) => {
                let atoms = own
                    .iter()
                    .map(|g| AtomicConstraint::new(g.variable, ComparisonOperator::Eq, g.value));
                model.post(label, Constraint::Clause(Clause { atoms: atoms.collect() }))?;
            }
            RulePart::One(_) => {
                // At most one: a clause for each pair.
                for (index, one) in own.iter().enumerate() {
                    for other in &own[index + 1..] {
                        let atoms = [one, other].map(|g| {
                            AtomicConstraint::new(g.variable, ComparisonOperator::Ne, g.value)
                        });
                        let atoms = atoms.to_vec();
                        model.post(label.as_str(), Constraint::Clause(Clause { atoms }))?;
                    }
                }
            }
        }
    }
    Ok(())
}
