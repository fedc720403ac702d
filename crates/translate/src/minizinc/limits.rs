//! The numbers that solvers behind MiniZinc compute with.

use parallax_model::ask::Refusal;
use parallax_model::{Constraint, Model, Term};

/// The largest magnitude of a number that every solver reads.
const MAX_NUMBER: u64 = i32::MAX as u64 - 1;

/// Requires that the numbers of a model fit into 32 bits, with which most solvers compute.
///
/// # Errors
/// Returns unsupported for a domain, a coefficient, a constant or an objective that does not fit.
pub fn require_small(model: &Model) -> Result<(), Refusal> {
    for variable in model.variables() {
        let ends = [variable.domain.min(), variable.domain.max()];
        ends.into_iter().flatten().try_for_each(|end| small(end.into()))?;
    }
    for posted in model.constraints() {
        require_small_constraint(&posted.constraint)?;
    }
    let Some(objective) = model.objective() else { return Ok(()) };
    coefficients(&objective.terms)?;
    let most = objective.terms.iter().map(|term| {
        let domain = model.domain(term.variable);
        let ends = [domain.min(), domain.max()].into_iter().flatten();
        let most = ends.map(i32::unsigned_abs).max().unwrap_or(0);
        i128::from(term.coefficient).abs() * i128::from(most)
    });
    small(i64::try_from(most.sum::<i128>()).unwrap_or(i64::MAX))
}

fn require_small_constraint(constraint: &Constraint) -> Result<(), Refusal> {
    match constraint {
        Constraint::Linear(c) => coefficients(&c.terms).and_then(|()| small(c.constant)),
        Constraint::Compare(c) => small(c.offset),
        // Constraints within others are never implications themselves.
        Constraint::Implies(c) => require_small_constraint(&c.then),
        _ => Ok(()),
    }
}

fn coefficients(terms: &[Term]) -> Result<(), Refusal> {
    terms.iter().try_for_each(|term| small(term.coefficient))
}

fn small(number: i64) -> Result<(), Refusal> {
    if number.unsigned_abs() <= MAX_NUMBER {
        return Ok(());
    }
    let why = format!("a number beyond {MAX_NUMBER}, too large for solvers of MiniZinc");
    Err(Refusal::Unsupported(why))
}
