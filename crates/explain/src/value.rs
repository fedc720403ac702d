//! Questions about a value: `r3c4=7`.

use std::sync::Arc;

use parallax_model::Given;
use parallax_model::engine_api::Engine;

use super::explanation::ExplainedFact;
use super::problem::ExplanationProblem;
use super::procedure::{ExplanationTask, ProblemDecision, unknown_reason};

/// Decides whether a value is forced, impossible or neither. Returns the problem whose conflict
/// explains it: with the value excluded if it is forced, and with only that value if it is
/// impossible.
pub(super) fn decide_value(
    task: &ExplanationTask<'_>,
    problem: ExplanationProblem,
    given: Given,
) -> (Option<Arc<dyn Engine>>, ExplanationProblem, ExplainedFact) {
    let (with, without) = (problem.with_value(given), problem.without_value(given));
    // A value is impossible if no solution has it, and forced if no solution lacks it.
    let ProblemDecision { engine, found: one } = task.decide_problem(&with);
    let one = match one {
        Ok(one) => one,
        Err(answer) => return (engine, problem, ExplainedFact::Unknown(unknown_reason(&answer))),
    };
    let ProblemDecision { engine: other_engine, found: other } = task.decide_problem(&without);
    match (one, other) {
        (_, Err(answer)) => (engine, problem, ExplainedFact::Unknown(unknown_reason(&answer))),
        (None, Ok(None)) => (engine, problem, ExplainedFact::Unsatisfiable),
        (None, Ok(Some(other))) => (engine, with, ExplainedFact::Impossible(given, other)),
        (Some(one), Ok(None)) => (other_engine, without, ExplainedFact::Forced(given, one)),
        (Some(one), Ok(Some(other))) => {
            (engine, problem, ExplainedFact::Possible(given, one, other))
        }
    }
}
