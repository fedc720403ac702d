//! The range of numbers in which the solvers of MiniZinc compute.

use parallax_model::engine_api::PreparationError;
use parallax_model::{Constraint, LinearTerm, Model};

/// The largest magnitude of a number that every solver reads.
const MAX_NUMBER: u64 = i32::MAX as u64 - 1;

/// Requires that the numbers of a model fit into 32 bits, with which most solvers compute.
///
/// # Errors
/// Returns unsupported for a domain, a coefficient, a constant or an objective that does not fit.
pub fn require_small(model: &Model) -> Result<(), PreparationError> {
    for variable in model.variables() {
        let ends = [variable.domain.min(), variable.domain.max()];
        ends.into_iter().flatten().try_for_each(|end| check_number(end.into()))?;
    }
    for posted in model.constraints() {
        require_small_constraint(&posted.constraint)?;
    }
    let Some(objective) = model.objective() else { return Ok(()) };
    check_coefficients(&objective.terms)?;
    let most = objective.terms.iter().map(|term| {
        let domain = model.domain(term.variable);
        let ends = [domain.min(), domain.max()].into_iter().flatten();
        let most = ends.map(i32::unsigned_abs).max().unwrap_or(0);
        i128::from(term.coefficient).abs() * i128::from(most)
    });
    check_number(i64::try_from(most.sum::<i128>()).unwrap_or(i64::MAX))
}

fn require_small_constraint(constraint: &Constraint) -> Result<(), PreparationError> {
    match constraint {
        Constraint::Linear(c) => {
            check_coefficients(&c.terms).and_then(|()| check_number(c.constant))
        }
        Constraint::Compare(c) => check_number(c.offset),
        // Constraints within others are never implications themselves.
        Constraint::Implies(c) => require_small_constraint(&c.then),
        _ => Ok(()),
    }
}

fn check_coefficients(terms: &[LinearTerm]) -> Result<(), PreparationError> {
    terms.iter().try_for_each(|term| check_number(term.coefficient))
}

fn check_number(number: i64) -> Result<(), PreparationError> {
    if number.unsigned_abs() <= MAX_NUMBER {
        return Ok(());
    }
    let why = format!("a number beyond {MAX_NUMBER}, too large for solvers of MiniZinc");
    Err(PreparationError::Unsupported(why))
}
