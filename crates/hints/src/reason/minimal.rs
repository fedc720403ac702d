//! A minimal set of parts, quickly.

use parallax_model::ask::{Answer, Control};

use super::Literal;
use super::follow::follow;
use super::formula::{Formula, imply, open_parts};
use super::formula_error::FormulaError;
use crate::rules::Rules;
use crate::state::State;
use crate::unit::RulePart;

/// Returns a minimal set of parts that implies a literal in a state, ascending. It need not be a
/// smallest one. `None` if all parts together do not imply the literal.
///
/// # Errors
/// Returns unknown if `control` stops the work or the question is too hard.
pub fn minimal(
    rules: &Rules,
    state: &State,
    literal: Literal,
    control: &Control,
) -> Result<Option<Vec<RulePart>>, Answer> {
    let parts = open_parts(rules, state);
    let set = match follow(rules, state, &parts, literal.opposite()) {
        Some(set) => set,
        None => match core(rules, state, &parts, literal, control)? {
            Some(set) => set,
            None => return Ok(None),
        },
    };
    shrink(rules, state, set, literal, control).map(Some)
}

/// Returns the parts of a solver's core.
fn core(
    rules: &Rules,
    state: &State,
    parts: &[RulePart],
    literal: Literal,
    control: &Control,
) -> Result<Option<Vec<RulePart>>, FormulaError> {
    let mut formula = Formula::new(rules, state, parts, true)?;
    let mut assumed: Vec<_> = parts.iter().map(|&part| formula.selector(part)).collect();
    assumed.push(Formula::lit(literal.opposite()));
    if formula.holds(&assumed, control)? {
        return Ok(None);
    }
    let core = formula.core();
    let used = |part: &&RulePart| core.contains(&formula.selector(**part));
    Ok(Some(parts.iter().filter(used).copied().collect()))
}

/// Leaves out parts one by one while the others imply the literal. A part for which that is not
/// known in time stays.
pub(super) fn shrink(
    rules: &Rules,
    state: &State,
    mut set: Vec<RulePart>,
    literal: Literal,
    control: &Control,
) -> Result<Vec<RulePart>, Answer> {
    let mut place = 0;
    while place < set.len() {
        control.check()?;
        let part = set.remove(place);
        if let Some(smaller) = follow(rules, state, &set, literal.opposite()) {
            // The smaller set keeps the order, so that everything before the place stays needed.
            place = set[..place].iter().filter(|part| smaller.contains(part)).count();
            set = smaller;
        } else if !matches!(imply(rules, state, &set, literal, control), Ok(true)) {
            set.insert(place, part);
            place += 1;
        }
    }
    Ok(set)
}
