//! The literals that the rules and a state imply: those that agree in all solutions.

use fixedbitset::FixedBitSet;
use parallax_model::engine_api::{Answer, Control};

use super::CandidateLiteral;
use super::formula::CandidateFormula;
use crate::rules::CandidateRules;
use crate::state::CandidateState;
use crate::unit::{CandidateId, RulePart, UnitId};

/// The consequences of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateConsequences {
    /// The state has no solution.
    Contradiction,
    /// The implied literals that the state does not know: first the true ones, then the false ones,
    /// each ascending.
    Literals(Vec<CandidateLiteral>),
}

/// Finds all literals that the units of the rules and a state imply.
///
/// # Errors
/// Returns unknown if `control` stops the work or the solver gives up.
pub fn implied_literals(
    rules: &CandidateRules,
    state: &CandidateState,
    control: &Control,
) -> Result<StateConsequences, Answer> {
    let units = (0..rules.units().len()).map(UnitId::new);
    let parts: Vec<RulePart> = units
        .flat_map(|unit| {
            let some = rules.unit(unit).is_some.then_some(RulePart::Some(unit));
            some.into_iter().chain([RulePart::One(unit)])
        })
        .collect();
    // All implied literals are needed, so a question has no limit.
    let made = CandidateFormula::with_decisions(rules, state, &parts, false, u64::MAX);
    let mut formula = made?;
    let ask = |assumed: &[CandidateLiteral], formula: &mut CandidateFormula<'_>| {
        control.check_stop()?;
        let assumed: Vec<_> =
            assumed.iter().map(|&literal| CandidateFormula::solver_literal(literal)).collect();
        Ok::<bool, Answer>(formula.is_satisfiable(&assumed, control)?)
    };
    if !ask(&[], &mut formula)? {
        return Ok(StateConsequences::Contradiction);
    }
    let all = || state.live_candidates().ones().map(CandidateId::new);
    let (mut always, mut never) = (no_candidates(rules), no_candidates(rules));
    // A candidate that is true in one solution is not always false, and the other way round.
    for candidate in all() {
        let set = if formula.is_true(candidate) { &mut always } else { &mut never };
        set.insert(candidate.index());
    }
    let mut literals = Vec::new();
    // Computes the backbone: each literal that agrees in all solutions so far is refuted by one
    // more solution, or implied.
    for holds in [true, false] {
        for candidate in all() {
            let open = if holds { &always } else { &never };
            let known = holds && state.is_placed(candidate);
            if known || !open.contains(candidate.index()) {
                continue;
            }
            let literal = CandidateLiteral { candidate, holds };
            if ask(&[literal.opposite()], &mut formula)? {
                // Both sets lose the candidates in which this solution differs.
                for other in all() {
                    let set = if formula.is_true(other) { &mut never } else { &mut always };
                    set.set(other.index(), false);
                }
            } else {
                literals.push(literal);
            }
        }
    }
    Ok(StateConsequences::Literals(literals))
}

fn no_candidates(rules: &CandidateRules) -> FixedBitSet {
    FixedBitSet::with_capacity(rules.len())
}
