//! The next step over all that a state implies.

use super::Literal;
use super::check::counts;
use super::counting::counting;
use super::formula::imply;
use super::implied::{Implied, implied};
use super::minimal::{minimal, shrink};
use super::smallest::below;
use crate::ask::{Answer, Control};
use crate::why::hint::named::named;
use crate::why::hint::rules::Rules;
use crate::why::hint::state::State;
use crate::why::hint::step::Step;
use crate::why::hint::technique::Technique;
use crate::why::hint::unit::{Candidate, RulePart};

/// How many parts a quick minimal set may have more than the best one for a counting proof of the
/// same literal to be looked for.
const MARGIN: usize = 6;

/// The most literals whose counting proofs are looked for.
const PROGRAMS: usize = 60;

/// The step with the smallest reason that was found, of all that a state implies; among equals
/// a placement, then the first. It concludes all that its parts imply. `None` if nothing is
/// implied.
///
/// # Errors
/// Unknown, when `control` stops the work or a question is too hard; unsatisfiable, when the state
/// has no solution.
pub fn best(rules: &Rules, state: &State, control: &Control) -> Result<Option<Step>, Answer> {
    let reasons = reasons(rules, state, control)?;
    let Some((mut literal, mut parts)) = reasons.first().cloned() else { return Ok(None) };
    for (other, own) in reasons.iter().take(PROGRAMS) {
        control.check()?;
        let size = parts.len();
        if own.len() > size + MARGIN || size <= 2 {
            break;
        }
        if let Some(found) = counting(rules, state, *other, Some(size - 1)) {
            parts = shrink(rules, state, found, *other, control)?;
            literal = *other;
        }
    }
    Ok(Some(step(rules, state, literal, parts, control)))
}

/// A quick minimal reason of everything that a state implies, the smallest first; among equals
/// placements first.
fn reasons(
    rules: &Rules,
    state: &State,
    control: &Control,
) -> Result<Vec<(Literal, Vec<RulePart>)>, Answer> {
    let literals = match implied(rules, state, control)? {
        Implied::Contradiction => return Err(Answer::Unsatisfiable),
        Implied::Literals(literals) => literals,
    };
    let mut reasons: Vec<(Literal, Vec<RulePart>)> = Vec::new();
    for literal in literals {
        if let Some(parts) = minimal(rules, state, literal, control)? {
            reasons.push((literal, parts));
        }
    }
    reasons.sort_by_key(|(_, parts)| parts.len());
    Ok(reasons)
}

/// The step with the smallest reason of all, and whether it is proved that none is smaller. A
/// literal whose proof takes more than `rounds` correction sets, or does not end before `control`
/// stops the work, leaves that open.
///
/// # Errors
/// As [`best`].
pub fn smallest_step(
    rules: &Rules,
    state: &State,
    rounds: usize,
    control: &Control,
) -> Result<Option<(Step, bool)>, Answer> {
    let reasons = reasons(rules, state, control)?;
    let Some((mut literal, mut parts)) = reasons.first().cloned() else { return Ok(None) };
    let mut proved = true;
    for (other, _) in &reasons {
        if parts.len() <= 1 {
            break;
        }
        if control.stopped().is_some() {
            proved = false;
            break;
        }
        if let Some(found) = counting(rules, state, *other, Some(parts.len() - 1)) {
            (parts, literal) = (found, *other);
        }
        let found = below(rules, state, *other, parts.clone(), rounds, control)?;
        proved &= found.proved;
        if found.parts.len() < parts.len() {
            (parts, literal) = (found.parts, *other);
        }
    }
    let step = step(rules, state, literal, parts, &Control::unlimited());
    Ok(Some((step, proved)))
}

/// The step of parts: all literals about their candidates that they imply.
fn step(
    rules: &Rules,
    state: &State,
    literal: Literal,
    parts: Vec<RulePart>,
    control: &Control,
) -> Step {
    let is_counting = || counts(rules, state, &parts, literal);
    let technique = named(rules, state, &parts)
        .unwrap_or_else(|| if is_counting() { Technique::Counting } else { Technique::General });
    let mut near: Vec<Candidate> =
        parts.iter().flat_map(|part| state.of_unit(rules, part.unit())).collect();
    near.push(literal.candidate);
    near.sort_unstable();
    near.dedup();
    let (mut places, mut removes) = (Vec::new(), Vec::new());
    for candidate in near {
        let follows = |literal| imply(rules, state, &parts, literal, control) == Ok(true);
        if state.is_placed(candidate) {
            continue;
        }
        if follows(Literal::not(candidate)) {
            removes.push(candidate);
        } else if follows(Literal::of(candidate)) {
            places.push(candidate);
        }
    }
    Step::new(technique, parts, places, removes)
}
