//! The time to a first solution, over several seeds.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use parallax_engines::Spec;
use parallax_model::Model;
use parallax_model::engine_api::{Answer, Control, Engine, PreparationError, Task};
use serde::Serialize;

use super::{EncodingStudyOptions, MeasurementSpread};

/// The result of searching for a first solution.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct FirstSolutionCost {
    /// `sat`, `unsat`, or `unknown` if no run gave an answer.
    pub answer: &'static str,
    /// Seconds without encoding, over the seeds; `None` if half of the runs gave no answer. The
    /// maximum is infinite if some gave none.
    pub seconds: Option<MeasurementSpread>,
    /// The median of the conflicts, if the solver reports them.
    pub conflicts: Option<u64>,
}

/// Runs an engine with each seed of the settings.
pub(super) fn run_seeds(
    spec: &Spec,
    model: &Arc<Model>,
    settings: &EncodingStudyOptions,
    control: &Control,
) -> Result<FirstSolutionCost, PreparationError> {
    let runs = settings.runs.max(1);
    let mut times = Vec::new();
    let mut conflicts = Vec::new();
    let mut answer = None;
    for seed in settings.seed..settings.seed + runs {
        let within = control.with_timeout(settings.timeout);
        let (said, seconds, effort) = run_once(spec, model, seed, &within)?;
        if said == "unknown" && control.stop_reason().is_some() {
            control.check_stop()?;
        }
        // A run without an answer counts as infinitely long, so that a timeout does not improve the
        // median.
        times.push(if said == "unknown" { f64::INFINITY } else { seconds });
        conflicts.extend(effort);
        answer = match answer {
            None | Some("unknown") => Some(said),
            // One answer decides; other runs may end without one, but must not contradict it.
            Some(before) if before == said || said == "unknown" => Some(before),
            Some(_) => return Err(PreparationError::Failed(format!("{spec} contradicts itself"))),
        };
    }
    conflicts.sort_unstable();
    Ok(FirstSolutionCost {
        answer: answer.unwrap_or("unknown"),
        seconds: MeasurementSpread::from_values(times).filter(|times| times.median.is_finite()),
        conflicts: conflicts.get(conflicts.len() / 2).copied(),
    })
}

/// Runs once; returns the answer, the seconds after encoding, and the conflicts.
fn run_once(
    spec: &Spec,
    model: &Arc<Model>,
    seed: u64,
    control: &Control,
) -> Result<(&'static str, f64, Option<u64>), PreparationError> {
    let mut session = match spec.prepare(model, seed, control) {
        Ok(session) => session,
        Err(PreparationError::Stopped(_)) => return Ok(("unknown", f64::INFINITY, None)),
        Err(other) => return Err(other),
    };
    let mut wrong = None;
    let start = Instant::now();
    let outcome = session.ask(&[], Task::First, control, &mut |values| {
        wrong = model.check(&[], values).err().map(|why| why.to_string());
        // The first candidate ends the search, whether it is right or wrong.
        ControlFlow::Break(())
    });
    let seconds = start.elapsed().as_secs_f64();
    if let Some(why) = wrong {
        return Err(PreparationError::Failed(format!("{spec} gave a wrong solution: {why}")));
    }
    let answer = match outcome.answer {
        Answer::Satisfiable | Answer::Optimal(_) => "sat",
        Answer::Unsatisfiable => "unsat",
        Answer::Unknown(_) => "unknown",
        Answer::Unsupported(why) => return Err(PreparationError::Unsupported(why)),
    };
    Ok((answer, seconds, outcome.counters.get("conflicts")))
}
