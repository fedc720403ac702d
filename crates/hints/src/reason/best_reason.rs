//! The best step over all conclusions that a state implies.

use parallax_model::engine_api::{Answer, Control};

use super::CandidateLiteral;
use super::assumption_trail::follow_assumption;
use super::check::counts_literal;
use super::counting::counting_parts;
use super::formula::{open_parts, parts_imply};
use super::implied::{StateConsequences, implied_literals};
use super::minimal::{minimal_parts, shrink_parts};
use super::smallest::smallest_below;
use crate::part_set_names::name_parts;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::step::DeductionStep;
use crate::technique::Technique;
use crate::unit::{CandidateId, RulePart};

/// Maximum difference between the size of a quick minimal set and the best size for which a
/// counting proof of the same literal is searched for.
const COUNTING_PROOF_MARGIN: usize = 6;

/// Maximum number of literals with a search for counting proofs.
const MAX_COUNTING_LITERALS: usize = 6;

/// Maximum number of literals, by the length of their derivations, whose reasons are thinned.
const MAX_THINNED_LITERALS: usize = 100;

/// Maximum number of literals whose reasons a solver makes minimal.
const MAX_SHRUNK_LITERALS: usize = 12;

/// Maximum number of literals with a search for cores, if nothing follows part by part.
const MAX_CORE_LITERALS: usize = 24;

/// Returns the step with the smallest reason that was found, over all that a state implies; ties go
/// to placements, then to the first literal. It concludes all that its parts imply. `None` if
/// nothing is implied.
///
/// # Errors
/// Returns unknown if `control` stops the work or a question is too hard; unsatisfiable if the
/// state has no solution.
pub fn smallest_reason_step(
    rules: &CandidateRules,
    state: &CandidateState,
    control: &Control,
) -> Result<Option<DeductionStep>, Answer> {
    let (_, reasons) = quick_reasons(rules, state, control)?;
    let Some((mut literal, mut parts)) = reasons.first().cloned() else { return Ok(None) };
    for (other, own) in reasons.iter().take(MAX_COUNTING_LITERALS) {
        control.check_stop()?;
        // A counting proof is rarely much smaller than a quick reason, and one or two parts are
        // small enough.
        let size = parts.len();
        if own.len() > size + COUNTING_PROOF_MARGIN || size <= 2 {
            break;
        }
        if let Some(found) = counting_parts(rules, state, *other, Some(size - 1)) {
            parts = shrink_parts(rules, state, found, *other, control)?;
            literal = *other;
        }
    }
    Ok(Some(reason_step(rules, state, literal, parts, control)))
}

/// A literal and parts that imply it.
type Reason = (CandidateLiteral, Vec<RulePart>);

/// Returns all that a state implies, and quick reasons of some of it, smallest first; ties go to
/// placements. Literals that follow part by part come first; others are searched for only if there
/// are none.
fn quick_reasons(
    rules: &CandidateRules,
    state: &CandidateState,
    control: &Control,
) -> Result<(Vec<CandidateLiteral>, Vec<Reason>), Answer> {
    let literals = match implied_literals(rules, state, control)? {
        StateConsequences::Contradiction => return Err(Answer::Unsatisfiable),
        StateConsequences::Literals(literals) => literals,
    };
    let parts = open_parts(rules, state);
    let followed = |literal: &CandidateLiteral| {
        Some((*literal, follow_assumption(rules, state, &parts, literal.opposite())?))
    };
    // Ever fewer reasons get ever more expensive treatment: following, thinning and shrinking by a
    // solver.
    let mut reasons: Vec<Reason> = literals.iter().filter_map(followed).collect();
    reasons.sort_by_key(|(_, parts)| parts.len());
    reasons.truncate(MAX_THINNED_LITERALS);
    for (literal, parts) in &mut reasons {
        control.check_stop()?;
        thin_parts(rules, state, parts, *literal);
    }
    // Nothing follows part by part, so a solver's cores are the reasons.
    if reasons.is_empty() {
        for &literal in literals.iter().take(MAX_CORE_LITERALS) {
            reasons.extend(
                minimal_parts(rules, state, literal, control)?.map(|parts| (literal, parts)),
            );
        }
    }
    reasons.sort_by_key(|(_, parts)| parts.len());
    for (literal, parts) in reasons.iter_mut().take(MAX_SHRUNK_LITERALS) {
        *parts = shrink_parts(rules, state, std::mem::take(parts), *literal, control)?;
    }
    reasons.sort_by_key(|(_, parts)| parts.len());
    Ok((literals, reasons))
}

/// Leaves out parts while the others still lead to the literal part by part.
fn thin_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &mut Vec<RulePart>,
    literal: CandidateLiteral,
) {
    let mut place = 0;
    while place < parts.len() {
        let part = parts.remove(place);
        match follow_assumption(rules, state, parts, literal.opposite()) {
            Some(smaller) => {
                // Parts before this one may have gone, so the index is counted again.
                place = parts[..place].iter().filter(|part| smaller.contains(part)).count();
                *parts = smaller;
            }
            None => {
                parts.insert(place, part);
                place += 1;
            }
        }
    }
}

/// Returns the step with the smallest reason of all, and whether it is proved that none is smaller.
/// A literal whose proof takes more than `rounds` correction sets, or does not end before `control`
/// stops the work, leaves that open.
///
/// # Errors
/// Returns the errors of [`smallest_reason_step`].
pub fn smallest_step(
    rules: &CandidateRules,
    state: &CandidateState,
    rounds: usize,
    control: &Control,
) -> Result<Option<(DeductionStep, bool)>, Answer> {
    let (literals, reasons) = quick_reasons(rules, state, control)?;
    let Some((mut literal, mut parts)) = reasons.first().cloned() else { return Ok(None) };
    let mut proved = true;
    for other in &literals {
        if parts.len() <= 1 {
            break;
        }
        if control.stop_reason().is_some() {
            proved = false;
            break;
        }
        // A counting proof may be much smaller than the best set, which shortens the proof of
        // minimality.
        if let Some(found) = counting_parts(rules, state, *other, Some(parts.len() - 1)) {
            (parts, literal) = (found, *other);
        }
        let found = smallest_below(rules, state, *other, parts.clone(), rounds, control)?;
        proved &= found.proved;
        if found.parts.len() < parts.len() {
            (parts, literal) = (found.parts, *other);
        }
    }
    // The time may be over, but the conclusions of the step must still be complete.
    let step = reason_step(rules, state, literal, parts, &Control::unlimited());
    Ok(Some((step, proved)))
}

/// Returns the step of these parts, with all literals about their candidates that they imply.
fn reason_step(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    parts: Vec<RulePart>,
    control: &Control,
) -> DeductionStep {
    let is_counting = || counts_literal(rules, state, &parts, literal);
    let technique = name_parts(rules, state, &parts)
        .unwrap_or_else(|| if is_counting() { Technique::Counting } else { Technique::General });
    // Only candidates of the parts can follow from them.
    let mut near: Vec<CandidateId> =
        parts.iter().flat_map(|part| state.of_unit(rules, part.unit())).collect();
    near.push(literal.candidate);
    near.sort_unstable();
    near.dedup();
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for candidate in near {
        let follows =
            |literal| matches!(parts_imply(rules, state, &parts, literal, control), Ok(true));
        if state.is_placed(candidate) {
            continue;
        }
        if follows(CandidateLiteral::negative(candidate)) {
            removes.push(candidate);
        } else if follows(CandidateLiteral::positive(candidate)) {
            places.push(candidate);
        }
    }
    DeductionStep::new(technique, parts, places, removes)
}
