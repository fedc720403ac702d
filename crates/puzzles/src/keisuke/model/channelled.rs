//! The model with variables for cells and runs, linked cell by cell.

use std::sync::Arc;

use parallax_model::{Model, ModelError, Value, VarId};

use super::super::board::KeisukePuzzle;
use super::super::layout::{RunGroup, RunLayout};
use super::lists::{
    Tuples, add_cells, add_hidden_runs, empty_model, post_table, post_use, run_label, run_scope,
};

/// Builds the model. Shown: the digit of each covered cell. Hidden: the entry of each run. For each
/// cell of a run, a table states that the cell has the digit of the entry at its place.
pub(in super::super) fn channelled_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    let mut model = empty_model(keisuke);
    add_cells(&mut model, keisuke, layout)?;
    let entries = add_hidden_runs(&mut model, keisuke, layout)?;
    let of_group: Vec<Vec<Tuples>> = layout.groups.iter().map(entry_digits).collect();
    for (run, entry) in entries.iter().enumerate() {
        // A run without a choice of entries has no variable, and needs no link.
        let Some(entry) = *entry else { continue };
        let tables = &of_group[layout.runs[run].group];
        let cells: Vec<VarId> = run_scope(layout, run);
        for (cell, tuples) in cells.into_iter().zip(tables) {
            post_table(&mut model, run_label(layout, run), vec![cell, entry], tuples)?;
        }
    }
    post_use(&mut model, layout, |run| entries[run])?;
    Ok(model)
}

/// Returns, for each place of the entries of a group, the digit of each entry.
fn entry_digits(group: &RunGroup) -> Vec<Tuples> {
    let at = |offset: usize| {
        let digit = |(number, entry): (Value, &super::super::board::KeisukeEntry)| {
            vec![Value::from(entry.digits()[offset]), number]
        };
        let entries = group.entries.iter().map(|(entry, _)| entry);
        Arc::new((0..).zip(entries).map(digit).collect())
    };
    (0..group.length).map(at).collect()
}
