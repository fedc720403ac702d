//! The report's searches as an exercise counts them: every cell is a variable, also a black one,
//! every variable is assigned in turn, and what propagation removes is counted whether it is put
//! back or not.
//!
//! So if generalised arc consistency never chooses wrongly, each of the 16 cells is assigned once,
//! and each white cell loses all its digits but one: the prunings are the white cells times the
//! digits less one. Under this reading the report's figures make sense; the report does not state
//! it.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use parallax_engines::Spec;
use parallax_instance::{Instance, ModelSource};
use parallax_model::engine_api::{Answer, Control, Engine, PreparationError, Task, in_order};
use parallax_model::{Constraint, Domain, Model, ModelError, Table, Value, VarId};
use parallax_puzzles::keisuke::{BLACK_VALUE, KeisukeCell, KeisukePuzzle, RandomOptions};

use super::propagation::GRID_SIDE;
use super::{KeisukeRunError, random_options, without_repeats};

/// How the searches are read, and on which puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct TextbookReading {
    /// The engine: `textbook:…`, or native search.
    pub engine: String,
    /// Whether black cells are variables with one value.
    pub black: bool,
    /// The constraint that makes two runs of one length different.
    pub pairs: RunPairConstraint,
    /// The puzzles.
    pub puzzles: RandomOptions,
}

/// The constraint that makes two runs of one length and direction different. The report does not
/// show which one it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPairConstraint {
    /// A table that forbids equal runs, as in the viewpoint `cells+pairs`.
    Forbidden,
    /// A table of the pairs of different entries, which prunes more.
    Joint,
    /// No constraint. Then a solution may use an entry twice, and does not solve the puzzle.
    None,
}

/// Returns the reading of an engine with a limit of assignments, as the report's searches are
/// read: black cells are variables, and puzzles are random.
#[must_use]
pub fn engine_reading(engine: &str, limit: u64) -> TextbookReading {
    let engine = format!("{engine},limit={limit}");
    TextbookReading {
        engine,
        black: true,
        pairs: RunPairConstraint::Forbidden,
        puzzles: random_options(GRID_SIDE),
    }
}

/// The counts of one search on one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextbookCount {
    /// The white cells.
    pub white: u64,
    /// The different digits in the lists: the values of a white cell.
    pub digits: u64,
    /// Values assigned.
    pub assignments: u64,
    /// Values pruned, also those that were put back.
    pub prunings: u64,
    /// Prunings before the first assignment.
    pub root: u64,
    /// Prunings in force at the solution.
    pub kept: u64,
    /// Values that remained to a cell when it took another one, at the solution.
    pub alternatives: u64,
    /// The time of the search.
    pub time: Duration,
    /// Whether a limit of assignments ended the search, so that the counts are too small.
    pub limited: bool,
}

impl TextbookCount {
    /// Returns the prunings of a search that never chooses wrongly and leaves nothing to choose.
    #[must_use]
    pub fn direct_prunings(&self) -> u64 {
        self.white * self.digits.saturating_sub(1)
    }
}

/// Counts on `number` puzzles on `jobs` threads, and calls `done` after each. An interrupt leaves
/// the puzzles before it.
///
/// # Errors
/// When a search finds no solution or a wrong one.
pub fn count_puzzles(
    reading: &TextbookReading,
    seed: u64,
    number: usize,
    jobs: usize,
    control: &Control,
    done: &mut dyn FnMut(),
) -> Result<Vec<TextbookCount>, KeisukeRunError> {
    let (mut counts, mut fault) = (Vec::new(), None);
    in_order(
        number,
        jobs,
        || (),
        |(), index| {
            if control.stop_reason().is_some() {
                return None;
            }
            let puzzle = without_repeats(&reading.puzzles, seed, index as u64);
            Some(
                puzzle
                    .map_err(Into::into)
                    .and_then(|puzzle| count_puzzle(&puzzle, reading, control)),
            )
        },
        &mut |_, found| {
            done();
            match found {
                Ok(Some(count)) => counts.push(count),
                Ok(None) => {}
                Err(why) => {
                    control.cancel_work();
                    fault.get_or_insert(why);
                }
            }
        },
    );
    fault.map_or(Ok(counts), Err)
}

/// Counts on one puzzle; `None` when `control` ends the search first.
///
/// # Errors
/// When the search finds no solution or a wrong one, or the puzzle lists an entry twice.
pub fn count_puzzle(
    puzzle: &KeisukePuzzle,
    reading: &TextbookReading,
    control: &Control,
) -> Result<Option<TextbookCount>, KeisukeRunError> {
    let viewpoint = puzzle.viewpoint("cells+pairs")?;
    let plain = puzzle.model(&viewpoint)?;
    // `plain` has variables for the white cells only and checks the solutions; the engine solves
    // `grid`, which may add black cells and other constraints between runs.
    let grid = Arc::new(on_grid(puzzle, &plain, reading)?);
    let spec: Spec = reading.engine.parse()?;
    let mut session = match spec.prepare(&grid, 0, control) {
        Ok(session) => session,
        Err(PreparationError::Stopped(_)) => return Ok(None),
        Err(refusal) => return Err(KeisukeRunError::Refused(refusal)),
    };
    let (mut fault, mut limited) = (None::<KeisukeRunError>, false);
    let outcome = session.ask(&[], Task::First, control, &mut |values| {
        // The candidate has a value for each variable of `grid`. Without the black ones, the values
        // are in the order of the variables of `plain`.
        let is_white = |value: &Value| !reading.black || *value != BLACK_VALUE;
        let white: Vec<Value> = values.iter().copied().filter(is_white).collect();
        let checked = match reading.pairs {
            // Without these constraints two runs may be equal, which violates `plain` and the
            // rules.
            RunPairConstraint::None => return checked_alone(&grid, values, &mut fault),
            RunPairConstraint::Forbidden | RunPairConstraint::Joint => plain.check(&[], &white),
        };
        fault = match checked {
            Ok(solution) => puzzle
                .rules(&puzzle.solution(&viewpoint, &solution))
                .err()
                .map(KeisukeRunError::Rule),
            Err(violation) => Some(KeisukeRunError::Violation(violation)),
        };
        ControlFlow::Continue(())
    });
    // A wrong solution is an error whatever the engine claims.
    match (fault, outcome.answer) {
        (Some(fault), _) => return Err(fault),
        (None, Answer::Satisfiable) => {}
        // The caller's control ends a search without a count. An unknown answer without it comes
        // from the engine's own limit of assignments, whose counts are lower bounds.
        (None, Answer::Unknown(_)) if control.stop_reason().is_some() => return Ok(None),
        (None, Answer::Unknown(_)) => limited = true,
        (None, answer) => {
            let engine = reading.engine.to_string();
            return Err(KeisukeRunError::OtherAnswer { engine, answer });
        }
    }
    let counter = |name: &str| outcome.counters.get(name).unwrap_or(0);
    Ok(Some(TextbookCount {
        white: plain.variables().len() as u64,
        // All white cells have one domain: the digits in the lists.
        digits: plain.variables().first().map_or(0, |cell| cell.domain.len()),
        assignments: counter("assignments"),
        prunings: counter("prunings"),
        root: counter("root prunings"),
        kept: counter("kept prunings"),
        alternatives: counter("alternatives"),
        time: outcome.solve,
        limited,
    }))
}

/// Checks a solution of the model by the model alone.
fn checked_alone(
    model: &Model,
    values: &[Value],
    fault: &mut Option<KeisukeRunError>,
) -> ControlFlow<()> {
    *fault = model.check(&[], values).err().map(KeisukeRunError::Violation);
    ControlFlow::Continue(())
}

/// Returns the model of a reading. With black cells it has a variable for each cell; a black one
/// has a single value. The variables of `plain` are the white cells, row by row, because no white
/// cell of a generated puzzle is uncovered.
fn on_grid(
    puzzle: &KeisukePuzzle,
    plain: &Model,
    reading: &TextbookReading,
) -> Result<Model, ModelError> {
    let mut model = Model::new(plain.name());
    let mut white = plain.variables().iter();
    let mut places = Vec::with_capacity(plain.variables().len());
    for (place, cell) in puzzle.known_cells().iter().enumerate() {
        if *cell == KeisukeCell::Black {
            if reading.black {
                model.add_shown(format!("black{place}"), Domain::from_values([BLACK_VALUE]))?;
            }
        } else if let Some(variable) = white.next() {
            places.push(model.add_shown(variable.name.clone(), variable.domain.clone())?);
        }
    }
    // Only the table constraints that forbid equal runs depend on the reading; all others are
    // copied, with the numbers of the new variables.
    let mut joint = Vec::new();
    for posted in plain.constraints() {
        let constraint = rename_scope(&posted.constraint, &places);
        let constraint = match (constraint, reading.pairs) {
            (Constraint::Table(table), RunPairConstraint::Joint) if table.forbidden => {
                Constraint::Table(difference_table(table, &mut joint))
            }
            (Constraint::Table(table), RunPairConstraint::None) if table.forbidden => continue,
            (constraint, _) => constraint,
        };
        model.post(posted.label.clone(), constraint)?;
    }
    Ok(model)
}

/// Tuples that are shared.
type Tuples = Arc<Vec<Vec<Value>>>;

/// Returns the table that allows two runs every two different entries, for the table that forbids
/// equal ones. Each list of entries is expanded once.
fn difference_table(equal: Table, made: &mut Vec<(Tuples, Tuples)>) -> Table {
    // All pairs of runs of one length and direction share their tuples, so comparing pointers finds
    // them without comparing tuples.
    if let Some((_, tuples)) = made.iter().find(|(of, _)| Arc::ptr_eq(of, &equal.tuples)) {
        return Table { tuples: tuples.clone(), forbidden: false, ..equal };
    }
    // A forbidden tuple is an entry twice in a row: (1, 2, 1, 2) forbids two runs to be 12 both.
    let entries: Vec<&[Value]> =
        equal.tuples.iter().map(|twice| &twice[..twice.len() / 2]).collect();
    let mut pairs = Vec::new();
    for one in &entries {
        let others = entries.iter().filter(|other| *other != one);
        pairs.extend(others.map(|other| [*one, *other].concat()));
    }
    let tuples: Tuples = Arc::new(pairs);
    made.push((equal.tuples.clone(), tuples.clone()));
    Table { tuples, forbidden: false, ..equal }
}

fn rename_scope(constraint: &Constraint, places: &[VarId]) -> Constraint {
    // None of the three closures fails, so the error is `Infallible` and the pattern irrefutable.
    let Ok(constraint) = constraint.rename(
        &mut |v: &VarId| Ok::<_, std::convert::Infallible>(places[v.index()]),
        &mut |&dimension| Ok(dimension),
        &mut |_, &class| Ok(class),
    );
    constraint
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The four counts of a puzzle agree with each other, and consistency assigns each of the 16
    /// cells once unless it chooses wrongly.
    #[test]
    fn counts_are_those_of_an_exercise() {
        let control = Control::unlimited();
        let counts = |engine, jobs| {
            let reading = engine_reading(engine, 1_000_000);
            let mut counts = count_puzzles(&reading, 5, 12, jobs, &control, &mut || ()).unwrap();
            counts.iter_mut().for_each(|count| count.time = Duration::ZERO);
            counts
        };
        let (forward, general) = (counts("textbook:first+sval,fc", 1), counts("textbook", 3));
        assert_eq!((forward.len(), general.len()), (12, 12));
        assert_eq!(counts("textbook:first+sval,fc", 2), forward);
        for (forward, general) in forward.iter().zip(&general) {
            for count in [forward, general] {
                assert_eq!(count.kept + count.alternatives, count.direct_prunings(), "{count:?}");
                assert!(count.prunings >= count.kept && count.assignments >= 16, "{count:?}");
            }
            assert_eq!((forward.white, forward.digits), (general.white, general.digits));
            assert!(forward.root == 0 && forward.assignments >= general.assignments);
        }
        let direct = general.iter().filter(|count| count.assignments == 16).count();
        assert!(direct > 6, "{general:?}");
    }

    /// Joint pairs have the same solutions and prune more; without pairs nothing is chosen wrongly.
    #[test]
    fn pairs_are_read_in_three_ways() {
        let control = Control::unlimited();
        let puzzle = super::super::block_puzzle(5, 2, true, 3, 0).unwrap();
        let of = |pairs| {
            let reading = TextbookReading { pairs, ..engine_reading("textbook", 1000) };
            count_puzzle(&puzzle, &reading, &control).unwrap().unwrap()
        };
        let [forbidden, joint, none] =
            [RunPairConstraint::Forbidden, RunPairConstraint::Joint, RunPairConstraint::None]
                .map(of);
        assert!(joint.assignments <= forbidden.assignments, "{joint:?} {forbidden:?}");
        assert!(none.assignments == 25 && none.prunings <= joint.prunings, "{none:?} {joint:?}");
        let viewpoint = puzzle.viewpoint("cells+pairs").unwrap();
        let plain = puzzle.model(&viewpoint).unwrap();
        let reading =
            TextbookReading { pairs: RunPairConstraint::Joint, ..engine_reading("textbook", 1000) };
        let model = on_grid(&puzzle, &plain, &reading).unwrap();
        let tables = model.constraints().iter().filter_map(|posted| match &posted.constraint {
            Constraint::Table(table) => Some((table.forbidden, table.tuples.len())),
            _ => None,
        });
        // Eight runs of each direction; each pair has 8 x 7 different entries.
        let joint = tables.filter(|&(forbidden, tuples)| !forbidden && tuples == 56).count();
        assert_eq!(joint, 2 * 28);
    }

    #[test]
    fn a_limit_marks_the_count() {
        let puzzle = without_repeats(&random_options(GRID_SIDE), 1, 0).unwrap();
        let short = engine_reading("textbook:first+sval,fc", 3);
        let count = count_puzzle(&puzzle, &short, &Control::unlimited()).unwrap().unwrap();
        assert!(count.limited && count.assignments == 3, "{count:?}");
    }

    #[test]
    fn black_cells_are_assigned_too() {
        let control = Control::unlimited();
        let puzzle = without_repeats(&random_options(GRID_SIDE), 1, 0).unwrap();
        let black =
            puzzle.known_cells().iter().filter(|cell| **cell == KeisukeCell::Black).count() as u64;
        let with = count_puzzle(&puzzle, &engine_reading("textbook:mid", 1000), &control)
            .unwrap()
            .unwrap();
        let without = TextbookReading { black: false, ..engine_reading("textbook:mid", 1000) };
        let without = count_puzzle(&puzzle, &without, &control).unwrap().unwrap();
        assert!(black > 0);
        assert_eq!(with.assignments, without.assignments + black);
        assert_eq!(with.prunings, without.prunings);
    }
}
