//! Every engine counts the solutions of every problem.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_model::Model;
use parallax_model::engine_api::{
    Answer, Control, EffortCounters, Engine, QuestionOutcome, SolutionCount, StopReason, Task,
    in_order,
};

use super::setting::{RandomProblemPoint, RandomProblemSetting};
use super::{ReformCountError, ReformRunError, ReformSettingError};

/// Sums of a counter over the problems whose engine reports it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterTotal {
    sum: u128,
    number: u64,
}

impl CounterTotal {
    fn add_figure(&mut self, figure: Option<u64>) {
        if let Some(figure) = figure {
            self.sum += u128::from(figure);
            self.number += 1;
        }
    }

    /// The mean, if anything was added.
    #[must_use]
    pub fn mean_value(&self) -> Option<f64> {
        (self.number > 0).then(|| self.sum as f64 / self.number as f64)
    }
}

/// The effort of an engine on the problems of a point. Sums are over the problems that it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EngineEffort {
    /// The number of problems that it counted to the end.
    pub ended: u64,
    /// The number of problems on which it reached the time limit.
    pub limits: u64,
    /// Why the engine refuses the problems, if it does.
    pub unsupported: Option<String>,
    /// Nodes of a search.
    pub nodes: CounterTotal,
    /// Conflicts of a SAT solver.
    pub conflicts: CounterTotal,
    /// Time, with the preparation and without the checks of solutions.
    pub time: Duration,
    /// The times of the first engine and of this one, on what both ended.
    pub both: [Duration; 2],
}

impl EngineEffort {
    /// Returns the factor by which this engine is faster than the first one.
    #[must_use]
    pub fn speedup_factor(&self) -> Option<f64> {
        let [first, own] = self.both.map(|time| time.as_secs_f64());
        (first > 0.0 && own > 0.0).then(|| first / own)
    }
}

/// The measurements of a point.
#[derive(Clone, Debug)]
pub struct RandomPointMeasurement {
    /// The point of the problems.
    pub point: RandomProblemPoint,
    /// The number of problems measured.
    pub problems: u64,
    /// The number of problems that at least one engine counted.
    pub counted: u64,
    /// The sum of their numbers of solutions.
    pub solutions: f64,
    /// By engine.
    pub lanes: Vec<EngineEffort>,
}

impl RandomPointMeasurement {
    /// Returns the mean number of solutions of the problems that are counted.
    #[must_use]
    pub fn mean_solutions(&self) -> Option<f64> {
        (self.counted > 0).then(|| self.solutions / self.counted as f64)
    }
}

/// How a count ended.
enum CountEnd {
    Counted(SolutionCount),
    Limit,
    Unsupported(String),
}

struct CountRun {
    end: CountEnd,
    counters: EffortCounters,
    time: Duration,
}

/// Measures every problem with every engine, each within `timeout`, on `jobs` threads; calls
/// `done` after each problem, in order. If no limit is reached, counts and counters do not depend
/// on the number of threads. An interrupt leaves the problems before it.
///
/// # Errors
/// Returns an error if the setting is empty or impossible, a solution is wrong, or engines count
/// differently.
pub fn measure_points(
    setting: &RandomProblemSetting,
    timeout: Option<Duration>,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(RandomProblemPoint),
) -> Result<Vec<RandomPointMeasurement>, ReformRunError> {
    let points = setting.all_points()?;
    let lanes = vec![EngineEffort::default(); setting.engines.len()];
    let empty = |&point: &RandomProblemPoint| RandomPointMeasurement {
        point,
        problems: 0,
        counted: 0,
        solutions: 0.0,
        lanes: lanes.clone(),
    };
    let mut all: Vec<RandomPointMeasurement> = points.iter().map(empty).collect();
    let number = usize::try_from(setting.number).ok().and_then(|n| n.checked_mul(points.len()));
    let number = number.ok_or(ReformSettingError::TooMany)?;
    // Tasks are numbered point by point, so quotient and remainder give the point and its problem.
    let place = |task: usize| (task / setting.number as usize, task as u64 % setting.number);
    let work = |task: usize| -> Option<Result<Vec<CountRun>, ReformRunError>> {
        let (point, number) = place(task);
        // After an interrupt the result is `None`, which ends the thread.
        run_problem(setting, points[point], number, timeout, control).transpose()
    };
    let mut fault = None;
    let take = &mut |task: usize, runs: Result<Vec<CountRun>, ReformRunError>| match runs {
        Ok(runs) => {
            let point = place(task).0;
            all[point].add_runs(&runs);
            done(points[point]);
        }
        Err(why) => {
            control.cancel_work();
            fault.get_or_insert(why);
        }
    };
    in_order(number, jobs, || (), |(), task| work(task), take);
    // Points without a problem come after an interrupt; they would be rows of zeros.
    all.retain(|measured| measured.problems > 0);
    fault.map_or(Ok(all), Err)
}

/// Measures a problem on all engines; `None` after an interrupt.
fn run_problem(
    setting: &RandomProblemSetting,
    point: RandomProblemPoint,
    number: u64,
    timeout: Option<Duration>,
    control: &Control,
) -> Result<Option<Vec<CountRun>>, ReformRunError> {
    let problem = setting.random_problem(point, number)?;
    let model = Arc::new(problem.build_model()?);
    let mut runs = Vec::new();
    // The first complete count is the reference. Engines that reach their limit are not compared.
    let mut known: Option<(SolutionCount, String)> = None;
    for engine in &setting.engines {
        if control.stop_reason() == Some(StopReason::Cancelled) {
            return Ok(None);
        }
        let run =
            count_solutions(engine, &model, &control.with_timeout(timeout)).map_err(|error| {
                let (problem, engine) = (Box::new(problem.clone()), engine.spec());
                ReformRunError::Engine { problem, engine, error }
            })?;
        if let CountEnd::Counted(own) = &run.end {
            let (count, name) = known.get_or_insert_with(|| (own.clone(), engine.spec()));
            if count != own {
                return Err(ReformRunError::Different {
                    problem: Box::new(problem),
                    count: count.clone(),
                    engine: name.clone(),
                    other_count: own.clone(),
                    other: engine.spec(),
                });
            }
        }
        runs.push(run);
    }
    // A run that an interrupt ended looks like one that reached its limit, so it is dropped.
    Ok((control.stop_reason() != Some(StopReason::Cancelled)).then_some(runs))
}

/// Counts all solutions, and checks each solution that the engine returns.
fn count_solutions(
    engine: &Spec,
    model: &Arc<Model>,
    control: &Control,
) -> Result<CountRun, ReformCountError> {
    let start = Instant::now();
    let session = engine.prepare(model, 0, control);
    let preparation = start.elapsed();
    let (mut shown, mut wrong) = (0u128, None);
    let outcome = match session {
        Err(refusal) => QuestionOutcome::at_once(Answer::from(refusal)),
        Ok(mut session) => session.ask(&[], Task::Count, control, &mut |values| {
            shown += 1;
            match model.check(&[], values) {
                Ok(_) => ControlFlow::Continue(()),
                Err(why) => {
                    wrong = Some(ReformCountError::Violation(why));
                    ControlFlow::Break(())
                }
            }
        }),
    };
    // A wrong solution makes the whole count worthless, even if it is complete.
    if let Some(why) = wrong.or(outcome.wrong.map(ReformCountError::Solver)) {
        return Err(why);
    }
    let end = match outcome.answer {
        Answer::Unsupported(why) => CountEnd::Unsupported(why),
        // Completeness is tested before the control, since the time may run out just after the last
        // solution. Engines that enumerate state no count; theirs is the number of solutions shown.
        _ if outcome.complete => CountEnd::Counted(outcome.counted.unwrap_or_else(|| shown.into())),
        // Only the time ends a count early; any other end is a fault.
        _ if control.stop_reason().is_some() => CountEnd::Limit,
        answer => {
            let why = outcome.stopped.map(ReformCountError::EngineEnd);
            return Err(why.unwrap_or(ReformCountError::Incomplete(answer)));
        }
    };
    Ok(CountRun { end, counters: outcome.counters, time: preparation + outcome.solve })
}

impl RandomPointMeasurement {
    fn add_runs(&mut self, runs: &[CountRun]) {
        self.problems += 1;
        let counts = runs.iter().filter_map(|run| match &run.end {
            CountEnd::Counted(count) => Some(count),
            CountEnd::Limit | CountEnd::Unsupported(_) => None,
        });
        // All complete counts of a problem are equal, so any of them represents it.
        if let Some(count) = counts.into_iter().next() {
            self.counted += 1;
            self.solutions += count.nearest_float();
        }
        let first = runs.first();
        for (lane, run) in self.lanes.iter_mut().zip(runs) {
            match &run.end {
                CountEnd::Limit => lane.limits += 1,
                CountEnd::Unsupported(why) => lane.unsupported = Some(why.clone()),
                CountEnd::Counted(_) => {
                    lane.ended += 1;
                    lane.nodes.add_figure(run.counters.get("nodes"));
                    lane.conflicts.add_figure(run.counters.get("conflicts"));
                    lane.time += run.time;
                    // Both sums grow only if the first engine ended as well, so their ratio
                    // compares the same problems.
                    if let Some(CountRun { end: CountEnd::Counted(_), time, .. }) = first {
                        lane.both[0] += *time;
                        lane.both[1] += run.time;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
