//! The run time by the size of the grid and by the length of the runs, and what the engines and the
//! constraints that are skipped make of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::ModelSource;
use parallax_puzzles::keisuke::Keisuke;

use super::super::first_solution::{Bench, End};
use super::KeisukeRunError;
use super::axis::{Axis, Point, Way};

/// The time of a way at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mean {
    /// The mean of some puzzles.
    Seconds {
        /// Seconds from the puzzle to a checked solution: building the model, preparing the engine and
        /// searching.
        mean: f64,
        /// The number of puzzles.
        puzzles: usize,
        /// The mean of the values assigned, where the engine counts them.
        assignments: Option<f64>,
    },
    /// A puzzle reached the limit of time, so there is no mean.
    Limit,
    /// The viewpoint or the engine takes none of the puzzles.
    Refused,
    /// This build does not have the engine.
    NotBuilt,
}

impl Mean {
    /// The number of puzzles that the mean is of.
    #[must_use]
    pub fn puzzles(&self) -> usize {
        match *self {
            Mean::Seconds { puzzles, .. } => puzzles,
            Mean::Limit | Mean::Refused | Mean::NotBuilt => 0,
        }
    }

    /// The mean in seconds, if there is one.
    #[must_use]
    pub fn seconds(&self) -> Option<f64> {
        match *self {
            Mean::Seconds { mean, .. } => Some(mean),
            Mean::Limit | Mean::Refused | Mean::NotBuilt => None,
        }
    }

    /// The mean of the values assigned, if there is one.
    #[must_use]
    pub fn assignments(&self) -> Option<f64> {
        match *self {
            Mean::Seconds { assignments, .. } => assignments,
            Mean::Limit | Mean::Refused | Mean::NotBuilt => None,
        }
    }
}

/// The times of an axis: for each point, each of its ways.
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// The axis.
    pub axis: Axis,
    /// The points that were measured, with the times.
    pub points: Vec<(Point, Vec<Mean>)>,
}

/// Options of the measurement at each point.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The seed of the puzzles.
    pub seed: u64,
    /// The number of puzzles of a point.
    pub number: usize,
    /// The limit of each puzzle and way.
    pub limit: Duration,
    /// The number of threads.
    pub jobs: usize,
}

/// Measures an axis, and calls `done` after each point and way. An interrupt leaves the points before
/// it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn run(
    axis: Axis,
    sample: &Sample,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<Times, KeisukeRunError> {
    let parsed = axis.ways().iter().map(|way| way.engine.parse());
    let engines: Vec<Spec> = parsed.collect::<Result<_, _>>()?;
    let mut times = Times { axis, points: Vec::new() };
    for &point in axis.points() {
        let puzzles: Vec<Keisuke> = (0..sample.number as u64)
            .map(|number| point.puzzle(sample.seed, number))
            .collect::<Result<_, _>>()?;
        let mut means = Vec::new();
        for (way, engine) in axis.ways().iter().zip(&engines) {
            means.push(mean(way, engine, &puzzles, sample, control)?);
            done();
        }
        if control.stopped() == Some(Stop::Cancelled) {
            break;
        }
        times.points.push((point, means));
    }
    Ok(times)
}

/// The outcome of a puzzle.
enum Outcome {
    /// Seconds, and values assigned.
    Solved(f64, Option<u64>),
    Refused,
    Limit,
}

fn mean(
    way: &Way,
    engine: &Spec,
    puzzles: &[Keisuke],
    sample: &Sample,
    control: &Control,
) -> Result<Mean, KeisukeRunError> {
    if !engine.is_built() {
        return Ok(Mean::NotBuilt);
    }
    let (mut solved, mut limit, mut fault) = (Vec::new(), false, None);
    // After the first puzzle that reaches the limit the others are left out.
    let over = AtomicBool::new(false);
    in_order(
        puzzles.len(),
        sample.jobs,
        || (),
        |(), place| {
            if over.load(Ordering::Relaxed) || control.stopped() == Some(Stop::Cancelled) {
                return None;
            }
            let outcome = solve(way, engine, &puzzles[place], sample.limit, control);
            over.fetch_or(matches!(outcome, Ok(Outcome::Limit)), Ordering::Relaxed);
            Some(outcome)
        },
        &mut |_, outcome| match outcome {
            Ok(Outcome::Solved(time, assignments)) => solved.push((time, assignments)),
            Ok(Outcome::Refused) => {}
            Ok(Outcome::Limit) => limit = true,
            Err(why) => _ = fault.get_or_insert(why),
        },
    );
    match (fault, limit, solved.len()) {
        (Some(error), ..) => {
            Err(KeisukeRunError::Search { search: way.name, error: Box::new(error) })
        }
        (None, true, _) => Ok(Mean::Limit),
        (None, false, 0) => Ok(Mean::Refused),
        (None, false, puzzles) => {
            let number = puzzles as f64;
            let assigned: Option<u64> = solved.iter().map(|(_, assigned)| *assigned).sum();
            Ok(Mean::Seconds {
                mean: solved.iter().map(|(time, _)| time).sum::<f64>() / number,
                puzzles,
                assignments: assigned.map(|assigned| assigned as f64 / number),
            })
        }
    }
}

fn solve(
    way: &Way,
    engine: &Spec,
    puzzle: &Keisuke,
    limit: Duration,
    control: &Control,
) -> Result<Outcome, KeisukeRunError> {
    let viewpoint = puzzle.viewpoint(way.model)?;
    let limited = control.within(Some(limit));
    let start = Instant::now();
    let Ok(model) = puzzle.model(&viewpoint) else { return Ok(Outcome::Refused) };
    let mut bench = Bench::new(Arc::new(model), engine, &limited);
    if bench.refuses() {
        return Ok(Outcome::Refused);
    }
    let trial = bench.first(puzzle, &viewpoint, &limited);
    let seconds = start.elapsed().as_secs_f64();
    match trial.end {
        End::Solved => Ok(Outcome::Solved(seconds, trial.counters.get("assignments"))),
        End::Limit(_) | End::Interrupted => Ok(Outcome::Limit),
        // Equal runs are required, and the model forbids them.
        End::NoSolution if puzzle.repeats() && way.model.contains("pairs") => Ok(Outcome::Refused),
        end => Err(KeisukeRunError::Unsolved(end)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::axis::{WAYS, random, repeated};
    use super::super::blocks;
    use super::*;

    #[test]
    fn limits_and_refusals_are_no_times() {
        let sample =
            |millis| Sample { seed: 0, number: 2, limit: Duration::from_millis(millis), jobs: 2 };
        let control = Control::unlimited();
        let mean = |way: Way, puzzle: Keisuke, limit| {
            let engine = way.engine.parse().unwrap();
            mean(&way, &engine, &[puzzle.clone(), puzzle], &sample(limit), &control).unwrap()
        };
        let solved = mean(WAYS[1], random(5).puzzle(0, 0).unwrap(), 60_000);
        assert!(matches!(solved, Mean::Seconds { puzzles: 2, .. }), "{solved:?}");
        // A hundred runs of two cells and 81 entries at most.
        assert_eq!(mean(WAYS[0], blocks(17, 2, false, 0, 0).unwrap(), 60_000), Mean::Refused);
        let none = Duration::ZERO.as_millis() as u64;
        assert_eq!(mean(WAYS[1], repeated(50).puzzle(0, 0).unwrap(), none), Mean::Limit);
    }
}
