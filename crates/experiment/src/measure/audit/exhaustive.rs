//! Enumerates all assignments of a constraint's scope.

use parallax_model::engine_api::Control;
use parallax_model::{Kind, ModelAssignment, Value};
use parallax_solvers::SatAnswer;
use rustsat::types::{Lit, Var};

use super::constraint_clauses::{CompactSolver, ConstraintClauses};
use super::{AuditGap, AuditStatus};

/// Maximum number of assignments to enumerate if every clause can be evaluated without a solver,
/// and of literals to evaluate for that.
const MAX_ASSIGNMENTS: u128 = 1 << 17;
const MAX_LITERALS: u128 = 1 << 27;

/// Maximum number of assignments for which to query a solver about auxiliary literals.
const MAX_QUESTIONS: u128 = 1 << 17;

/// Enumerates all assignments; returns `None` if there are too many.
pub(super) fn check_exhaustively(
    group: &ConstraintClauses<'_>,
    control: &Control,
) -> Option<AuditStatus> {
    let domains: Vec<Vec<Value>> = match assignment_count(group)? {
        size if size > assignment_limit(group) => return None,
        _ => group.scope.iter().map(|&v| group.model.domain(v).to_vec()).collect(),
    };
    // Without an assignment of the scope there is nothing to compare. The group of the domains
    // reports empty ones.
    if domains.iter().any(Vec::is_empty) {
        return Some(AuditStatus::Exhaustive);
    }
    let small = (!group.auxiliaries.is_empty())
        .then(|| CompactSolver::from_clauses(group.clauses.iter().copied()));
    let mut small = match small.transpose() {
        Ok(small) => small,
        Err(error) => return Some(AuditStatus::Unchecked(error.into())),
    };
    // `holds` reads an assignment of the whole model; the values outside the scope do not matter.
    let mut values = vec![0; group.model.variables().len()];
    let mut places = vec![0; domains.len()];
    let mut tried: u32 = 0;
    loop {
        tried = tried.wrapping_add(1);
        // Reading the clock for each assignment would take longer than the check itself.
        if tried.is_multiple_of(256) && control.stop_reason().is_some() {
            return Some(AuditStatus::Unchecked(AuditGap::NoTime));
        }
        for ((&v, domain), &index) in group.scope.iter().zip(&domains).zip(&places) {
            values[v.index()] = domain[index];
        }
        let allowed = match allows_values(group, &values, small.as_mut(), control) {
            Ok(allowed) => allowed,
            Err(why) => return Some(AuditStatus::Unchecked(why)),
        };
        let holds = group.constraint.holds(ModelAssignment::new(&values, group.model));
        if allowed != holds {
            let words = group.description(|v| Some(values[v.index()]));
            let what = if allowed { "allow" } else { "forbid" };
            return Some(AuditStatus::Wrong(format!("its clauses {what} {words}")));
        }
        if !advance_indices(&mut places, &domains) {
            return Some(AuditStatus::Exhaustive);
        }
    }
}

/// Returns the number of assignments of the scope.
fn assignment_count(group: &ConstraintClauses<'_>) -> Option<u128> {
    group
        .scope
        .iter()
        .try_fold(1u128, |product, &v| product.checked_mul(group.model.domain(v).len().into()))
}

fn assignment_limit(group: &ConstraintClauses<'_>) -> u128 {
    let literals: usize = group.clauses.iter().map(|clause| clause.len()).sum();
    if group.auxiliaries.is_empty() {
        MAX_ASSIGNMENTS.min(MAX_LITERALS / (literals.max(1) as u128))
    } else {
        MAX_QUESTIONS
    }
}

/// Advances to the next combination of indices; returns false after the last.
fn advance_indices(places: &mut [usize], domains: &[Vec<Value>]) -> bool {
    for (index, domain) in places.iter_mut().zip(domains).rev() {
        *index += 1;
        if *index < domain.len() {
            return true;
        }
        *index = 0;
    }
    false
}

/// Whether the clauses are satisfiable if the scope has these values.
fn allows_values(
    group: &ConstraintClauses<'_>,
    values: &[Value],
    small: Option<&mut CompactSolver>,
    control: &Control,
) -> Result<bool, AuditGap> {
    let is_true = |variable: usize| {
        let statement = group.inputs[&variable];
        statement.is_true_for(group.model, values[statement.variable.index()])
    };
    // Without auxiliary variables the inputs decide every clause.
    let Some(small) = small else {
        let holds = |lit: &Lit| is_true(lit.vidx()) == lit.is_pos();
        return Ok(group.clauses.iter().all(|clause| clause.iter().any(holds)));
    };
    let fixed: Vec<Lit> = group
        .inputs
        .keys()
        .map(|&variable| small.map_literal(Var::new(variable as u32).lit(!is_true(variable))))
        .collect();
    match small.solver.solve_clauses(&fixed, control)? {
        SatAnswer::Satisfiable => Ok(true),
        SatAnswer::Unsatisfiable => Ok(false),
        SatAnswer::Stopped(stop) => Err(stop.into()),
    }
}
