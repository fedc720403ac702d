//! A minimal set of parts, quickly.

use parallax_model::engine_api::{Answer, Control};

use super::CandidateLiteral;
use super::assumption_trail::follow_assumption;
use super::formula::{CandidateFormula, open_parts, parts_imply};
use super::formula_error::FormulaError;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::RulePart;

/// Returns a minimal set of parts that implies a literal in a state, ascending. It need not be a
/// smallest one. `None` if all parts together do not imply the literal.
///
/// # Errors
/// Returns unknown if `control` stops the work or the question is too hard.
pub fn minimal_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    literal: CandidateLiteral,
    control: &Control,
) -> Result<Option<Vec<RulePart>>, Answer> {
    let parts = open_parts(rules, state);
    let set = match follow_assumption(rules, state, &parts, literal.opposite()) {
        Some(set) => set,
        None => match core_parts(rules, state, &parts, literal, control)? {
            Some(set) => set,
            None => return Ok(None),
        },
    };
    shrink_parts(rules, state, set, literal, control).map(Some)
}

/// Returns the parts of a solver's core.
fn core_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    parts: &[RulePart],
    literal: CandidateLiteral,
    control: &Control,
) -> Result<Option<Vec<RulePart>>, FormulaError> {
    let mut formula = CandidateFormula::new(rules, state, parts, true)?;
    // Each part is an assumption, so the failed assumptions name the parts of the core.
    let mut assumed: Vec<_> = parts.iter().map(|&part| formula.part_selector(part)).collect();
    assumed.push(CandidateFormula::solver_literal(literal.opposite()));
    if formula.is_satisfiable(&assumed, control)? {
        return Ok(None);
    }
    let core = formula.assumption_core();
    let used = |part: &&RulePart| core.contains(&formula.part_selector(**part));
    Ok(Some(parts.iter().filter(used).copied().collect()))
}

/// Leaves out parts one by one while the others imply the literal. A part for which that is not
/// known in time stays.
pub(super) fn shrink_parts(
    rules: &CandidateRules,
    state: &CandidateState,
    mut set: Vec<RulePart>,
    literal: CandidateLiteral,
    control: &Control,
) -> Result<Vec<RulePart>, Answer> {
    let mut place = 0;
    while place < set.len() {
        control.check_stop()?;
        let part = set.remove(place);
        if let Some(smaller) = follow_assumption(rules, state, &set, literal.opposite()) {
            // The smaller set keeps the order, so that everything before the place stays needed.
            place = set[..place].iter().filter(|part| smaller.contains(part)).count();
            set = smaller;
        } else if !matches!(parts_imply(rules, state, &set, literal, control), Ok(true)) {
            set.insert(place, part);
            place += 1;
        }
    }
    Ok(set)
}
