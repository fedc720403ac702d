//! Steps from several rules of which some are not made of units: minimal sets of whole constraints.

use std::convert::Infallible;
use std::sync::Arc;

use parallax_model::Model;
use parallax_model::ask::{Answer, Consequences, Control, Engine, Refusal, caught, consequences};

use super::group::narrowed;
use super::guide::Guide;
use super::state::State;
use super::step::Step;
use super::technique::Technique;
use super::unit::Candidate;
use parallax_why::{Decision, Oracle, Problem, shrink};

/// Maximum number of conclusions whose reasons are compared; later steps give the others.
const COMPARED: usize = 60;

/// Returns the step with the minimum number of constraints over all conclusions of a state; ties go
/// to placements, then to the first variable and value. If there are more than [`COMPARED`]
/// conclusions, compares the first of them only. `None` if nothing is implied.
///
/// # Errors
/// Returns unknown if `control` stops the work or no engine answers.
pub(super) fn best(
    guide: &Guide,
    state: &State,
    control: &Control,
) -> Result<Option<Step>, Answer> {
    let mut last = Answer::Unknown("there is no engine".into());
    for engine in &guide.engines.deciders {
        match with(guide, state, engine, control) {
            Err(answer @ Answer::Unsupported(_)) => last = answer,
            found => return found,
        }
    }
    Err(last)
}

fn with(
    guide: &Guide,
    state: &State,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<Option<Step>, Answer> {
    let model = Arc::new(narrowed(&guide.rules, state));
    let mut best: Option<(usize, Step)> = None;
    for (candidate, holds) in implied(guide, state, &model, engine, control)?.iter().take(COMPARED)
    {
        let given = guide.rules.given(*candidate);
        let opposite = if *holds {
            model.without_value(given.variable, given.value)
        } else {
            model.restricted(&[given])
        };
        let problem = guide.problem.rules_of(opposite);
        let mut oracle = Oracle::new(&problem, engine, 0, control)?;
        let Decision::Conflict(core) = oracle.decide(&problem.all(), control)? else {
            return Err(Answer::Unknown(format!("{} contradicts itself", engine.spec()).into()));
        };
        if best.as_ref().is_some_and(|(size, _)| *size <= 1) {
            break;
        }
        let (set, stopped) = shrink(&mut oracle, core, control);
        if let Some(answer) = stopped {
            return best.map(|(_, step)| Some(step)).ok_or(answer);
        }
        let step = step(guide, state, &problem, &set, *candidate, *holds);
        if best.as_ref().is_none_or(|(size, _)| set.len() < *size) {
            best = Some((set.len(), step));
        }
    }
    Ok(best.map(|(_, step)| step))
}

/// Returns the literals that the rules imply and the state does not know, placements first.
fn implied(
    guide: &Guide,
    state: &State,
    model: &Arc<Model>,
    engine: &Arc<dyn Engine>,
    control: &Control,
) -> Result<Vec<(Candidate, bool)>, Answer> {
    let ask = || -> Result<Consequences, Answer> {
        let prepared: Result<_, Refusal> = engine.prepare(model, 0, control);
        let mut session = prepared?;
        consequences(&mut *session, model, &[], &|_| Ok::<(), Infallible>(()), control)
    };
    let Consequences::Values(list) = caught(ask)?? else {
        return Err(Answer::Unsatisfiable);
    };
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for possible in list {
        for candidate in guide.rules.of_variable(possible.variable) {
            let value = guide.rules.given(candidate).value;
            let is_fixed = possible.open.is_empty() && possible.values == [value];
            if is_fixed && !state.is_placed(candidate) {
                places.push((candidate, true));
            } else if state.has(candidate) && possible.excluded.contains(&value) {
                removes.push((candidate, false));
            }
        }
    }
    places.extend(removes);
    Ok(places)
}

/// Returns the step of a set of constraints: the groups, and the all-different constraints as a
/// whole. Their halves alone would lose that a variable has a value.
fn step(
    guide: &Guide,
    state: &State,
    problem: &Problem,
    set: &[usize],
    candidate: Candidate,
    holds: bool,
) -> Step {
    let (mut groups, mut houses) = (Vec::new(), Vec::new());
    for &part in set {
        for &place in problem.parts()[part].places() {
            match guide.groups.iter().position(|group| group.places.contains(&place)) {
                Some(group) => groups.push(group),
                None => houses.push(place),
            }
        }
    }
    groups.sort_unstable();
    groups.dedup();
    houses.sort_unstable();
    let (places, removes) =
        if holds { (vec![candidate], vec![]) } else { (vec![], vec![candidate]) };
    let step = Step::new(Technique::SeveralRules, [], places, removes);
    debug_assert!(step.is_new(state));
    Step { groups, houses, ..step }
}
