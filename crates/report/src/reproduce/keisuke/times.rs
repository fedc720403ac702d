//! The run time by the size of the grid and by the length of the runs, and what the engines and the
//! constraints that are skipped make of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parallax_engines::Spec;
use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::Instance;
use parallax_puzzles::keisuke::Keisuke;

use super::super::trial::{Bench, End};
use super::{blocks, options, regular};

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

/// The report's model and search.
const REPORT: Way = way("report", "cells+pairs", "native:first+sval,gac,d-way");

const fn way(name: &'static str, model: &'static str, engine: &'static str) -> Way {
    Way { name, model, engine }
}

/// The ways of the report's figures; the first is the report's.
const WAYS: [Way; 4] = [
    REPORT,
    way("cells", "cells", "native"),
    way("slots", "slots", "native"),
    way("clauses", "cells", "sat:batsat"),
];

/// Every engine.
const ENGINES: [Way; 17] = [
    REPORT,
    way("pairs, native", "cells+pairs", "native"),
    way("pairs, batsat", "cells+pairs", "sat:batsat"),
    way("cells, native", "cells", "native"),
    way("cells, activity", "cells", "native:activity"),
    way("slots, native", "slots", "native"),
    way("slots, activity", "slots", "native:activity"),
    way("cells, local", "cells", "local"),
    way("cells, reform", "cells", "reform"),
    way("words, reform", "words", "reform"),
    way("cells, varisat", "cells", "sat:varisat"),
    way("cells, batsat", "cells", "sat:batsat"),
    way("cells, cadical", "cells", "sat:cadical"),
    way("cells, minisat", "cells", "sat:minisat"),
    way("cells, glucose", "cells", "sat:glucose"),
    way("cells, z3", "cells", "smt:z3"),
    way("cells, pumpkin", "cells", "cp:pumpkin"),
];

/// The report's search, with weaker propagation of a kind of group.
const SKIPPED: [Way; 6] = [
    REPORT,
    way("pairs down fc", "cells+pairs", "native:first+sval,gac,@pair down=fc,d-way"),
    way("pairs fc", "cells+pairs", "native:first+sval,gac,@pair across=fc,@pair down=fc,d-way"),
    way(
        "pairs none",
        "cells+pairs",
        "native:first+sval,gac,@pair across=none,@pair down=none,d-way",
    ),
    way("runs down fc", "cells+pairs", "native:first+sval,gac,@run down=fc,d-way"),
    way("runs fc", "cells+pairs", "native:first+sval,gac,@run across=fc,@run down=fc,d-way"),
];

/// The puzzles of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The rows, and columns.
    pub side: usize,
    /// The length of all runs of hard puzzles.
    pub length: Option<usize>,
    /// Whether the entries of hard puzzles are distinct.
    pub distinct: bool,
}

const fn random(side: usize) -> Point {
    Point { side, length: None, distinct: false }
}

const fn hard(side: usize, length: usize) -> Point {
    Point { side, length: Some(length), distinct: true }
}

/// 162 and 578 runs of each direction, and 81 entries of two digits.
const fn repeated(side: usize) -> Point {
    Point { side, length: Some(2), distinct: false }
}

/// What changes along a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Random puzzles by their size.
    Regular,
    /// Puzzles whose runs all have two cells, by their size.
    Hard,
    /// Puzzles of 11x11 cells by the length of all runs.
    Length,
    /// Hard puzzles by size and length, with every engine.
    Engines,
    /// Hard puzzles by size, with weaker propagation of some constraints.
    Skip,
}

impl Axis {
    /// All, in the order of the report.
    pub const ALL: [Axis; 5] = [Axis::Regular, Axis::Hard, Axis::Length, Axis::Engines, Axis::Skip];

    /// The name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Axis::Regular => "size",
            Axis::Hard => "hard-size",
            Axis::Length => "length",
            Axis::Engines => "hard-engines",
            Axis::Skip => "skip",
        }
    }

    /// What the figure shows.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Axis::Regular => "Run time by the size of random puzzles",
            Axis::Hard => {
                "Run time by the size of hard puzzles, whose runs have length 2; distinct entries up to 17"
            }
            Axis::Length => "Run time by the length of all runs, 11x11 cells, distinct entries",
            Axis::Engines => "Run time of every engine on hard puzzles with distinct entries",
            Axis::Skip => {
                "Run time of the report's search with weaker propagation of some constraints, hard \
                 puzzles of length 2"
            }
        }
    }

    /// The label of the axis.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Axis::Length => "length of the runs",
            _ => "rows and columns",
        }
    }

    /// The points of the axis: those of the report, and hard puzzles up to 50x50.
    #[must_use]
    pub fn points(self) -> &'static [Point] {
        const REGULAR: [Point; 7] =
            [random(3), random(5), random(10), random(20), random(30), random(40), random(50)];
        const HARD: [Point; 7] = [
            hard(5, 2),
            hard(8, 2),
            hard(11, 2),
            hard(14, 2),
            hard(17, 2),
            repeated(26),
            repeated(50),
        ];
        const LENGTHS: [Point; 4] = [hard(11, 2), hard(11, 3), hard(11, 5), hard(11, 11)];
        const ENGINES: [Point; 8] = [
            hard(5, 2),
            hard(11, 2),
            hard(17, 2),
            hard(23, 3),
            hard(35, 3),
            hard(49, 4),
            hard(50, 16),
            hard(50, 50),
        ];
        const SKIP: [Point; 5] = [hard(5, 2), hard(8, 2), hard(11, 2), hard(14, 2), hard(17, 2)];
        match self {
            Axis::Regular => &REGULAR,
            Axis::Hard => &HARD,
            Axis::Length => &LENGTHS,
            Axis::Engines => &ENGINES,
            Axis::Skip => &SKIP,
        }
    }

    /// The ways to solve the puzzles.
    #[must_use]
    pub fn ways(self) -> &'static [Way] {
        match self {
            Axis::Regular | Axis::Hard | Axis::Length => &WAYS,
            Axis::Engines => &ENGINES,
            Axis::Skip => &SKIPPED,
        }
    }

    /// The name of a point in tables.
    #[must_use]
    pub fn point(self, point: &Point) -> String {
        match (self, point.length) {
            (Axis::Length, Some(length)) => length.to_string(),
            (Axis::Engines, Some(length)) => format!("{}/{length}", point.side),
            _ => point.side.to_string(),
        }
    }

    /// Where a point is on the axis.
    #[must_use]
    pub fn place(self, point: &Point) -> usize {
        match (self, point.length) {
            (Axis::Length, Some(length)) => length,
            _ => point.side,
        }
    }

    /// The time of the report's search at a point, as far as its text states it: its figures are not
    /// part of the text.
    #[must_use]
    pub fn stated(self, point: &Point) -> Option<&'static str> {
        match (self, point.side) {
            (Axis::Regular, 50) => Some("< 60000"),
            (Axis::Hard, 17) => Some("~ 120000"),
            _ => None,
        }
    }
}

impl Point {
    fn puzzle(&self, seed: u64, number: u64) -> Result<Keisuke, String> {
        match self.length {
            None => regular(&options(self.side), seed, number),
            Some(length) => blocks(self.side, length, self.distinct, seed, number),
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
) -> Result<Mean, String> {
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
        (Some(why), ..) => Err(format!("{}: {why}", way.name)),
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
) -> Result<Outcome, String> {
    let viewpoint = puzzle.viewpoint(way.model).map_err(|error| error.to_string())?;
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
        // Equal runs are wanted, and the model forbids them.
        End::NoSolution if puzzle.repeats() && way.model.contains("pairs") => Ok(Outcome::Refused),
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
                let puzzle = point.puzzle(0, 0).unwrap();
                assert_eq!((puzzle.height(), puzzle.width()), (point.side, point.side));
                let repeats = point.length.is_some() && !point.distinct;
                assert!(!point.distinct || !puzzle.repeats(), "{axis:?} {point:?}");
                assert!(!repeats || blocks(point.side, 2, true, 0, 0).is_err());
            }
            for way in axis.ways() {
                assert_eq!(way.engine.parse::<Spec>().unwrap().to_string(), way.engine);
            }
        }
        assert!(blocks(10, 2, false, 0, 0).is_err());
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
        let solved = mean(WAYS[1], random(5).puzzle(0, 0).unwrap(), 60_000);
        assert!(matches!(solved, Mean::Seconds { puzzles: 2, .. }), "{solved:?}");
        // A hundred runs of two cells and 81 entries at most.
        assert_eq!(mean(WAYS[0], blocks(17, 2, false, 0, 0).unwrap(), 60_000), Mean::Refused);
        let none = Duration::ZERO.as_millis() as u64;
        assert_eq!(mean(WAYS[1], repeated(50).puzzle(0, 0).unwrap(), none), Mean::Limit);
    }
}
