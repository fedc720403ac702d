//! The model for explanations: no rule is hidden in a domain.

use std::sync::Arc;

use parallax_model::{Domain, GlobalCardinality, Model, ModelError, Value, ValueOccurrence, VarId};

use super::super::super::grid_rules::cell_name;
use super::super::board::KeisukePuzzle;
use super::super::layout::{RunGroup, RunLayout};
use super::lists::{Tuples, add_hidden_runs, empty_model, entry_tuples, post_table, run_scope};

/// Builds the model for explanations. It has the variables of [`cells`](super::cells), where each
/// cell takes any digit. For each run a table of its entries, under a label with its cells and
/// entries; for each length and direction the use of its entries, under a label that lists them.
pub(in super::super) fn explainable_model(
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Model, ModelError> {
    let mut model = empty_model(keisuke);
    for &cell in &layout.covered {
        model.add_shown(cell_name(keisuke.width(), cell), Domain::from_range(0, 9))?;
    }
    let entries = add_hidden_runs(&mut model, keisuke, layout)?;
    for (run, entry) in entries.iter().enumerate() {
        let group = layout.run_group(run);
        let numbered = |(number, mut tuple): (Value, Vec<Value>)| {
            // A group of one entry has no variables of runs, so its tuples are only digits.
            tuple.extend(entry.is_some().then_some(number));
            tuple
        };
        let tuples: Tuples = Arc::new((0..).zip(entry_tuples(group)).map(numbered).collect());
        let scope: Vec<VarId> = run_scope(layout, run).into_iter().chain(*entry).collect();
        post_table(&mut model, run_label(keisuke, layout, run), scope, &tuples)?;
    }
    for group in layout.groups.iter().filter(|group| group.entries.len() > 1) {
        post_use(&mut model, group, |run| entries[run])?;
    }
    Ok(model)
}

/// Maximum number of entries that a label lists.
const MAX_LISTED_ENTRIES: usize = 12;

/// Returns the label of a run: its direction, its cells and its entries.
fn run_label(keisuke: &KeisukePuzzle, layout: &RunLayout, run: usize) -> String {
    let name = |cell: Option<&usize>| cell_name(keisuke.width(), cell.copied().unwrap_or(0));
    let cells = &layout.runs[run].cells;
    let (first, last, group) = (name(cells.first()), name(cells.last()), layout.run_group(run));
    let entries: Vec<String> = group.entries.iter().map(|(entry, _)| entry.to_string()).collect();
    let entries = match entries.len() {
        ..=MAX_LISTED_ENTRIES => entries.join(" or "),
        number => format!("one of the {number} entries of length {}", group.length),
    };
    format!("run {} from {first} to {last}: {entries}", layout.runs[run].direction)
}

/// Posts that the runs of a group use each entry as often as it is listed.
fn post_use(
    model: &mut Model,
    group: &RunGroup,
    variable: impl Fn(usize) -> Option<VarId>,
) -> Result<(), ModelError> {
    let scope = group.runs.iter().filter_map(|&run| variable(run)).collect();
    let times = group.entries.iter().map(|(_, times)| *times);
    let occurrences =
        (0..).zip(times).map(|(value, times)| ValueOccurrence { value, min: times, max: times });
    let listed: Vec<String> = group
        .entries
        .iter()
        .flat_map(|(entry, times)| (0..*times).map(|_| entry.to_string()))
        .collect();
    let (list, length) = (group.list_name(), group.length);
    let label = match listed.len() {
        ..=MAX_LISTED_ENTRIES => format!("use {list}: {}, each once", listed.join(", ")),
        number => format!("use {list}: the {number} entries of length {length}, each once"),
    };
    let occurrences = occurrences.collect();
    let cardinality = GlobalCardinality { scope, occurrences, closed: true };
    model.post(label, cardinality.into())
}
