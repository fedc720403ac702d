//! The judge: all solutions of a case, by enumeration of the assignments.

use crate::programs::case::Case;
use crate::programs::cores::Held;
use crate::programs::definition::{Fault, Semantics, holds, value};

/// The truth about a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// All solutions, ascending; values follow the order of the variables.
    pub solutions: Vec<Vec<i64>>,
    /// The best value of the objective, if the case has one and a solution.
    pub best: Option<i128>,
    /// The sets of constraints that assignments satisfy, if these are assumptions.
    pub held: Held,
}

/// Maximum number of assignments that are enumerated.
pub const MOST: u128 = 50_000;

/// The reason why a case is not judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unjudged {
    /// It has more than [`MOST`] assignments.
    TooMany,
    /// An expression has no meaning.
    Fault(Fault),
}

/// Enumerates the solutions of a case.
///
/// # Errors
/// Why it cannot.
pub fn judge(case: &Case, semantics: Semantics) -> Result<Truth, Unjudged> {
    if case.assignments() > MOST {
        return Err(Unjudged::TooMany);
    }
    let mut truth = Truth { solutions: Vec::new(), best: None, held: Held::default() };
    let mut failed = None;
    each_assignment(case, &mut |assignment| {
        match held(case, assignment, semantics) {
            Ok((all, set)) => {
                if all {
                    truth.solutions.push(assignment.to_vec());
                }
                if case.assume {
                    truth.held.note(set, assignment);
                }
            }
            Err(fault) => failed = Some(fault),
        }
        failed.is_none()
    });
    if let Some(fault) = failed {
        return Err(Unjudged::Fault(fault));
    }
    truth.best = best(case, &truth.solutions, semantics).map_err(Unjudged::Fault)?;
    Ok(truth)
}

/// Returns the best value of the objective among solutions, if there is one.
pub(crate) fn best(
    case: &Case,
    solutions: &[Vec<i64>],
    semantics: Semantics,
) -> Result<Option<i128>, Fault> {
    let Some(objective) = &case.objective else {
        return Ok(None);
    };
    let mut best = None;
    for solution in solutions {
        let found = value(&objective.value, solution, semantics)?;
        let better = |best: i128| if objective.maximize { found > best } else { found < best };
        if best.is_none_or(better) {
            best = Some(found);
        }
    }
    Ok(best)
}

/// Returns whether an assignment solves a case, and the set of constraints that hold. Every
/// constraint is evaluated, so that one without meaning is noticed.
fn held(case: &Case, assignment: &[i64], semantics: Semantics) -> Result<(bool, u64), Fault> {
    let (mut all, mut set) = (true, 0);
    for (place, constraint) in case.constraints.iter().enumerate() {
        let own = holds(constraint, assignment, semantics)?;
        all &= own;
        set |= crate::programs::cores::bit(place) * u64::from(own);
    }
    Ok((all, set))
}

/// Calls `look` with every assignment, in ascending order, until it returns false.
fn each_assignment(case: &Case, look: &mut dyn FnMut(&[i64]) -> bool) {
    let domains: Vec<&[i64]> = case.variables.iter().map(|v| v.values.as_slice()).collect();
    if domains.iter().any(|values| values.is_empty()) {
        return;
    }
    let mut places = vec![0; domains.len()];
    let mut assignment: Vec<i64> = domains.iter().map(|values| values[0]).collect();
    loop {
        if !look(&assignment) {
            return;
        }
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
