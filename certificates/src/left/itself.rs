//! Every other kind: rows where few points are open, else the constraint itself.

use std::collections::BTreeSet;

use super::super::model::{Constraint, Value, Variable};
use super::super::space::Space;
use super::rows::{of_rows, points};
use super::{Left, Names, Text, list};

/// The limit on the points that are tried one by one.
const POINTS: usize = 64;

/// The constraint, its open variables, each once, and the values of the others as it names them.
pub(crate) struct Itself {
    fixed: Vec<Value>,
    open: Vec<Variable>,
}

/// Tries the points of the box where they are few.
pub(super) fn left(own: &Constraint, space: &mut Space) -> Left {
    let (mut fixed, mut open) = (Vec::new(), Vec::new());
    own.each_variable(&mut |v| match space.min(v) {
        Some(value) if space.size(v) == 1 => fixed.push(value),
        _ => open.push(v),
    });
    open.sort_unstable();
    open.dedup();
    if points(&open, space) > POINTS {
        return Left::Itself(Itself { fixed, open });
    }
    let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
    for &v in &open {
        let longer = |own: Value| rows.iter().map(move |row| [&row[..], &[own]].concat());
        rows = space.values(v).flat_map(longer).collect();
    }
    let mark = space.mark();
    let mut holds = |row: &Vec<Value>| {
        open.iter().zip(row).for_each(|(&v, &own)| space.only(v, &[own]));
        let holds = own.possible(space);
        space.back(mark);
        holds
    };
    rows.retain(|row| holds(row));
    of_rows(open, rows.into_iter().collect::<BTreeSet<_>>(), false, space)
}

impl Itself {
    /// Lemma 7, *the rest*: the same constraint with the same open variables and the same values of
    /// the fixed ones is the same relation. It has no other variables and no other values, so that
    /// they keep their names. Without these, boxes in which other variables are fixed would have
    /// one text.
    pub(super) fn write(&self, number: usize, names: &Names) -> Result<Text, String> {
        let keeps = self.open.iter().all(|&v| names.keeps(v));
        refuse_if!(!keeps, "values of constraint {number}, which keeps its names, get others");
        let mut text = vec![6, number as i128];
        list(&mut text, self.fixed.iter().map(|&own| own.into()));
        list(&mut text, self.open.iter().map(|&own| own as i128));
        list(&mut text, names.places(&self.open)?.into_iter());
        Ok(text)
    }
}
