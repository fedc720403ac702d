//! The model with a variable for each run, and a table for each crossing.

use std::collections::HashMap;
use std::sync::Arc;

use parallax_instance::PuzzleSolution;
use parallax_model::{Domain, Model, ModelError, Solution, Value, VarId};

use super::super::board::{KeisukeCell, KeisukeEntry, KeisukePuzzle};
use super::super::layout::RunLayout;
use super::super::solutions::{BLACK_VALUE, BLANK_VALUE};
use super::lists::{
    Tuples, empty_model, entry_domain, entry_names, post_table, post_use, run_name,
};

/// Maximum number of tuples of all crossings together, where equal tables count once.
const MAX_TUPLES: usize = 1 << 22;

/// Builds the model. Shown: the entry of each run, its place among the different entries of its
/// length and direction. A clue leaves the entries that have it. For each crossing, a table of the
/// pairs of entries with equal digits there.
///
/// # Errors
/// When the tables are too large.
pub(in super::super) fn slots_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    let mut model = empty_model(keisuke);
    let names = entry_names(layout);
    for run in 0..layout.runs.len() {
        let domain = clued_entries(keisuke, layout, run);
        let added = model.add_shown(run_name(keisuke, layout, run), domain)?;
        model.name_values(added, names[layout.runs[run].group].clone());
    }
    let mut tables = CrossingTables::default();
    for &cell in &layout.covered {
        let [Some(across), Some(down)] = layout.cell_runs(cell) else { continue };
        let Some(tuples) = tables.crossing_table(layout, across, down)? else { continue };
        // The variables are the runs, in their order.
        let scope = vec![VarId::new(across.0), VarId::new(down.0)];
        let number = layout.covered_index(cell).unwrap_or(0) + 1;
        post_table(&mut model, format!("crossing {number}"), scope, &tuples)?;
    }
    post_use(&mut model, layout, |run| Some(VarId::new(run)))?;
    Ok(model)
}

/// Returns the entries of a run that have its clues.
pub(super) fn clued_entries(keisuke: &KeisukePuzzle, layout: &RunLayout, run: usize) -> Domain {
    let group = layout.run_group(run);
    let cells = &layout.runs[run].cells;
    // Most runs have no clue, and take any entry.
    if cells.iter().all(|&cell| keisuke.known_cells()[cell] == KeisukeCell::White) {
        return entry_domain(group);
    }
    let fits = |entry: &KeisukeEntry| {
        entry.digits().iter().zip(cells).all(|(&digit, &cell)| match keisuke.known_cells()[cell] {
            KeisukeCell::Clue(clue) => clue == digit,
            _ => true,
        })
    };
    let entries = (0..).zip(&group.entries).filter(|(_, (entry, _))| fits(entry));
    Domain::from_values(entries.map(|(number, _)| number))
}

/// The tables of crossings. Many crossings have the same one.
#[derive(Default)]
struct CrossingTables {
    tables: HashMap<[(usize, usize); 2], Option<Tuples>>,
    tuples: usize,
}

impl CrossingTables {
    /// Returns the pairs of entries with equal digits, of two runs with the place of the crossing
    /// in each; `None` if these are all pairs.
    fn crossing_table(
        &mut self,
        layout: &RunLayout,
        across: (usize, usize),
        down: (usize, usize),
    ) -> Result<Option<Tuples>, ModelError> {
        // The tuples depend only on the groups and the offsets of the crossing.
        let key = [across, down].map(|(run, offset)| (layout.runs[run].group, offset));
        if let Some(made) = self.tables.get(&key) {
            return Ok(made.clone());
        }
        let [rows, columns] = key.map(|(group, offset)| {
            let entries = layout.groups[group].entries.iter();
            entries.map(|(entry, _)| entry.digits()[offset]).collect::<Vec<u8>>()
        });
        let mut of_digit = [0usize; 10];
        columns.iter().for_each(|&digit| of_digit[usize::from(digit)] += 1);
        // The number of tuples follows from the digits alone, so a table that is too large is never
        // built.
        let count: usize = rows.iter().map(|&digit| of_digit[usize::from(digit)]).sum();
        self.tuples += count;
        if self.tuples > MAX_TUPLES {
            let message = format!(
                "'slots' needs more than {MAX_TUPLES} tuples for its crossings; 'cells' needs far fewer"
            );
            return Err(ModelError::new(message));
        }
        let made = (count < rows.len() * columns.len())
            .then(|| Arc::new(find_equal_digit_positions(&rows, &columns)));
        self.tables.insert(key, made.clone());
        Ok(made)
    }
}

/// Returns the pairs of places with equal digits.
fn find_equal_digit_positions(rows: &[u8], columns: &[u8]) -> Vec<Vec<Value>> {
    let mut pairs = Vec::new();
    for (i, row) in (0..).zip(rows) {
        let equal = (0..).zip(columns).filter(|(_, column)| *column == row);
        pairs.extend(equal.map(|(j, _)| vec![i, j]));
    }
    pairs
}

/// Returns the filled grid of a solution of the model.
pub(in super::super) fn puzzle_solution(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
    solution: &Solution,
) -> PuzzleSolution {
    filled_grid(keisuke, layout, solution, |_| 0)
}

/// Returns the filled grid whose runs have the values of a solution; `first` is the value of the
/// first entry of a group.
pub(super) fn filled_grid(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
    solution: &Solution,
    first: impl Fn(usize) -> Value,
) -> PuzzleSolution {
    let blank =
        |cell: &KeisukeCell| if *cell == KeisukeCell::Black { BLACK_VALUE } else { BLANK_VALUE };
    let mut grid: PuzzleSolution = keisuke.known_cells().iter().map(blank).collect();
    for (run, &value) in solution.values().iter().take(layout.runs.len()).enumerate() {
        let group = layout.run_group(run);
        let index = value - first(layout.runs[run].group);
        let entry = usize::try_from(index).ok().and_then(|index| group.entries.get(index));
        let digits = entry.map_or(&[][..], |(entry, _)| entry.digits());
        for (&cell, &digit) in layout.runs[run].cells.iter().zip(digits) {
            grid[cell] = Value::from(digit);
        }
    }
    grid
}
