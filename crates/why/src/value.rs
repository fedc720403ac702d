//! Questions about a value: `r3c4=7`.

use std::sync::Arc;

use parallax_model::Given;
use parallax_model::ask::Engine;

use super::explained::Finding;
use super::problem::Problem;
use super::procedure::{Decided, Task, reason};

/// Decides whether a value is forced, impossible or neither. Returns the problem whose conflict
/// explains it: with the value excluded if it is forced, and with only that value if it is
/// impossible.
pub(super) fn sides(
    task: &Task<'_>,
    problem: Problem,
    given: Given,
) -> (Option<Arc<dyn Engine>>, Problem, Finding) {
    let (with, without) = (problem.with_value(given), problem.without_value(given));
    let Decided { engine, found: one } = task.decide(&with);
    let one = match one {
        Ok(one) => one,
        Err(answer) => return (engine, problem, Finding::Unknown(reason(&answer))),
    };
    let Decided { engine: other_engine, found: other } = task.decide(&without);
    match (one, other) {
        (_, Err(answer)) => (engine, problem, Finding::Unknown(reason(&answer))),
        (None, Ok(None)) => (engine, problem, Finding::Unsatisfiable),
        (None, Ok(Some(other))) => (engine, with, Finding::Impossible(given, other)),
        (Some(one), Ok(None)) => (other_engine, without, Finding::Forced(given, one)),
        (Some(one), Ok(Some(other))) => (engine, problem, Finding::Possible(given, one, other)),
    }
}
