//! Solves the boards of a group on every model with both splits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::Instance;

use super::super::first_solution::End;
use super::super::splitting::{Measure, Moments, Searches, SolutionEffort, engine};
use super::ModelsError;
use super::sample::Group;

/// A model with a split: a curve of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The viewpoint.
    pub model: &'static str,
    /// The split, 0 or 1.
    pub split: usize,
}

/// The models of the figure: the report's first and second, and two that Parallax has besides.
pub const MODELS: [&str; 4] = ["cells", "report2", "positions", "channelled"];

/// All curves, by model and split.
pub const LANES: [Lane; 8] = {
    let mut lanes = [Lane { model: "", split: 0 }; 8];
    let mut place = 0;
    while place < 8 {
        lanes[place] = Lane { model: MODELS[place / 2], split: place % 2 };
        place += 1;
    }
    lanes
};

/// The effort of a lane on a group.
#[derive(Clone, Debug, PartialEq)]
pub enum Means {
    /// The moments of each of [`Measure::ALL`].
    Moments([Moments; 3]),
    /// A search reached the limit, so there is no mean.
    Limit,
    /// The run was interrupted.
    Interrupted,
}

impl Means {
    /// The moments of a measure.
    #[must_use]
    pub fn of(&self, measure: Measure) -> Option<Moments> {
        match self {
            Means::Moments(all) => Some(all[measure as usize]),
            Means::Limit | Means::Interrupted => None,
        }
    }
}

/// Measures a lane on a group, with at most `limit` enumerations for a board, on `jobs` threads.
/// After the first board that reaches the limit the others are left out.
///
/// # Errors
/// If a search has a fault: a board that has a solution has none for it, or a wrong one.
pub fn run(
    lane: Lane,
    group: &Group,
    limit: u64,
    jobs: usize,
    control: &Control,
) -> Result<Means, ModelsError> {
    let engines = [engine(lane.split, Some(limit))?];
    let over = AtomicBool::new(false);
    let solve = |searches: &mut Searches<'_>, board: &Arc<dyn Instance>| {
        if over.load(Ordering::Relaxed) || control.stopped() == Some(Stop::Cancelled) {
            return None;
        }
        let solved =
            searches.solve(&**board).map(|trials| trials.iter().map(SolutionEffort::of).next());
        over.fetch_or(solved.is_err(), Ordering::Relaxed);
        Some(solved)
    };
    let mut efforts = Vec::new();
    let mut end = None;
    in_order(
        group.boards.len(),
        jobs,
        || Searches::new(lane.model, &engines, control),
        |searches, place| solve(searches, &group.boards[place]),
        &mut |_, solved| match solved {
            Ok(effort) => efforts.extend(effort),
            Err(why) => _ = end.get_or_insert(why),
        },
    );
    match end {
        Some(End::Limit(_)) => Ok(Means::Limit),
        Some(end @ End::Fault(_)) => Err(ModelsError::Search(end)),
        Some(End::NoSolution | End::Solved) => Err(ModelsError::NoSolution { model: lane.model }),
        Some(End::Interrupted) => Ok(Means::Interrupted),
        None if efforts.len() < group.boards.len() => Ok(Means::Interrupted),
        None => Ok(Means::Moments(
            Measure::ALL
                .map(|measure| Moments::of(efforts.iter().map(|effort| measure.of(effort)))),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::Sample;
    use parallax_model::instance::ModelSource;

    use super::*;

    fn groups(empty: usize) -> Vec<Group> {
        let sample = Sample::Random { seed: 1, number: 4, empty: vec![empty] };
        sample.groups(2, &Control::unlimited()).unwrap().unwrap().0
    }

    #[test]
    fn counts_are_the_same_for_any_number_of_threads() {
        let group = &groups(30)[0];
        for lane in LANES.into_iter().filter(|lane| lane.model != "report2") {
            let [one, three] =
                [1, 3].map(|jobs| run(lane, group, 100_000, jobs, &Control::unlimited()).unwrap());
            for measure in [Measure::Split, Measure::Propagation] {
                assert!(one.of(measure).is_some(), "{lane:?}");
                assert_eq!(one.of(measure), three.of(measure), "{lane:?}");
            }
        }
    }

    #[test]
    fn what_reaches_the_limit_has_no_mean() {
        let groups = groups(40);
        let lane = Lane { model: "report2", split: 0 };
        assert_eq!(run(lane, &groups[0], 50, 2, &Control::unlimited()), Ok(Means::Limit));
        let cells = Lane { model: "cells", split: 0 };
        assert_eq!(run(cells, &groups[1], 1, 2, &Control::unlimited()), Ok(Means::Limit));
        let control = Control::unlimited();
        control.cancel();
        assert_eq!(run(cells, &groups[1], 1, 2, &control), Ok(Means::Interrupted));
        assert_eq!(Means::Limit.of(Measure::Time), None);
    }

    #[test]
    fn the_models_are_those_of_sudokus() {
        let all = parallax_puzzles::sudoku::Sudoku::empty(4).unwrap().models();
        let missing: Vec<_> = MODELS.iter().filter(|name| !all.contains(name)).collect();
        assert!(missing.is_empty() && MODELS.len() > 3, "{missing:?}");
    }
}
