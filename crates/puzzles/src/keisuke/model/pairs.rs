//! The model whose runs differ in pairs, as in the report on Keisuke by Li,
//! Ariffin and Kim.

use std::sync::Arc;

use parallax_model::{Constraint, Model, ModelError, Table, Value};

use super::super::board::Keisuke;
use super::super::layout::{Group, Layout};
use super::lists::{Tuples, add_open_cells, empty, post_table, run_label, scope, tuples};

/// Maximum number of tuples of all pairs of runs together.
const MOST_TUPLES: usize = 1 << 22;

/// Shown: the digit of each covered cell, any that occurs in the lists. No hidden variables: a table for each run
/// over its cells, and for each two runs of one length and direction a table that
/// forbids them to be equal.
///
/// # Errors
/// When an entry is listed twice, because equal runs are then required, and when the
/// pairs are too many.
pub(in super::super) fn pairs(keisuke: &Keisuke, layout: &Layout) -> Result<Model, ModelError> {
    refuse(layout)?;
    let mut model = empty(keisuke);
    add_open_cells(&mut model, keisuke, layout)?;
    for group in &layout.groups {
        let entries: Tuples = Arc::new(tuples(group));
        for &run in &group.runs {
            post_table(&mut model, run_label(layout, run), scope(layout, run), &entries)?;
        }
        let twice = |entry: &Vec<Value>| [&entry[..], &entry[..]].concat();
        let equal: Tuples = Arc::new(entries.iter().map(twice).collect());
        for (i, &one) in group.runs.iter().enumerate() {
            for &other in &group.runs[i + 1..] {
                let scope = [scope(layout, one), scope(layout, other)].concat();
                let names = [one, other].map(|run| &layout.runs[run]);
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

fn refuse(layout: &Layout) -> Result<(), ModelError> {
    for group in &layout.groups {
        if let Some((entry, times)) = group.entries.iter().find(|(_, times)| *times > 1) {
            let list = group.list_name();
            return Err(ModelError::new(format!(
                "'+pairs' makes all runs different, but {list} lists {entry} {times} times"
            )));
        }
    }
    let of_group = |group: &Group| {
        let runs = group.runs.len();
        runs * runs.saturating_sub(1) / 2 * group.entries.len()
    };
    let tuples: usize = layout.groups.iter().map(of_group).sum();
    if tuples > MOST_TUPLES {
        Err(ModelError::new(format!("'+pairs' needs {tuples} tuples; the limit is {MOST_TUPLES}")))
    } else {
        Ok(())
    }
}
