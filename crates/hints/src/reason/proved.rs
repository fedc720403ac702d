//! Checks a step that was found by its pattern, by its parts.

use parallax_model::ask::Control;

use super::Literal;
use super::check::counts;
use super::follow::follow;
use super::formula::imply;
use crate::rules::Rules;
use crate::state::State;
use crate::step::Step;
use crate::unit::{Candidate, RulePart};

/// Returns the step without conclusions that its parts do not imply, and without parts that no
/// conclusion needs. `None` if no conclusion remains, so that every hint is true.
pub(crate) fn proved(rules: &Rules, state: &State, step: &Step, control: &Control) -> Option<Step> {
    if step.technique.needs_uniqueness() {
        return Some(step.clone());
    }
    let mut used: Vec<RulePart> = Vec::new();
    let mut holds = |candidate: &Candidate, holds: bool| {
        let literal = Literal { candidate: *candidate, holds };
        if let Some(parts) = follow(rules, state, &step.parts, literal.opposite()) {
            used.extend(parts);
            return true;
        }
        let all = counts(rules, state, &step.parts, literal)
            || matches!(imply(rules, state, &step.parts, literal, control), Ok(true));
        if all {
            used.extend(&step.parts);
        }
        all
    };
    let places: Vec<Candidate> =
        step.places.iter().copied().filter(|candidate| holds(candidate, true)).collect();
    let removes: Vec<Candidate> =
        step.removes.iter().copied().filter(|candidate| holds(candidate, false)).collect();
    let step = Step::new(step.technique, used, places, removes);
    step.is_new(state).then_some(step)
}
