//! Forward checking against generalised arc consistency, as native search does them and counts: variables
//! that propagation fixes are not assigned, and what the root prunes is not counted.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_model::ask::{Control, Stop, in_order};
use parallax_model::instance::ModelSource;

use super::super::first_solution::{Bench, End, Trial};
use super::{KeisukeRunError, options, without_repeats};

/// The side of the grids.
pub const SIDE: usize = 4;

/// A search that is measured.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// Its name in tables.
    pub name: &'static str,
    /// The viewpoint.
    pub model: &'static str,
    /// The engine.
    pub engine: &'static str,
    /// The report's trials of it, if it has any.
    pub published: Option<&'static Published>,
}

/// The report's five trials.
#[derive(Debug)]
pub struct Published {
    /// Seconds.
    pub time: [f64; 5],
    /// Values assigned to variables.
    pub assignments: [f64; 5],
    /// Values pruned.
    pub prunings: [f64; 5],
}

/// Forward checking.
pub(super) const FORWARD: Published = Published {
    time: [0.185103, 9.811287, 0.253497, 0.157246, 5.75373],
    assignments: [6282.0, 356_633.0, 8747.0, 5338.0, 176_613.0],
    prunings: [37_708.0, 2_155_076.0, 52_900.0, 32_393.0, 1_437_103.0],
};

/// Generalised arc consistency.
pub(super) const GENERAL: Published = Published {
    time: [0.013748, 0.012016, 0.007835, 0.004323, 0.012067],
    assignments: [16.0; 5],
    prunings: [112.0, 112.0, 105.0, 98.0, 96.0],
};

/// All searches, in the order of the tables.
pub const SEARCHES: [Search; 5] = [
    Search {
        name: "cells, FC",
        model: "cells+pairs",
        engine: "native:first+sval,fc,d-way",
        published: Some(&FORWARD),
    },
    Search {
        name: "cells, GAC",
        model: "cells+pairs",
        engine: "native:first+sval,gac,d-way",
        published: Some(&GENERAL),
    },
    Search {
        name: "slots, FC",
        model: "slots",
        engine: "native:first+sval,fc,d-way",
        published: None,
    },
    Search {
        name: "slots, GAC",
        model: "slots",
        engine: "native:first+sval,gac,d-way",
        published: None,
    },
    Search { name: "clauses", model: "cells", engine: "sat:batsat", published: None },
];

/// A measure of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Seconds to the first solution, in the prepared engine.
    Time,
    /// Values assigned to variables.
    Assignments,
    /// Values pruned.
    Prunings,
}

impl Measure {
    /// All, in the order of the tables.
    pub const ALL: [Measure; 3] = [Measure::Time, Measure::Assignments, Measure::Prunings];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Assignments => "assignments",
            Measure::Prunings => "prunings",
        }
    }

    /// The report's figures.
    #[must_use]
    pub fn of(self, published: &Published) -> [f64; 5] {
        match self {
            Measure::Time => published.time,
            Measure::Assignments => published.assignments,
            Measure::Prunings => published.prunings,
        }
    }

    /// The figure of a trial; `None` where the engine does not count it.
    fn measured(self, trial: &Trial) -> Option<f64> {
        match self {
            Measure::Time => Some(trial.time.as_secs_f64()),
            _ => trial.counters.get(self.name()).map(|count| count as f64),
        }
    }
}

/// The figures of all searches on one puzzle, by search and measure.
pub type Figures = [[Option<f64>; Measure::ALL.len()]; SEARCHES.len()];

/// The measurements: the figures of each puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Propagation {
    /// The puzzles in the order in which they are made.
    pub trials: Vec<Figures>,
}

/// Measures `number` puzzles on `jobs` threads, and calls `done` after each. An interrupt leaves the
/// puzzles before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn run(
    seed: u64,
    number: usize,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<Propagation, KeisukeRunError> {
    let engines: Vec<Spec> =
        SEARCHES.iter().map(|search| search.engine.parse()).collect::<Result<_, _>>()?;
    let mut measured = Propagation::default();
    let mut fault = None;
    in_order(
        number,
        jobs,
        || (),
        |(), place| (control.stopped().is_none()).then(|| solve(seed, place, &engines, control)),
        &mut |_, figures| {
            done();
            match figures {
                Ok(Some(figures)) => measured.trials.push(figures),
                Ok(None) => {}
                Err(why) => {
                    control.cancel();
                    fault.get_or_insert(why);
                }
            }
        },
    );
    fault.map_or(Ok(measured), Err)
}

/// The figures of all searches on a puzzle; `None` after an interrupt.
fn solve(
    seed: u64,
    place: usize,
    engines: &[Spec],
    control: &Control,
) -> Result<Option<Figures>, KeisukeRunError> {
    let puzzle = without_repeats(&options(SIDE), seed, place as u64)?;
    let mut figures = Figures::default();
    for ((search, engine), figures) in SEARCHES.iter().zip(engines).zip(&mut figures) {
        let viewpoint = puzzle.viewpoint(search.model)?;
        let model = puzzle.model(&viewpoint)?;
        let trial =
            Bench::new(Arc::new(model), engine, control).first(&puzzle, &viewpoint, control);
        match trial.end {
            End::Solved => *figures = Measure::ALL.map(|measure| measure.measured(&trial)),
            _ if control.stopped() == Some(Stop::Cancelled) => return Ok(None),
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
            run(3, 6, jobs, &control, &mut || ()).unwrap().trials
        };
        let (one, three) = (measure(1), measure(3));
        assert_eq!((one.len(), three.len()), (6, 6));
        for (one, three) in one.iter().zip(&three) {
            for (search, (one, three)) in SEARCHES.iter().zip(one.iter().zip(three)) {
                assert_eq!(one[1..], three[1..], "{}", search.name);
                assert_eq!(one[1].is_some(), search.engine.starts_with("native"));
            }
        }
    }

    #[test]
    fn stronger_propagation_assigns_no_more() {
        let measured = run(1, 20, 2, &Control::unlimited(), &mut || ()).unwrap();
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
        let measured = run(0, 1000, 1, &control, &mut || {
            left -= 1;
            if left == 0 {
                control.cancel();
            }
        });
        assert!((1..1000).contains(&measured.unwrap().trials.len()));
    }
}
