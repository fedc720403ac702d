//! The model with a variable for each covered cell, and a table for each run.

use std::sync::Arc;

use parallax_model::{Model, ModelError, Value};

use super::super::board::KeisukePuzzle;
use super::super::layout::RunLayout;
use super::lists::{
    Tuples, add_cells, add_hidden_runs, empty_model, entry_tuples, post_table, post_use, run_label,
    run_scope,
};

/// Builds the model. Shown: the digit of each covered cell. Hidden: the entry of each run, its
/// place among the different entries of its length and direction. A table links the two; its tuples
/// are those of the group.
pub(in super::super) fn cells_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    let mut model = empty_model(keisuke);
    add_cells(&mut model, keisuke, layout)?;
    let entries = add_hidden_runs(&mut model, keisuke, layout)?;
    let numbered = |tuples: Vec<Vec<Value>>| -> Tuples {
        let tuple = |(number, mut tuple): (Value, Vec<Value>)| {
            tuple.push(number);
            tuple
        };
        Arc::new((0..).zip(tuples).map(tuple).collect())
    };
    // All runs of a group share its tuples.
    let of_group: Vec<Tuples> =
        layout.groups.iter().map(|group| numbered(entry_tuples(group))).collect();
    for (run, entry) in entries.iter().enumerate() {
        // The domains of the cells fix the entry of a run that has no choice.
        let Some(entry) = *entry else { continue };
        let scope = [run_scope(layout, run), vec![entry]].concat();
        post_table(&mut model, run_label(layout, run), scope, &of_group[layout.runs[run].group])?;
    }
    post_use(&mut model, layout, |run| entries[run])?;
    Ok(model)
}
