//! The model of an unknown grid: black cells are found as well.

use std::sync::Arc;

use parallax_model::{
    AtomicConstraint, Clause, ComparisonOperator, Constraint, Domain, GlobalCardinality, Model,
    ModelError, Value, ValueOccurrence, VarId,
};

use super::super::super::grid_rules::cell_name;
use super::super::board::{KeisukeEntry, KeisukePattern, KeisukePuzzle, RunDirection};
use super::super::layout::line_cells;
use super::super::solutions::{BLACK_VALUE, BLANK_VALUE};
use super::lists::{Tuples, empty_model, post_table};

/// Limit on cells times states, which the size of the model follows.
const MOST_STATES: usize = 1 << 22;

/// The state of a black cell.
const BLACK_STATE: Value = 0;

/// The state of a white cell in a run of one cell.
const SINGLE_STATE: Value = 1;

/// The states of a cell in one direction: black, a run of one cell, or a digit of an
/// entry.
struct KeisukeCellStates {
    /// The different entries, and how often each is listed.
    entries: Vec<(KeisukeEntry, u32)>,
    /// The state at the first digit of each entry; the others follow.
    first: Vec<Value>,
}

impl KeisukeCellStates {
    fn new(keisuke: &KeisukePuzzle, direction: RunDirection) -> Self {
        let mut listed = keisuke.entries(direction).to_vec();
        listed.sort();
        let mut entries: Vec<(KeisukeEntry, u32)> = Vec::new();
        for entry in listed {
            match entries.last_mut().filter(|(last, _)| *last == entry) {
                Some((_, times)) => *times += 1,
                None => entries.push((entry, 1)),
            }
        }
        let (mut first, mut number) = (Vec::new(), SINGLE_STATE + 1);
        for (entry, _) in &entries {
            first.push(number);
            number += entry.digits().len() as Value;
        }
        KeisukeCellStates { entries, first }
    }

    /// Returns the states of the first and of the last digit of each entry.
    fn entry_ends(&self) -> impl Iterator<Item = (Value, Value)> {
        let last = |(&first, (entry, _)): (&Value, &(KeisukeEntry, u32))| {
            (first, first + entry.digits().len() as Value - 1)
        };
        self.first.iter().zip(&self.entries).map(last)
    }

    /// Returns the states of neighbours: of a cell, and of the next cell of the line.
    fn neighbour_states(&self) -> Vec<Vec<Value>> {
        let mut steps = vec![
            vec![BLACK_STATE, BLACK_STATE],
            vec![BLACK_STATE, SINGLE_STATE],
            vec![SINGLE_STATE, BLACK_STATE],
        ];
        // Each digit leads to the next one of its entry. Before the first and after the last is a
        // black cell, or the border.
        for (first, last) in self.entry_ends() {
            steps.push(vec![BLACK_STATE, first]);
            steps.extend((first..last).map(|state| vec![state, state + 1]));
            steps.push(vec![last, BLACK_STATE]);
        }
        steps.sort_unstable();
        steps
    }

    /// Returns the values of a cell, each with a state.
    fn state_values(&self) -> Vec<Vec<Value>> {
        // In a run of one cell, the digit belongs to the other direction. If the cell is single in
        // both, it is uncovered.
        let mut values = vec![vec![BLACK_VALUE, BLACK_STATE], vec![BLANK_VALUE, SINGLE_STATE]];
        values.extend((0..10).map(|digit| vec![digit, SINGLE_STATE]));
        for (&first, (entry, _)) in self.first.iter().zip(&self.entries) {
            let digits = entry.digits().iter().map(|&digit| Value::from(digit));
            values.extend((first..).zip(digits).map(|(state, digit)| vec![digit, state]));
        }
        values.sort_unstable();
        values
    }

    /// Returns the states of a cell at a place of a line of this length.
    fn cell_domain(&self, place: usize, length: usize) -> Domain {
        let mut states = vec![BLACK_STATE, SINGLE_STATE];
        for (first, last) in self.entry_ends() {
            // The digits of the entry with enough cells before and after them.
            let digits = (last - first) as usize + 1;
            let from = (place + digits).saturating_sub(length);
            states.extend((from..digits.min(place + 1)).map(|digit| first + digit as Value));
        }
        Domain::from_values(states)
    }
}

/// Refuses a model that would be too large.
fn refuse_large(keisuke: &KeisukePuzzle) -> Result<(), ModelError> {
    let digits = |direction| -> usize {
        let entries = keisuke.entries(direction).iter();
        entries.map(|entry| entry.digits().len()).sum()
    };
    // Each direction has two more states: black, and a run of one cell.
    let states = RunDirection::BOTH.map(digits).iter().sum::<usize>() + 4;
    let size = states * keisuke.height() * keisuke.width();
    if size > MOST_STATES {
        Err(ModelError::new(format!(
            "an unknown grid of {} cells with {states} digits and states needs {size} values; the limit is {MOST_STATES}",
            keisuke.height() * keisuke.width(),
        )))
    } else {
        Ok(())
    }
}

/// Builds the model. Shown: each cell, black, uncovered or a digit. Hidden: for each cell and
/// direction its state. The states of neighbours follow each other, and the first digit of each
/// entry occurs as often as the entry is listed.
///
/// # Errors
/// When the model is too large.
pub(in super::super) fn unknown_cells_model(keisuke: &KeisukePuzzle) -> Result<Model, ModelError> {
    refuse_large(keisuke)?;
    let mut model = empty_model(keisuke);
    let number = keisuke.height() * keisuke.width();
    let mut cells = Vec::with_capacity(number);
    for cell in 0..number {
        // `BLANK_VALUE` and `BLACK_VALUE` are -2 and -1, just below the digits.
        let domain = Domain::from_range(BLANK_VALUE, 9);
        cells.push(model.add_shown(cell_name(keisuke.width(), cell), domain)?);
    }
    let mut states = Vec::new();
    for direction in RunDirection::BOTH {
        states.push(post_states(&mut model, keisuke, direction, &cells)?);
    }
    post_uncovered(&mut model, &cells, &states)?;
    if *keisuke.pattern() == (KeisukePattern::Unknown { apart: true }) {
        post_apart(&mut model, keisuke, &cells)?;
    }
    Ok(model)
}

/// Adds the states of all cells in a direction; returns them cell by cell.
fn post_states(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    direction: RunDirection,
    cells: &[VarId],
) -> Result<Vec<VarId>, ModelError> {
    let states = KeisukeCellStates::new(keisuke, direction);
    let (steps, values): (Tuples, Tuples) =
        (Arc::new(states.neighbour_states()), Arc::new(states.state_values()));
    // Each cell is on one line of the direction, so all of these are replaced.
    let mut of_cell = vec![VarId::new(0); cells.len()];
    for (number, line) in line_cells(keisuke.height(), keisuke.width(), direction).enumerate() {
        let mut before = None;
        for (place, &cell) in line.iter().enumerate() {
            let name = format!("{direction}_{}", cell_name(keisuke.width(), cell));
            let state = model.add_hidden(name, states.cell_domain(place, line.len()))?;
            of_cell[cell] = state;
            let label = format!("digits {direction} {}", number + 1);
            post_table(model, label, vec![cells[cell], state], &values)?;
            if let Some(before) = before {
                let label = format!("line {direction} {}", number + 1);
                post_table(model, label, vec![before, state], &steps)?;
            }
            before = Some(state);
        }
    }
    // The states of an entry occur only together, so its first one counts the entry.
    let used = states.first.iter().zip(&states.entries);
    let occurrences = used
        .map(|(&value, &(_, times))| ValueOccurrence { value, min: times, max: times })
        .collect();
    let cardinality = GlobalCardinality { scope: of_cell.clone(), occurrences, closed: false };
    let label = format!("use {direction}");
    model.post(label, cardinality.into())?;
    Ok(of_cell)
}

/// Posts that a white cell in no run of two cells has no digit.
fn post_uncovered(
    model: &mut Model,
    cells: &[VarId],
    states: &[Vec<VarId>],
) -> Result<(), ModelError> {
    for (index, &cell) in cells.iter().enumerate() {
        // The clause says: single in both directions implies uncovered.
        let mut atoms = vec![AtomicConstraint::new(cell, ComparisonOperator::Eq, BLANK_VALUE)];
        let states = states.iter().map(|of_cell| of_cell[index]);
        atoms.extend(
            states.map(|state| AtomicConstraint::new(state, ComparisonOperator::Ne, SINGLE_STATE)),
        );
        model.post(format!("uncovered {}", index + 1), Constraint::Clause(Clause { atoms }))?;
    }
    Ok(())
}

/// Posts that no two black cells touch side by side.
fn post_apart(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    cells: &[VarId],
) -> Result<(), ModelError> {
    for direction in RunDirection::BOTH {
        for line in line_cells(keisuke.height(), keisuke.width(), direction) {
            for pair in line.windows(2) {
                let white = |&cell: &usize| {
                    AtomicConstraint::new(cells[cell], ComparisonOperator::Ne, BLACK_VALUE)
                };
                let atoms = pair.iter().map(white).collect();
                model.post("apart", Constraint::Clause(Clause { atoms }))?;
            }
        }
    }
    Ok(())
}
