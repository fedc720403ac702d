//! Every other kind: rows where few points are open, else the constraint itself.

use super::super::faults::NameFault;
use super::super::model::{Constraint, Value};
use super::super::space::Space;
use super::rows::{points, text};
use super::{Names, Text, list};

/// The limit on the points that are tried one by one.
const POINTS: usize = 64;

/// The first number of the text of a constraint itself.
pub(super) const GROUP: i128 = 5;

/// Tries the points of the box where they are few. Else the constraint is its number, its open
/// variables, and the values of the others as it names them.
///
/// Lemma 7, *the rest*: the same constraint with the same open variables and the same values of the
/// others is the same relation. It must have no other variables and no other values. Without the
/// names of the open variables, two boxes in which others are fixed would have one text.
pub(super) fn left(
    own: &Constraint,
    number: usize,
    space: &mut Space,
    names: &Names,
) -> Result<Text, NameFault> {
    let (mut fixed, mut open) = (Text::new(), Vec::new());
    own.each_variable(&mut |v| match space.min(v) {
        Some(value) if space.size(v) == 1 => fixed.push(value.into()),
        _ => open.push(v),
    });
    open.sort_unstable();
    open.dedup();
    if points(&open, space) <= POINTS {
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for &v in &open {
            let longer = |own: Value| rows.iter().map(move |row| [&row[..], &[own]].concat());
            rows = space.values(v).flat_map(longer).collect();
        }
        let mark = space.mark();
        rows.retain(|row| {
            open.iter().zip(row).for_each(|(&v, &own)| space.only(v, &[own]));
            let holds = own.possible(space);
            space.back(mark);
            holds
        });
        return Ok(text(&open, &rows.into_iter().collect(), false, space, names));
    }
    let keeps = open.iter().all(|&v| names.keeps(v));
    refuse_if!(!keeps, NameFault::Kept { constraint: number });
    let mut text = vec![GROUP, number as i128];
    list(&mut text, fixed.into_iter());
    list(&mut text, open.iter().map(|&v| v as i128));
    list(&mut text, open.iter().map(|&v| names.place(v)));
    Ok(text)
}
