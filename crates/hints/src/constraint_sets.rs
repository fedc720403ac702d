//! Steps from several rules of which some are not made of units: minimal sets of whole constraints.

use std::convert::Infallible;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::engine_api::{
    Answer, Control, Engine, ModelConsequences, PreparationError, catch_panic, find_consequences,
};

use super::group::narrowed_model;
use super::state::CandidateState;
use super::step::DeductionStep;
use super::step_finder::StepFinder;
use super::technique::Technique;
use super::unit::CandidateId;
use parallax_explain::{ExplanationProblem, OracleAnswer, SatisfiabilityOracle, shrink_set};

/// Maximum number of conclusions whose reasons are compared; later steps give the others.
const MAX_COMPARED_CONCLUSIONS: usize = 60;

/// Returns the step with the minimum number of constraints over all conclusions of a state; ties go
/// to placements, then to the first variable and value. If there are more than
/// [`MAX_COMPARED_CONCLUSIONS`] conclusions, compares the first of them only. `None` if nothing is
/// implied.
///
/// # Errors
/// Returns unknown if `control` stops the work or no engine answers.
pub(super) fn best_step(
    guide: &StepFinder,
    state: &CandidateState,
    control: &Control,
) -> Result<Option<DeductionStep>, Answer> {
    let mut last = Answer::Unknown("there is no engine".into());
    for engine in &guide.engines.deciders {
        match step_with_engine(guide, state, engine, control) {
            Err(answer @ Answer::Unsupported(_)) => last = answer,
            found => return found,
        }
    }
    Err(last)
}

fn step_with_engine(
    guide: &StepFinder,
    state: &CandidateState,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<Option<DeductionStep>, Answer> {
    let model = Arc::new(narrowed_model(&guide.rules, state));
    let mut best: Option<(usize, DeductionStep)> = None;
    for (candidate, holds) in implied_candidates(guide, state, &model, engine, control)?
        .iter()
        .take(MAX_COMPARED_CONCLUSIONS)
    {
        let given = guide.rules.given(*candidate);
        let opposite = if *holds {
            model.without_value(given.variable, given.value)
        } else {
            model.restrict_givens(&[given])
        };
        let problem = guide.problem.rules_of(opposite);
        let mut oracle = SatisfiabilityOracle::new(&problem, engine, 0, control)?;
        // The opposite of an implied literal has no solution, so finding one is a contradiction of
        // the engine.
        let OracleAnswer::Conflict(core) = oracle.decide_set(&problem.all_parts(), control)? else {
            return Err(Answer::Unknown(format!("{} contradicts itself", engine.spec()).into()));
        };
        // No set is smaller than one constraint.
        if best.as_ref().is_some_and(|(size, _)| *size <= 1) {
            break;
        }
        let (set, stopped) = shrink_set(&mut oracle, core, control);
        if let Some(answer) = stopped {
            return best.map(|(_, step)| Some(step)).ok_or(answer);
        }
        let step = constraint_step(guide, state, &problem, &set, *candidate, *holds);
        if best.as_ref().is_none_or(|(size, _)| set.len() < *size) {
            best = Some((set.len(), step));
        }
    }
    Ok(best.map(|(_, step)| step))
}

/// Returns the literals that the rules imply and the state does not know, placements first.
fn implied_candidates(
    guide: &StepFinder,
    state: &CandidateState,
    model: &Arc<Model>,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<Vec<(CandidateId, bool)>, Answer> {
    let ask = || -> Result<ModelConsequences, Answer> {
        let prepared: Result<_, PreparationError> = engine.prepare(model, 0, control);
        let mut session = prepared?;
        find_consequences(&mut *session, model, &[], &|_| Ok::<(), Infallible>(()), control)
    };
    let ModelConsequences::Values(list) = catch_panic(ask)?? else {
        return Err(Answer::Unsatisfiable);
    };
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for possible in list {
        for candidate in guide.rules.of_variable(possible.variable) {
            let value = guide.rules.given(candidate).value;
            let is_fixed = possible.open.is_empty() && possible.values == [value];
            if is_fixed && !state.is_placed(candidate) {
                places.push((candidate, true));
            } else if state.has_candidate(candidate) && possible.excluded.contains(&value) {
                removes.push((candidate, false));
            }
        }
    }
    places.extend(removes);
    Ok(places)
}

/// Returns the step of a set of constraints: the groups, and the all-different constraints as a
/// whole. Their halves alone would lose that a variable has a value.
fn constraint_step(
    guide: &StepFinder,
    state: &CandidateState,
    problem: &ExplanationProblem,
    set: &[usize],
    candidate: CandidateId,
    holds: bool,
) -> DeductionStep {
    let (mut groups, mut houses) = (Vec::new(), Vec::new());
    for &part in set {
        for &index in problem.parts()[part].places() {
            match guide.groups.iter().position(|group| group.places.contains(&index)) {
                Some(group) => groups.push(group),
                None => houses.push(index),
            }
        }
    }
    groups.sort_unstable();
    groups.dedup();
    houses.sort_unstable();
    let (places, removes) =
        if holds { (vec![candidate], vec![]) } else { (vec![], vec![candidate]) };
    let step = DeductionStep::new(Technique::SeveralRules, [], places, removes);
    debug_assert!(step.is_new(state));
    DeductionStep { groups, houses, ..step }
}
