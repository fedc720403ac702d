//! The run time by the size of the grid and by the length of the runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::Instance;
use parallax_puzzles::keisuke::Keisuke;

use super::super::trial::{Bench, End};
use super::{blocks, regular, repeats};

/// A way to solve a puzzle: a curve of the figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Its name in tables.
    pub name: &'static str,
    /// The viewpoint.
    pub model: &'static str,
    /// The engine.
    pub engine: &'static str,
}

/// All ways; the first is the report's.
pub const WAYS: [Way; 4] = [
    Way { name: "report", model: "cells+pairs", engine: "native:first+sval,gac,d-way" },
    Way { name: "cells", model: "cells", engine: "native" },
    Way { name: "slots", model: "slots", engine: "native" },
    Way { name: "clauses", model: "cells", engine: "sat:batsat" },
];

/// What changes along a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Random puzzles by their size.
    Regular,
    /// Puzzles whose runs all have two cells, by their size.
    Hard,
    /// Puzzles of 11x11 cells by the length of all runs.
    Length,
}

/// The side of the grids by the length of the runs.
const LENGTHS_SIDE: usize = 11;

impl Axis {
    /// All, in the order of the report.
    pub const ALL: [Axis; 3] = [Axis::Regular, Axis::Hard, Axis::Length];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Axis::Regular => "size",
            Axis::Hard => "hard-size",
            Axis::Length => "length",
        }
    }

    /// What the figure shows.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Axis::Regular => "Run time by the size of random puzzles",
            Axis::Hard => "Run time by the size of hard puzzles, whose runs have length 2",
            Axis::Length => "Run time by the length of all runs, 11x11 cells",
        }
    }

    /// The label of the axis.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Axis::Regular | Axis::Hard => "rows and columns",
            Axis::Length => "length of the runs",
        }
    }

    /// The points of the axis: those of the report, and hard puzzles up to 50x50.
    #[must_use]
    pub fn points(self) -> &'static [usize] {
        match self {
            Axis::Regular => &[3, 5, 10, 20, 30, 40, 50],
            Axis::Hard => &[5, 8, 11, 14, 17, 26, 50],
            Axis::Length => &[2, 3, 5, 11],
        }
    }

    fn puzzle(self, point: usize, seed: u64, number: u64) -> Result<Keisuke, String> {
        match self {
            Axis::Regular => regular(point, seed, number),
            Axis::Hard => blocks(point, 2, seed, number),
            Axis::Length => blocks(LENGTHS_SIDE, point, seed, number),
        }
    }
}

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
    },
    /// A puzzle reached the limit of time, so there is no mean.
    Limit,
    /// The viewpoint takes none of the puzzles.
    Refused,
}

impl Mean {
    /// The number of puzzles that the mean is of.
    #[must_use]
    pub fn puzzles(&self) -> usize {
        match *self {
            Mean::Seconds { puzzles, .. } => puzzles,
            Mean::Limit | Mean::Refused => 0,
        }
    }
}

/// The times of an axis: for each point, each of [`WAYS`].
#[derive(Clone, Debug, PartialEq)]
pub struct Times {
    /// The axis.
    pub axis: Axis,
    /// The points that were measured, with the times.
    pub points: Vec<(usize, [Mean; WAYS.len()])>,
}

/// What to measure at each point.
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
) -> Result<Times, String> {
    let engines: Vec<Spec> = WAYS.iter().map(|way| way.engine.parse()).collect::<Result<_, _>>()?;
    let mut times = Times { axis, points: Vec::new() };
    for &point in axis.points() {
        let puzzles: Vec<Keisuke> = (0..sample.number as u64)
            .map(|number| axis.puzzle(point, sample.seed, number))
            .collect::<Result<_, _>>()?;
        let mut means = [Mean::Refused; WAYS.len()];
        for ((way, engine), mean) in WAYS.iter().zip(&engines).zip(&mut means) {
            *mean = self::mean(way, engine, &puzzles, sample, control)?;
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
    Seconds(f64),
    Refused,
    Limit,
}

fn mean(
    way: &Way,
    engine: &Spec,
    puzzles: &[Keisuke],
    sample: &Sample,
    control: &Control,
) -> Result<Mean, String> {
    let (mut seconds, mut limit, mut fault) = (Vec::new(), false, None);
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
            Ok(Outcome::Seconds(time)) => seconds.push(time),
            Ok(Outcome::Refused) => {}
            Ok(Outcome::Limit) => limit = true,
            Err(why) => _ = fault.get_or_insert(why),
        },
    );
    match (fault, limit, seconds.len()) {
        (Some(why), ..) => Err(format!("{}: {why}", way.name)),
        (None, true, _) => Ok(Mean::Limit),
        (None, false, 0) => Ok(Mean::Refused),
        (None, false, puzzles) => {
            Ok(Mean::Seconds { mean: seconds.iter().sum::<f64>() / puzzles as f64, puzzles })
        }
    }
}

fn solve(
    way: &Way,
    engine: &Spec,
    puzzle: &Keisuke,
    limit: Duration,
    control: &Control,
) -> Result<Outcome, String> {
    let viewpoint = puzzle.viewpoint(way.model).map_err(|error| error.to_string())?;
    let limited = control.within(Some(limit));
    let start = Instant::now();
    let Ok(model) = puzzle.model(&viewpoint) else { return Ok(Outcome::Refused) };
    let trial = Bench::new(Arc::new(model), engine, &limited).first(puzzle, &viewpoint, &limited);
    let seconds = start.elapsed().as_secs_f64();
    match trial.end {
        End::Solved => Ok(Outcome::Seconds(seconds)),
        End::Limit(_) | End::Interrupted => Ok(Outcome::Limit),
        // Equal runs are wanted, and the model forbids them.
        End::NoSolution if repeats(puzzle) && way.model.contains("pairs") => Ok(Outcome::Refused),
        end => Err(format!("{end:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_puzzle() {
        for axis in Axis::ALL {
            for &point in axis.points() {
                let puzzle = axis.puzzle(point, 0, 0).unwrap();
                let side = if axis == Axis::Length { 11 } else { point };
                assert_eq!((puzzle.height(), puzzle.width()), (side, side));
            }
        }
        assert!(blocks(10, 2, 0, 0).is_err());
    }

    #[test]
    fn limits_and_refusals_are_no_times() {
        let sample =
            |millis| Sample { seed: 0, number: 2, limit: Duration::from_millis(millis), jobs: 2 };
        let control = Control::unlimited();
        let mean = |way: Way, puzzle: Keisuke, limit| {
            let engine = way.engine.parse().unwrap();
            mean(&way, &engine, &[puzzle.clone(), puzzle], &sample(limit), &control).unwrap()
        };
        let solved = mean(WAYS[1], regular(5, 0, 0).unwrap(), 60_000);
        assert!(matches!(solved, Mean::Seconds { puzzles: 2, .. }), "{solved:?}");
        // A hundred runs of two cells and 81 entries at most.
        assert_eq!(mean(WAYS[0], blocks(17, 2, 0, 0).unwrap(), 60_000), Mean::Refused);
        let none = Duration::ZERO.as_millis() as u64;
        assert_eq!(mean(WAYS[1], blocks(50, 2, 0, 0).unwrap(), none), Mean::Limit);
    }
}
