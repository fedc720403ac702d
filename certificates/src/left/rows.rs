//! Rows of values: tables, and constraints with few points.

use std::collections::{BTreeSet, HashSet};

use super::super::model::{Value, Variable};
use super::super::possible::inside;
use super::super::space::Space;
use super::{Left, Names, Text, list};

/// The values form one, or none, of the rows.
pub(crate) struct Rows {
    scope: Vec<Variable>,
    rows: BTreeSet<Vec<Value>>,
    forbidden: bool,
}

/// The rows in the box, in the columns of the open variables, each once.
pub(super) fn left(
    scope: &[Variable],
    tuples: &[Vec<Value>],
    forbidden: bool,
    space: &Space,
) -> Left {
    let mut before = HashSet::new();
    let is_open = |own: &usize| space.size(scope[*own]) != 1 && before.insert(scope[*own]);
    let columns: Vec<usize> = (0..scope.len()).filter(is_open).collect();
    let rows = tuples.iter().filter(|row| inside(scope, row, space));
    let rows = rows.map(|row| columns.iter().map(|&own| row[own]).collect()).collect();
    of_rows(columns.into_iter().map(|own| scope[own]).collect(), rows, forbidden, space)
}

/// Rows that leave something: some, and not all points.
pub(super) fn of_rows(
    scope: Vec<Variable>,
    rows: BTreeSet<Vec<Value>>,
    forbidden: bool,
    space: &Space,
) -> Left {
    let is_all = rows.len() == points(&scope, space);
    match (rows.is_empty(), is_all) {
        (false, false) => Left::Rows(Rows { scope, rows, forbidden }),
        _ if is_all == forbidden => Left::Never,
        _ => Left::Always,
    }
}

/// The number of points of the box of some variables, as far as a word counts.
pub(super) fn points(scope: &[Variable], space: &Space) -> usize {
    scope.iter().map(|&own| space.size(own)).fold(1, usize::saturating_mul)
}

impl Rows {
    /// Lemma 6, *rows*: they name all values, so that any names will do.
    pub(super) fn write(&self, names: &Names) -> Result<Text, String> {
        let places = names.places(&self.scope)?;
        let mut columns: Vec<usize> = (0..self.scope.len()).collect();
        columns.sort_unstable_by_key(|&own| places[own]);
        let mut text = vec![4, i128::from(self.forbidden)];
        list(&mut text, columns.iter().map(|&own| places[own]));
        let value = |row: &[Value], own: usize| names.value(self.scope[own], row[own]);
        let row = |row: &Vec<Value>| columns.iter().map(|&own| value(row, own)).collect();
        let mut rows: Vec<Vec<i128>> = self.rows.iter().map(row).collect();
        rows.sort_unstable();
        list(&mut text, rows.concat().into_iter());
        Ok(text)
    }
}
