//! Finds one solution of a model by one engine, and checks it.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::{Answer, Control, Engine, EngineFamily, PreparationError, Task, catch_panic};
use crate::{Model, Solution};

/// Requests one solution of a model from an engine, a best one for [`Task::Optimise`], and checks
/// it. Returns it, or `None` if there is none, and the family of the engine that answers.
///
/// # Errors
/// Returns unknown or unsupported, also for an engine that panics or whose values are not a
/// solution.
pub fn checked_solution(
    engine: &dyn Engine,
    model: &Arc<Model>,
    task: Task,
    seed: u64,
    control: &Control,
) -> Result<(Option<Solution>, EngineFamily), Answer> {
    let wrong = |why: String| Answer::Unknown(format!("{}: {why}", engine.spec()).into());
    let mut last = None;
    let asked = catch_panic(|| {
        let mut session = engine.prepare(model, seed, control)?;
        let outcome = session.ask(&[], task, control, &mut |values| {
            // In an optimisation each candidate is better than the one before, so the last one
            // counts.
            last = Some(model.check(&[], values));
            ControlFlow::Continue(())
        });
        Ok::<_, PreparationError>(outcome)
    });
    let outcome = asked.map_err(|panic| wrong(panic.to_string()))??;
    let family = outcome.answering_family(engine.family());
    let found = match (outcome.answer, last) {
        // Wrong values outweigh every answer.
        (_, Some(Err(violation))) => Err(wrong(format!("returns no solution: {violation}"))),
        (Answer::Unsatisfiable, None) => Ok(None),
        (Answer::Satisfiable, Some(Ok(found))) if task != Task::Optimise => Ok(Some(found)),
        (Answer::Optimal(_), Some(Ok(found))) => Ok(Some(found)),
        (answer @ (Answer::Unknown(_) | Answer::Unsupported(_)), _) => Err(answer),
        // A solution, but not the proof that the task needs, e.g. of optimality.
        (_, Some(Ok(_))) => Err(Answer::Unknown(outcome.stopped.unwrap_or("not proved".into()))),
        (answer, _) => Err(wrong(format!("answers {answer} without what this rests on"))),
    };
    Ok((found?, family))
}
