//! The model whose runs differ in pairs, as in the report on Keisuke by Li,
//! Ariffin and Kim.

use std::sync::Arc;

use parallax_model::{Constraint, Model, ModelError, Table, Value};

use super::super::board::KeisukePuzzle;
use super::super::layout::{RunGroup, RunLayout};
use super::lists::{
    Tuples, add_open_cells, empty_model, entry_tuples, post_table, run_label, run_scope,
};

/// Maximum number of tuples of all pairs of runs together.
const MAX_TUPLES: usize = 1 << 22;

/// Builds the model. Shown: the digit of each covered cell, any that occurs in the lists. No hidden
/// variables: a table for each run over its cells, and for each two runs of one length and
/// direction a table that forbids them to be equal.
///
/// # Errors
/// When an entry is listed twice, because equal runs are then required, and when the
/// pairs are too many.
pub(in super::super) fn pairs_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    check_pairs(layout)?;
    let mut model = empty_model(keisuke);
    add_open_cells(&mut model, keisuke, layout)?;
    for group in &layout.groups {
        let entries: Tuples = Arc::new(entry_tuples(group));
        for &run in &group.runs {
            post_table(&mut model, run_label(layout, run), run_scope(layout, run), &entries)?;
        }
        // Each forbidden tuple is one entry for both runs.
        let twice = |entry: &Vec<Value>| [&entry[..], &entry[..]].concat();
        let equal: Tuples = Arc::new(entries.iter().map(twice).collect());
        for (i, &first) in group.runs.iter().enumerate() {
            for &second in &group.runs[i + 1..] {
                let scope = [run_scope(layout, first), run_scope(layout, second)].concat();
                let names = [first, second].map(|run| &layout.runs[run]);
                let label = match (group.direction, names) {
                    (Some(direction), [a, b]) => {
                        format!("pair {direction} {} {}", a.number, b.number)
                    }
                    (None, [a, b]) => {
                        format!("pair {} {} {} {}", a.direction, a.number, b.direction, b.number)
                    }
                };
                let table = Table { scope, tuples: equal.clone(), forbidden: true };
                model.post(label, Constraint::Table(table))?;
            }
        }
    }
    Ok(model)
}

fn check_pairs(layout: &RunLayout) -> Result<(), ModelError> {
    for group in &layout.groups {
        if let Some((entry, times)) = group.entries.iter().find(|(_, times)| *times > 1) {
            let list = group.list_name();
            return Err(ModelError::new(format!(
                "'+pairs' makes all runs different, but {list} lists {entry} {times} times"
            )));
        }
    }
    let of_group = |group: &RunGroup| {
        let runs = group.runs.len();
        // The table of each pair has a tuple for each entry.
        runs * runs.saturating_sub(1) / 2 * group.entries.len()
    };
    let tuples: usize = layout.groups.iter().map(of_group).sum();
    if tuples > MAX_TUPLES {
        Err(ModelError::new(format!("'+pairs' needs {tuples} tuples; the limit is {MAX_TUPLES}")))
    } else {
        Ok(())
    }
}
