//! The run time by the size of the grid and by the length of the runs, and what the engines and the
//! constraints that are skipped make of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, StopReason, in_order};
use parallax_puzzles::keisuke::KeisukePuzzle;

use super::super::first_solution::{TrialBench, TrialEnd};
use super::KeisukeRunError;
use super::axis::{FigureAxis, FigurePoint, KeisukeMethod};

/// The time of a method at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MethodTime {
    /// The mean of some puzzles.
    Seconds {
        /// Seconds from the puzzle to a checked solution: building the model, preparing the engine
        /// and searching.
        mean: f64,
        /// The number of puzzles.
        puzzles: usize,
        /// The mean of the values assigned, if the engine counts them.
        assignments: Option<f64>,
    },
    /// A puzzle reached the limit of time, so there is no mean.
    Limit,
    /// The viewpoint or the engine refuses every puzzle.
    Refused,
    /// This build does not have the engine.
    NotBuilt,
}

impl MethodTime {
    /// Returns the number of puzzles in the mean.
    #[must_use]
    pub fn puzzle_count(&self) -> usize {
        match *self {
            MethodTime::Seconds { puzzles, .. } => puzzles,
            MethodTime::Limit | MethodTime::Refused | MethodTime::NotBuilt => 0,
        }
    }

    /// Returns the mean in seconds, if there is one.
    #[must_use]
    pub fn mean_seconds(&self) -> Option<f64> {
        match *self {
            MethodTime::Seconds { mean, .. } => Some(mean),
            MethodTime::Limit | MethodTime::Refused | MethodTime::NotBuilt => None,
        }
    }

    /// Returns the mean of the values assigned, if there is one.
    #[must_use]
    pub fn mean_assignments(&self) -> Option<f64> {
        match *self {
            MethodTime::Seconds { assignments, .. } => assignments,
            MethodTime::Limit | MethodTime::Refused | MethodTime::NotBuilt => None,
        }
    }
}

/// The times of an axis: for each point, a time for each method.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisTimes {
    /// The axis.
    pub axis: FigureAxis,
    /// The points that were measured, with the times.
    pub points: Vec<(FigurePoint, Vec<MethodTime>)>,
}

/// Options of the measurement at each point.
#[derive(Clone, Copy, Debug)]
pub struct TimingOptions {
    /// The seed of the puzzles.
    pub seed: u64,
    /// The number of puzzles of a point.
    pub number: usize,
    /// The time limit of each puzzle and method.
    pub limit: Duration,
    /// The number of threads.
    pub jobs: usize,
}

/// Measures an axis, and calls `done` after each point and method. An interrupt leaves the points
/// before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn measure_axis(
    axis: FigureAxis,
    sample: &TimingOptions,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<AxisTimes, KeisukeRunError> {
    let parsed = axis.axis_methods().iter().map(|way| way.engine.parse());
    let engines: Vec<Spec> = parsed.collect::<Result<_, _>>()?;
    let mut times = AxisTimes { axis, points: Vec::new() };
    for &point in axis.points() {
        // All methods solve the same puzzles, so their means can be compared.
        let puzzles: Vec<KeisukePuzzle> = (0..sample.number as u64)
            .map(|number| point.draw_puzzle(sample.seed, number))
            .collect::<Result<_, _>>()?;
        let mut means = Vec::new();
        for (way, engine) in axis.axis_methods().iter().zip(&engines) {
            means.push(measure_method(way, engine, &puzzles, sample, control)?);
            done();
        }
        // An interrupted search counts as one that reached the limit, which would be false in a
        // table, so the point is dropped.
        if control.stop_reason() == Some(StopReason::Cancelled) {
            break;
        }
        times.points.push((point, means));
    }
    Ok(times)
}

/// The outcome of a puzzle.
enum TimingOutcome {
    /// Seconds, and values assigned.
    Solved(f64, Option<u64>),
    Refused,
    Limit,
}

fn measure_method(
    way: &KeisukeMethod,
    engine: &Spec,
    puzzles: &[KeisukePuzzle],
    sample: &TimingOptions,
    control: &Control,
) -> Result<MethodTime, KeisukeRunError> {
    if !engine.is_built() {
        return Ok(MethodTime::NotBuilt);
    }
    let (mut solved, mut limit, mut fault) = (Vec::new(), false, None);
    // After the first puzzle that reaches the limit, the remaining ones are skipped: there is no
    // mean to compute.
    let over = AtomicBool::new(false);
    in_order(
        puzzles.len(),
        sample.jobs,
        || (),
        |(), index| {
            if over.load(Ordering::Relaxed) || control.stop_reason() == Some(StopReason::Cancelled)
            {
                return None;
            }
            let outcome = time_puzzle(way, engine, &puzzles[index], sample.limit, control);
            // A relaxed order suffices: a thread that sees the flag late measures one more puzzle.
            over.fetch_or(matches!(outcome, Ok(TimingOutcome::Limit)), Ordering::Relaxed);
            Some(outcome)
        },
        &mut |_, outcome| match outcome {
            Ok(TimingOutcome::Solved(time, assignments)) => solved.push((time, assignments)),
            Ok(TimingOutcome::Refused) => {}
            Ok(TimingOutcome::Limit) => limit = true,
            Err(why) => _ = fault.get_or_insert(why),
        },
    );
    match (fault, limit, solved.len()) {
        (Some(error), ..) => {
            Err(KeisukeRunError::Search { search: way.name, error: Box::new(error) })
        }
        (None, true, _) => Ok(MethodTime::Limit),
        (None, false, 0) => Ok(MethodTime::Refused),
        (None, false, puzzles) => {
            let number = puzzles as f64;
            // The sum of options is `None` as soon as one engine run has no such counter.
            let assigned: Option<u64> = solved.iter().map(|(_, assigned)| *assigned).sum();
            Ok(MethodTime::Seconds {
                mean: solved.iter().map(|(time, _)| time).sum::<f64>() / number,
                puzzles,
                assignments: assigned.map(|assigned| assigned as f64 / number),
            })
        }
    }
}

fn time_puzzle(
    way: &KeisukeMethod,
    engine: &Spec,
    puzzle: &KeisukePuzzle,
    limit: Duration,
    control: &Control,
) -> Result<TimingOutcome, KeisukeRunError> {
    let viewpoint = puzzle.viewpoint(way.model)?;
    let limited = control.with_timeout(Some(limit));
    // The time includes building the model and preparing the engine, which some viewpoints make
    // slow.
    let start = Instant::now();
    let Ok(model) = puzzle.model(&viewpoint) else { return Ok(TimingOutcome::Refused) };
    let mut bench = TrialBench::new(Arc::new(model), engine, &limited);
    if bench.refuses_model() {
        return Ok(TimingOutcome::Refused);
    }
    let trial = bench.search_first(puzzle, &viewpoint, &limited);
    let seconds = start.elapsed().as_secs_f64();
    match trial.end {
        TrialEnd::Solved => Ok(TimingOutcome::Solved(seconds, trial.counters.get("assignments"))),
        TrialEnd::Limit(_) | TrialEnd::Interrupted => Ok(TimingOutcome::Limit),
        // The puzzle requires equal runs, and the model forbids them.
        TrialEnd::NoSolution if puzzle.has_repeats() && way.model.contains("pairs") => {
            Ok(TimingOutcome::Refused)
        }
        end => Err(KeisukeRunError::Unsolved(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::axis::{FIGURE_METHODS, random_point, repeated_point};
    use super::super::block_puzzle;
    use super::*;

    #[test]
    fn limits_and_refusals_are_no_times() {
        let sample = |millis| TimingOptions {
            seed: 0,
            number: 2,
            limit: Duration::from_millis(millis),
            jobs: 2,
        };
        let control = Control::unlimited();
        let mean = |way: KeisukeMethod, puzzle: KeisukePuzzle, limit| {
            let engine = way.engine.parse().unwrap();
            measure_method(&way, &engine, &[puzzle.clone(), puzzle], &sample(limit), &control)
                .unwrap()
        };
        let solved = mean(FIGURE_METHODS[1], random_point(5).draw_puzzle(0, 0).unwrap(), 60_000);
        assert!(matches!(solved, MethodTime::Seconds { puzzles: 2, .. }), "{solved:?}");
        // A hundred runs of two cells and 81 entries at most.
        assert_eq!(
            mean(FIGURE_METHODS[0], block_puzzle(17, 2, false, 0, 0).unwrap(), 60_000),
            MethodTime::Refused
        );
        let none = Duration::ZERO.as_millis() as u64;
        assert_eq!(
            mean(FIGURE_METHODS[1], repeated_point(50).draw_puzzle(0, 0).unwrap(), none),
            MethodTime::Limit
        );
    }
}
