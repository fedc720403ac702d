//! Several cases in one question.
//!
//! The variables of the cases are disjoint, so the solutions of the joined case are the product of
//! theirs. If each solution found is one, and their number is the product, then each case is
//! answered rightly in this company; otherwise each is asked alone.

use crate::case::{Case, Expr};
use crate::draw::Drawn;
use crate::judge::Truth;
use crate::reply::{Answer, Reply, Status};

/// Returns the case with the variables and constraints of all, renamed.
pub(super) fn join(cases: &[&Drawn]) -> Case {
    let id = cases.first().map_or(0, |drawn| drawn.case.id);
    let mut joined = Case { id, variables: Vec::new(), constraints: Vec::new(), objective: None };
    for drawn in cases {
        let shift = joined.variables.len();
        for variable in &drawn.case.variables {
            let mut variable = variable.clone();
            let letter = variable.name.chars().next().unwrap_or('x');
            variable.name = format!("{letter}{}", joined.variables.len());
            joined.variables.push(variable);
        }
        for constraint in &drawn.case.constraints {
            let mut constraint = constraint.clone();
            constraint.change(&mut |part| {
                if let Expr::Var(place) = part {
                    *place += shift;
                }
            });
            joined.constraints.push(constraint);
        }
    }
    joined
}

/// Whether a case can be asked in company: it has solutions, and no objective.
pub(super) fn is_sociable(drawn: &Drawn) -> bool {
    !drawn.truth.solutions.is_empty() && drawn.case.objective.is_none()
}

/// Whether a reply to the joined case is what the truths of all cases imply.
pub(super) fn agrees(truths: &[&Truth], reply: &Reply) -> bool {
    let Reply::Answer(Answer { status: Status::Satisfiable, solutions, complete: true, .. }) =
        reply
    else {
        return false;
    };
    let product: u128 = truths.iter().map(|truth| truth.solutions.len() as u128).product();
    let mut sorted = solutions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len() == solutions.len()
        && solutions.len() as u128 == product
        && solutions.iter().all(|solution| holds(truths, solution))
}

fn holds(truths: &[&Truth], solution: &[i64]) -> bool {
    let mut rest = solution;
    truths.iter().all(|truth| {
        let width = truth.solutions.first().map_or(0, Vec::len);
        let Some((own, others)) = rest.split_at_checked(width) else {
            return false;
        };
        rest = others;
        truth.solutions.binary_search_by(|known| known.as_slice().cmp(own)).is_ok()
    })
}
