//! Forward checking against generalised arc consistency, as native search does them and counts:
//! variables that propagation fixes are not assigned, and what the root prunes is not counted.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_instance::ModelSource;
use parallax_model::engine_api::{Control, StopReason, in_order};

use super::super::first_solution::{SearchTrial, TrialBench, TrialEnd};
use super::{KeisukeRunError, random_options, without_repeats};

/// The side of the grids.
pub const GRID_SIDE: usize = 4;

/// A search that is measured.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredSearch {
    /// Its name in tables.
    pub name: &'static str,
    /// The viewpoint.
    pub model: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The report's trials of it, if it has any.
    pub published: Option<&'static PublishedTrials>,
}

/// The report's five trials.
#[derive(Debug)]
pub struct PublishedTrials {
    /// Seconds.
    pub time: [f64; 5],
    /// Values assigned to variables.
    pub assignments: [f64; 5],
    /// Values pruned.
    pub prunings: [f64; 5],
}

/// Forward checking.
pub(super) const FORWARD_CHECKING_TRIALS: PublishedTrials = PublishedTrials {
    time: [0.185103, 9.811287, 0.253497, 0.157246, 5.75373],
    assignments: [6282.0, 356_633.0, 8747.0, 5338.0, 176_613.0],
    prunings: [37_708.0, 2_155_076.0, 52_900.0, 32_393.0, 1_437_103.0],
};

/// Generalised arc consistency.
pub(super) const ARC_CONSISTENCY_TRIALS: PublishedTrials = PublishedTrials {
    time: [0.013748, 0.012016, 0.007835, 0.004323, 0.012067],
    assignments: [16.0; 5],
    prunings: [112.0, 112.0, 105.0, 98.0, 96.0],
};

/// All searches, in the order of the tables.
pub const MEASURED_SEARCHES: [MeasuredSearch; 5] = [
    MeasuredSearch {
        name: "cells, FC",
        model: "cells+pairs",
        engine: "native:first+sval,fc,d-way",
        published: Some(&FORWARD_CHECKING_TRIALS),
    },
    MeasuredSearch {
        name: "cells, GAC",
        model: "cells+pairs",
        engine: "native:first+sval,gac,d-way",
        published: Some(&ARC_CONSISTENCY_TRIALS),
    },
    MeasuredSearch {
        name: "slots, FC",
        model: "slots",
        engine: "native:first+sval,fc,d-way",
        published: None,
    },
    MeasuredSearch {
        name: "slots, GAC",
        model: "slots",
        engine: "native:first+sval,gac,d-way",
        published: None,
    },
    MeasuredSearch { name: "clauses", model: "cells", engine: "sat:batsat", published: None },
];

/// A measure of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialMeasure {
    /// Seconds to the first solution, in the prepared engine.
    Time,
    /// Values assigned to variables.
    Assignments,
    /// Values pruned.
    Prunings,
}

impl TrialMeasure {
    /// All, in the order of the tables.
    pub const ALL: [TrialMeasure; 3] =
        [TrialMeasure::Time, TrialMeasure::Assignments, TrialMeasure::Prunings];

    /// Returns the name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TrialMeasure::Time => "time",
            TrialMeasure::Assignments => "assignments",
            TrialMeasure::Prunings => "prunings",
        }
    }

    /// Returns the report's figures.
    #[must_use]
    pub fn published_figures(self, published: &PublishedTrials) -> [f64; 5] {
        match self {
            TrialMeasure::Time => published.time,
            TrialMeasure::Assignments => published.assignments,
            TrialMeasure::Prunings => published.prunings,
        }
    }

    /// Returns the figure of a trial; `None` if the engine does not count it.
    fn trial_figure(self, trial: &SearchTrial) -> Option<f64> {
        match self {
            TrialMeasure::Time => Some(trial.time.as_secs_f64()),
            _ => trial.counters.get(self.name()).map(|count| count as f64),
        }
    }
}

/// The figures of all searches on one puzzle, by search and measure.
pub type TrialFigures = [[Option<f64>; TrialMeasure::ALL.len()]; MEASURED_SEARCHES.len()];

/// The measurements: the figures of each puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PropagationTrials {
    /// The puzzles in the order in which they are made.
    pub trials: Vec<TrialFigures>,
}

/// Measures `number` puzzles on `jobs` threads, and calls `done` after each. An interrupt leaves
/// the puzzles before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn measure_propagation(
    seed: u64,
    number: usize,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<PropagationTrials, KeisukeRunError> {
    let engines: Vec<Spec> =
        MEASURED_SEARCHES.iter().map(|search| search.engine.parse()).collect::<Result<_, _>>()?;
    let mut measured = PropagationTrials::default();
    let mut fault = None;
    in_order(
        number,
        jobs,
        || (),
        |(), place| {
            (control.stop_reason().is_none()).then(|| solve_puzzle(seed, place, &engines, control))
        },
        &mut |_, figures| {
            done();
            match figures {
                Ok(Some(figures)) => measured.trials.push(figures),
                Ok(None) => {}
                Err(why) => {
                    // The other threads stop; what they return until then is dropped with the
                    // result.
                    control.cancel_work();
                    fault.get_or_insert(why);
                }
            }
        },
    );
    fault.map_or(Ok(measured), Err)
}

/// Measures all searches on a puzzle; `None` after an interrupt.
fn solve_puzzle(
    seed: u64,
    place: usize,
    engines: &[Spec],
    control: &Control,
) -> Result<Option<TrialFigures>, KeisukeRunError> {
    let puzzle = without_repeats(&random_options(GRID_SIDE), seed, place as u64)?;
    let mut figures = TrialFigures::default();
    for ((search, engine), figures) in MEASURED_SEARCHES.iter().zip(engines).zip(&mut figures) {
        let viewpoint = puzzle.viewpoint(search.model)?;
        let model = puzzle.model(&viewpoint)?;
        let trial = TrialBench::new(Arc::new(model), engine, control)
            .search_first(&puzzle, &viewpoint, control);
        // The order matters: an interrupt that arrives after the solution does not lose the trial,
        // and one that ends the search is no failure of the engine.
        match trial.end {
            TrialEnd::Solved => {
                *figures = TrialMeasure::ALL.map(|measure| measure.trial_figure(&trial));
            }
            _ if control.stop_reason() == Some(StopReason::Cancelled) => return Ok(None),
            end => {
                let error = Box::new(KeisukeRunError::Unsolved(end));
                return Err(KeisukeRunError::Search { search: search.name, error });
            }
        }
    }
    Ok(Some(figures))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_the_same_for_any_number_of_threads() {
        let measure = |jobs| {
            let control = Control::unlimited();
            measure_propagation(3, 6, jobs, &control, &mut || ()).unwrap().trials
        };
        let (one, three) = (measure(1), measure(3));
        assert_eq!((one.len(), three.len()), (6, 6));
        for (one, three) in one.iter().zip(&three) {
            for (search, (one, three)) in MEASURED_SEARCHES.iter().zip(one.iter().zip(three)) {
                assert_eq!(one[1..], three[1..], "{}", search.name);
                assert_eq!(one[1].is_some(), search.engine.starts_with("native"));
            }
        }
    }

    #[test]
    fn stronger_propagation_assigns_no_more() {
        let measured = measure_propagation(1, 20, 2, &Control::unlimited(), &mut || ()).unwrap();
        for figures in measured.trials {
            assert!(
                figures[1][1] <= figures[0][1] && figures[3][1] <= figures[2][1],
                "{figures:?}"
            );
        }
    }

    #[test]
    fn an_interrupt_leaves_what_is_done() {
        let control = Control::unlimited();
        let mut left = 2;
        let measured = measure_propagation(0, 1000, 1, &control, &mut || {
            left -= 1;
            if left == 0 {
                control.cancel_work();
            }
        });
        assert!((1..1000).contains(&measured.unwrap().trials.len()));
    }
}
