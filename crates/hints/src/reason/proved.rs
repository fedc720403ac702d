//! Checks a step that was found by its pattern, by its parts.

use parallax_model::engine_api::Control;

use super::CandidateLiteral;
use super::assumption_trail::follow_assumption;
use super::check::counts_literal;
use super::formula::parts_imply;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::step::DeductionStep;
use crate::unit::{CandidateId, RulePart};

/// Returns the step without conclusions that its parts do not imply, and without parts that no
/// conclusion needs. `None` if no conclusion remains, so that every hint is true.
pub(crate) fn proved_step(
    rules: &CandidateRules,
    state: &CandidateState,
    step: &DeductionStep,
    control: &Control,
) -> Option<DeductionStep> {
    // The uniqueness of the solution is not among the parts, so these cannot imply the conclusion.
    if step.technique.needs_uniqueness() {
        return Some(step.clone());
    }
    let mut used: Vec<RulePart> = Vec::new();
    let mut holds = |candidate: &CandidateId, holds: bool| {
        let literal = CandidateLiteral { candidate: *candidate, holds };
        // A derivation part by part also shows which parts it uses.
        if let Some(parts) = follow_assumption(rules, state, &step.parts, literal.opposite()) {
            used.extend(parts);
            return true;
        }
        // Otherwise all parts may be needed.
        let all = counts_literal(rules, state, &step.parts, literal)
            || matches!(parts_imply(rules, state, &step.parts, literal, control), Ok(true));
        if all {
            used.extend(&step.parts);
        }
        all
    };
    let places: Vec<CandidateId> =
        step.places.iter().copied().filter(|candidate| holds(candidate, true)).collect();
    let removes: Vec<CandidateId> =
        step.removes.iter().copied().filter(|candidate| holds(candidate, false)).collect();
    let step = DeductionStep::new(step.technique, used, places, removes);
    step.is_new(state).then_some(step)
}
