//! Parts that the models share: the variables of cells and runs, and how often entries
//! are used.

use std::sync::Arc;

use parallax_model::{
    Constraint, Domain, GlobalCardinality, Model, ModelError, Table, Value, ValueNames,
    ValueOccurrence, VarId,
};

use super::super::super::grid_rules::cell_name;
use super::super::board::KeisukePuzzle;
use super::super::layout::{RunGroup, RunLayout};

/// Tuples that many tables share.
pub(super) type Tuples = Arc<Vec<Vec<Value>>>;

/// Builds the model without variables.
pub(super) fn empty_model(keisuke: &KeisukePuzzle) -> Model {
    Model::new(format!("keisuke {}x{}", keisuke.height(), keisuke.width()))
}

/// Adds a shown variable for each covered cell. Its values are the digits that the
/// entries of all its runs have at its place.
pub(super) fn add_cells(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<(), ModelError> {
    for &cell in &layout.covered {
        let runs = layout.cell_runs(cell).into_iter().flatten();
        // A digit must be possible in each run through the cell.
        let digits = runs.fold(ALL_DIGITS, |left, (run, offset)| {
            left & digits_at(layout.run_group(run), offset)
        });
        add_cell(model, keisuke, cell, digits)?;
    }
    Ok(())
}

/// Adds a shown variable for each covered cell, whose values are all digits that occur in the
/// lists.
pub(super) fn add_open_cells(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<(), ModelError> {
    let of_group =
        |group: &RunGroup| (0..group.length).fold(0, |all, offset| all | digits_at(group, offset));
    let digits = layout.groups.iter().fold(0, |all, group| all | of_group(group));
    layout.covered.iter().try_for_each(|&cell| add_cell(model, keisuke, cell, digits))
}

fn add_cell(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    cell: usize,
    digits: u16,
) -> Result<(), ModelError> {
    let domain = Domain::from_values((0..10).filter(|digit| digits & (1 << digit) != 0));
    model.add_shown(cell_name(keisuke.width(), cell), domain).map(|_| ())
}

const ALL_DIGITS: u16 = (1 << 10) - 1;

/// Returns the digits that the entries of a group have at a place, as bits.
fn digits_at(group: &RunGroup, offset: usize) -> u16 {
    group.entries.iter().fold(0, |all, (entry, _)| all | (1 << entry.digits()[offset]))
}

/// Returns the variables of the cells of a run.
pub(super) fn run_scope(layout: &RunLayout, run: usize) -> Vec<VarId> {
    // The models that use this add the covered cells first, in the order of `covered`, so the index
    // of a cell is that of its variable.
    let indices = layout.runs[run].cells.iter().filter_map(|&cell| layout.covered_index(cell));
    indices.map(VarId::new).collect()
}

/// Returns the entries of a group as tuples of digits, in ascending order.
pub(super) fn entry_tuples(group: &RunGroup) -> Vec<Vec<Value>> {
    let tuple = |entry: &[u8]| entry.iter().map(|&digit| Value::from(digit)).collect();
    group.entries.iter().map(|(entry, _)| tuple(entry.digits())).collect()
}

/// Returns the name of the variable of a run, such as `across_r1c1`.
pub(super) fn run_name(keisuke: &KeisukePuzzle, layout: &RunLayout, run: usize) -> String {
    let direction = layout.runs[run].direction;
    let first = layout.runs[run].cells.first().copied().unwrap_or(0);
    format!("{direction}_{}", cell_name(keisuke.width(), first))
}

/// Returns the values of the variable of a run: the places of its entries.
pub(super) fn entry_domain(group: &RunGroup) -> Domain {
    // A group has as many entries as runs, counted with repeats, so it has at least one.
    Domain::from_range(0, group.entries.len() as Value - 1)
}

/// Returns the entries of each group as names of these values.
pub(super) fn entry_names(layout: &RunLayout) -> Vec<Arc<ValueNames>> {
    let names = |group: &RunGroup| {
        let entries = group.entries.iter().map(|(entry, _)| entry.to_string());
        Arc::new((0..).zip(entries).collect())
    };
    layout.groups.iter().map(names).collect()
}

/// Returns the label of the constraint between the cells and the entry of a run.
pub(super) fn run_label(layout: &RunLayout, run: usize) -> String {
    format!("run {} {}", layout.runs[run].direction, layout.runs[run].number)
}

/// Adds a hidden variable for the entry of each run that has several
/// entries. If it has one, the domains of the cells fix it.
pub(super) fn add_hidden_runs(
    model: &mut Model,
    keisuke: &KeisukePuzzle,
    layout: &RunLayout,
) -> Result<Vec<Option<VarId>>, ModelError> {
    let names = entry_names(layout);
    let add = |run: usize| {
        let group = layout.run_group(run);
        if group.entries.len() < 2 {
            return Ok(None);
        }
        let added = model.add_hidden(run_name(keisuke, layout, run), entry_domain(group))?;
        model.name_values(added, names[layout.runs[run].group].clone());
        Ok(Some(added))
    };
    (0..layout.runs.len()).map(add).collect()
}

/// Posts a table of allowed tuples.
pub(super) fn post_table(
    model: &mut Model,
    label: String,
    scope: Vec<VarId>,
    tuples: &Tuples,
) -> Result<(), ModelError> {
    model.post(label, Constraint::Table(Table { scope, tuples: tuples.clone(), forbidden: false }))
}

/// Posts that the runs of each group use each entry as often as it is listed;
/// nothing for a group with one entry.
pub(super) fn post_use(
    model: &mut Model,
    layout: &RunLayout,
    variable: impl Fn(usize) -> Option<VarId>,
) -> Result<(), ModelError> {
    post_use_from(model, layout, |_| 0, variable)
}

/// Posts the same as [`post_use`], for entries whose values begin at `first` in each group.
pub(super) fn post_use_from(
    model: &mut Model,
    layout: &RunLayout,
    first: impl Fn(usize) -> Value,
    variable: impl Fn(usize) -> Option<VarId>,
) -> Result<(), ModelError> {
    let groups = layout.groups.iter().enumerate();
    for (group_index, group) in groups.filter(|(_, group)| group.entries.len() > 1) {
        let scope = group.runs.iter().filter_map(|&run| variable(run)).collect();
        let times = group.entries.iter().map(|(_, times)| *times);
        let occurrences = (first(group_index)..)
            .zip(times)
            .map(|(value, times)| ValueOccurrence { value, min: times, max: times })
            .collect();
        let label = format!("use {} {}", group.list_name(), group.length);
        let cardinality = GlobalCardinality { scope, occurrences, closed: true };
        model.post(label, cardinality.into())?;
    }
    Ok(())
}
