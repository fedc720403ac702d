//! Rows of values: tables, and constraints with few points.

use std::collections::{BTreeSet, HashSet};

use super::super::domain_box::DomainBox;
use super::super::model::{Value, Variable};
use super::super::possible::is_inside;
use super::{EMPTY_RELATION_TEXT, ProblemRenaming, Text, append_list};

/// The text of a table: its rows in the box, in the columns of the open variables.
pub(super) fn remaining_rows(
    scope: &[Variable],
    tuples: &[Vec<Value>],
    forbidden: bool,
    space: &DomainBox,
    names: &ProblemRenaming,
) -> Text {
    let mut before = HashSet::new();
    // A variable that the scope names twice has one column: rows in the box agree in both.
    let is_open = |own: &usize| space.domain_size(scope[*own]) != 1 && before.insert(scope[*own]);
    let columns: Vec<usize> = (0..scope.len()).filter(is_open).collect();
    let rows = tuples.iter().filter(|row| is_inside(scope, row, space));
    let rows = rows.map(|row| columns.iter().map(|&own| row[own]).collect()).collect();
    let open: Vec<Variable> = columns.into_iter().map(|own| scope[own]).collect();
    rows_text(&open, &rows, forbidden, space, names)
}

/// The text of a relation of open variables: their values form one of the rows, or none if they are
/// forbidden. It is empty if all points are allowed.
///
/// Lemma 6, *rows*: they name all values, so that any names will do.
pub(super) fn rows_text(
    open: &[Variable],
    rows: &BTreeSet<Vec<Value>>,
    forbidden: bool,
    space: &DomainBox,
    names: &ProblemRenaming,
) -> Text {
    // All points allowed, or none forbidden: holds everywhere. None allowed, or all forbidden:
    // holds nowhere. Any constraint with that relation must get the text.
    if rows.is_empty() || rows.len() == count_points(open, space) {
        return if rows.is_empty() == forbidden { Text::new() } else { EMPTY_RELATION_TEXT.into() };
    }
    let mut columns: Vec<usize> = (0..open.len()).collect();
    columns.sort_unstable_by_key(|&own| names.variable_index(open[own]));
    let mut text = vec![3, forbidden.into()];
    append_list(&mut text, columns.iter().map(|&own| names.variable_index(open[own])));
    let value = |row: &[Value], own: usize| names.value_name(open[own], row[own]);
    let row = |row: &Vec<Value>| columns.iter().map(|&own| value(row, own)).collect();
    let mut rows: Vec<Text> = rows.iter().map(row).collect();
    // The set was in the order of the old values; other names need another order.
    rows.sort_unstable();
    append_list(&mut text, rows.concat().into_iter());
    text
}

/// Returns the number of points in the box of some variables; `usize::MAX` for more.
pub(super) fn count_points(open: &[Variable], space: &DomainBox) -> usize {
    open.iter().map(|&own| space.domain_size(own)).fold(1, usize::saturating_mul)
}
