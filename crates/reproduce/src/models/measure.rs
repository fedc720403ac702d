//! Solves the boards of a group on every model with both splits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parallax_instance::Instance;
use parallax_model::engine_api::{Control, StopReason, in_order};

use super::super::first_solution::TrialEnd;
use super::super::splitting::{
    BoardSearches, EffortMeasure, SampleMoments, SolutionEffort, split_engine,
};
use super::ModelsError;
use super::sample::BoardGroup;

/// A model with a split: a curve of the figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelSplit {
    /// The viewpoint.
    pub model: &'static str,
    /// The split, 0 or 1.
    pub split: usize,
}

/// The models of the figure: the report's first and second, and two more of Parallax.
pub const FIGURE_MODELS: [&str; 4] = ["cells", "report2", "positions", "channelled"];

/// All curves, by model and split.
pub const MODEL_SPLITS: [ModelSplit; 8] = {
    let mut lanes = [ModelSplit { model: "", split: 0 }; 8];
    // A constant cannot use iterators, so the pairs are counted: models by `index / 2`, splits by
    // `index % 2`.
    let mut index = 0;
    while index < 8 {
        lanes[index] = ModelSplit { model: FIGURE_MODELS[index / 2], split: index % 2 };
        index += 1;
    }
    lanes
};

/// The effort of a lane on a group.
#[derive(Clone, Debug, PartialEq)]
pub enum SplitMeans {
    /// The moments of each of [`EffortMeasure::ALL`].
    Moments([SampleMoments; 3]),
    /// A search reached the limit, so there is no mean.
    Limit,
    /// The run was interrupted.
    Interrupted,
}

impl SplitMeans {
    /// Returns the moments of a measure.
    #[must_use]
    pub fn moments(&self, measure: EffortMeasure) -> Option<SampleMoments> {
        match self {
            // `ALL` lists the measures in the order of their declaration.
            SplitMeans::Moments(all) => Some(all[measure as usize]),
            SplitMeans::Limit | SplitMeans::Interrupted => None,
        }
    }
}

/// Measures a lane on a group, with at most `limit` enumerations for a board, on `jobs` threads.
/// After the first board that reaches the limit, the remaining ones are skipped.
///
/// # Errors
/// Returns an error if a search has a fault: it finds no solution of a board that has one, or a
/// wrong one.
pub fn measure_group(
    lane: ModelSplit,
    group: &BoardGroup,
    limit: u64,
    jobs: usize,
    control: &Control,
) -> Result<SplitMeans, ModelsError> {
    let engines = [split_engine(lane.split, Some(limit))?];
    let over = AtomicBool::new(false);
    let solve = |searches: &mut BoardSearches<'_>, board: &Arc<dyn Instance>| {
        if over.load(Ordering::Relaxed) || control.stop_reason() == Some(StopReason::Cancelled) {
            return None;
        }
        let solved = searches
            .solve_board(&**board)
            .map(|trials| trials.iter().map(SolutionEffort::from_trial).next());
        // A relaxed order suffices: a thread that sees the flag late solves one more board.
        over.fetch_or(solved.is_err(), Ordering::Relaxed);
        Some(solved)
    };
    let mut efforts = Vec::new();
    let mut end = None;
    in_order(
        group.boards.len(),
        jobs,
        || BoardSearches::new(lane.model, &engines, control),
        |searches, index| solve(searches, &group.boards[index]),
        &mut |_, solved| match solved {
            Ok(effort) => efforts.extend(effort),
            Err(why) => _ = end.get_or_insert(why),
        },
    );
    match end {
        Some(TrialEnd::Limit(_)) => Ok(SplitMeans::Limit),
        Some(end @ TrialEnd::Fault(_)) => Err(ModelsError::Search(end)),
        Some(TrialEnd::NoSolution | TrialEnd::Solved) => {
            Err(ModelsError::NoSolution { model: lane.model })
        }
        Some(TrialEnd::Interrupted) => Ok(SplitMeans::Interrupted),
        // Fewer efforts than boards, and no board that ended without a solution: an interrupt ended
        // the threads.
        None if efforts.len() < group.boards.len() => Ok(SplitMeans::Interrupted),
        None => Ok(SplitMeans::Moments(EffortMeasure::ALL.map(|measure| {
            SampleMoments::from_values(efforts.iter().map(|effort| measure.effort_value(effort)))
        }))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::BoardSample;
    use parallax_instance::ModelSource;

    use super::*;

    fn groups(empty: usize) -> Vec<BoardGroup> {
        let sample = BoardSample::Random { seed: 1, number: 4, empty: vec![empty] };
        sample.board_groups(2, &Control::unlimited()).unwrap().unwrap().0
    }

    #[test]
    fn counts_are_the_same_for_any_number_of_threads() {
        let group = &groups(30)[0];
        for lane in MODEL_SPLITS.into_iter().filter(|lane| lane.model != "report2") {
            let [one, three] = [1, 3].map(|jobs| {
                measure_group(lane, group, 100_000, jobs, &Control::unlimited()).unwrap()
            });
            for measure in [EffortMeasure::Split, EffortMeasure::Propagation] {
                assert!(one.moments(measure).is_some(), "{lane:?}");
                assert_eq!(one.moments(measure), three.moments(measure), "{lane:?}");
            }
        }
    }

    #[test]
    fn what_reaches_the_limit_has_no_mean() {
        let groups = groups(40);
        let lane = ModelSplit { model: "report2", split: 0 };
        assert_eq!(
            measure_group(lane, &groups[0], 50, 2, &Control::unlimited()),
            Ok(SplitMeans::Limit)
        );
        let cells = ModelSplit { model: "cells", split: 0 };
        assert_eq!(
            measure_group(cells, &groups[1], 1, 2, &Control::unlimited()),
            Ok(SplitMeans::Limit)
        );
        let control = Control::unlimited();
        control.cancel_work();
        assert_eq!(measure_group(cells, &groups[1], 1, 2, &control), Ok(SplitMeans::Interrupted));
        assert_eq!(SplitMeans::Limit.moments(EffortMeasure::Time), None);
    }

    #[test]
    fn the_models_are_those_of_sudokus() {
        let all = parallax_puzzles::sudoku::SudokuPuzzle::without_clues(4).unwrap().model_names();
        let missing: Vec<_> = FIGURE_MODELS.iter().filter(|name| !all.contains(name)).collect();
        assert!(missing.is_empty() && FIGURE_MODELS.len() > 3, "{missing:?}");
    }
}
