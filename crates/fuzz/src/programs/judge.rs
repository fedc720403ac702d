//! The judge: all solutions of a case, by enumeration of the assignments.

use crate::programs::case::FuzzCase;
use crate::programs::cores::SatisfiedSets;
use crate::programs::definition::{
    ExprValueError, UndefinedSemantics, constraint_holds, evaluate_number,
};

/// The truth about a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseTruth {
    /// All solutions, ascending; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// The best value of the objective, if the case has one and a solution.
    pub best: Option<i128>,
    /// The sets of constraints that assignments satisfy, if these are assumptions.
    pub held: SatisfiedSets,
}

/// Maximum number of assignments that are enumerated.
pub const MAX_ASSIGNMENTS: u128 = 50_000;

/// The reason why a case is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgementError {
    /// It has more than [`MAX_ASSIGNMENTS`] assignments.
    TooMany,
    /// An expression has no meaning.
    Fault(ExprValueError),
}

/// Enumerates the solutions of a case.
///
/// # Errors
/// Returns the reason if the case cannot be judged.
pub fn judge_case(
    case: &FuzzCase,
    semantics: UndefinedSemantics,
) -> Result<CaseTruth, JudgementError> {
    if case.assignment_count() > MAX_ASSIGNMENTS {
        return Err(JudgementError::TooMany);
    }
    let mut truth = CaseTruth { solutions: Vec::new(), best: None, held: SatisfiedSets::default() };
    // No target can be judged by a case in which an expression has no meaning, so the first such
    // assignment ends the walk.
    let mut failed = None;
    each_assignment(case, &mut |assignment| {
        match held_constraints(case, assignment, semantics) {
            Ok((all, set)) => {
                if all {
                    // Assignments ascend, so the list is sorted: comparisons search it by
                    // bisection.
                    truth.solutions.push(assignment.to_vec());
                }
                // Which sets of constraints can hold together decides about every possible core, so
                // cores need no further search.
                if case.assume {
                    truth.held.note_assignment(set, assignment);
                }
            }
            Err(fault) => failed = Some(fault),
        }
        failed.is_none()
    });
    if let Some(fault) = failed {
        return Err(JudgementError::Fault(fault));
    }
    truth.best = best_value(case, &truth.solutions, semantics).map_err(JudgementError::Fault)?;
    Ok(truth)
}

/// Returns the best value of the objective among solutions, if there is one.
pub(crate) fn best_value(
    case: &FuzzCase,
    solutions: &[Vec<i64>],
    semantics: UndefinedSemantics,
) -> Result<Option<i128>, ExprValueError> {
    let Some(objective) = &case.objective else {
        return Ok(None);
    };
    let mut best = None;
    for solution in solutions {
        let found = evaluate_number(&objective.value, solution, semantics)?;
        let better = |best: i128| if objective.maximize { found > best } else { found < best };
        if best.is_none_or(better) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Returns whether an assignment solves a case, and the set of constraints that hold. Every
/// constraint is evaluated, so that one without meaning is noticed.
fn held_constraints(
    case: &FuzzCase,
    assignment: &[i64],
    semantics: UndefinedSemantics,
) -> Result<(bool, u64), ExprValueError> {
    let (mut all, mut set) = (true, 0);
    for (index, constraint) in case.constraints.iter().enumerate() {
        let holds = constraint_holds(constraint, assignment, semantics)?;
        all &= holds;
        set |= crate::programs::cores::constraint_bit(index) * u64::from(holds);
    }
    Ok((all, set))
}

/// Calls `look` with every assignment, in ascending order, until it returns false.
fn each_assignment(case: &FuzzCase, look: &mut dyn FnMut(&[i64]) -> bool) {
    let domains: Vec<&[i64]> = case.variables.iter().map(|v| v.values.as_slice()).collect();
    // An empty domain leaves no assignment. A case without variables has one, the empty assignment,
    // and passes.
    if domains.iter().any(|values| values.is_empty()) {
        return;
    }
    let mut places = vec![0; domains.len()];
    let mut assignment: Vec<i64> = domains.iter().map(|values| values[0]).collect();
    loop {
        if !look(&assignment) {
            return;
        }
        // An odometer: the last variable with a further value advances, and all after it start
        // again.
        let Some(moved) = (0..places.len()).rev().find(|&at| places[at] + 1 < domains[at].len())
        else {
            return;
        };
        places[moved] += 1;
        places[moved + 1..].fill(0);
        for at in moved..places.len() {
            assignment[at] = domains[at][places[at]];
        }
    }
}
