//! Rows.

use std::collections::HashSet;

use super::super::model::{Value, Variable};
use super::super::space::Space;

/// Whether a row lies in the box, with one value for each variable.
fn inside(scope: &[Variable], row: &[Value], space: &Space) -> bool {
    scope.iter().zip(row).enumerate().all(|(place, (&variable, &value))| {
        let before = scope[..place].iter().position(|&own| own == variable);
        space.has(variable, value) && before.is_none_or(|before| row[before] == value)
    })
}

pub(super) fn allowed(scope: &[Variable], rows: &[Vec<Value>], space: &Space) -> bool {
    rows.iter().any(|row| inside(scope, row, space))
}

/// The box has a point that is none of the rows: it has more points than rows lie inside.
pub(super) fn forbidden(scope: &[Variable], rows: &[Vec<Value>], space: &Space) -> bool {
    let mut own: Vec<Variable> = scope.to_vec();
    own.sort_unstable();
    own.dedup();
    let points = own.iter().map(|&variable| space.size(variable)).fold(1usize, usize::saturating_mul);
    if points > rows.len() {
        return true;
    }
    let rows: HashSet<&Vec<Value>> = rows.iter().filter(|row| inside(scope, row, space)).collect();
    points > rows.len()
}
