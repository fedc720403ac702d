//! Every other kind: rows if few points are open, else the constraint itself.

use super::super::domain_box::DomainBox;
use super::super::faults::NameFault;
use super::super::model::{Constraint, Value};
use super::rows::{count_points, rows_text};
use super::{ProblemRenaming, Text, append_list};

/// The limit on the points that are tried one by one.
const MAX_POINTS: usize = 64;

/// The first number of the text of a constraint itself.
pub(super) const UNSTRUCTURED_GROUP: i128 = 5;

/// Tries the points of the box if they are few. Otherwise the text is the number of the constraint,
/// its open variables, and the values of the others in the order in which it names them.
///
/// Lemma 7, *the rest*: the same constraint with the same open variables and the same values of the
/// others is the same relation. It must have no other variables and no other values. Without the
/// names of the open variables, two boxes in which others are fixed would have one text.
pub(super) fn remaining_points(
    own: &Constraint,
    number: usize,
    space: &mut DomainBox,
    names: &ProblemRenaming,
) -> Result<Text, NameFault> {
    let (mut fixed, mut open) = (Text::new(), Vec::new());
    own.each_variable(&mut |v| match space.least_value(v) {
        Some(value) if space.domain_size(v) == 1 => fixed.push(value.into()),
        _ => open.push(v),
    });
    // A scope may name a variable twice, but a point has one value for it.
    open.sort_unstable();
    open.dedup();
    if count_points(&open, space) <= MAX_POINTS {
        // All points of the open variables, of which there are at most `MAX_POINTS`.
        let mut rows: Vec<Vec<Value>> = vec![Vec::new()];
        for &v in &open {
            let longer = |own: Value| rows.iter().map(move |row| [&row[..], &[own]].concat());
            rows = space.remaining_values(v).flat_map(longer).collect();
        }
        let mark = space.trail_mark();
        rows.retain(|row| {
            open.iter().zip(row).for_each(|(&v, &own)| space.keep_values(v, &[own]));
            // In a box where all variables of the constraint are fixed, the question is exact.
            let holds = own.is_possible(space);
            space.undo_to(mark);
            holds
        });
        return Ok(rows_text(&open, &rows.into_iter().collect(), false, space, names));
    }
    // The constraint is named by its number, so its text cannot show what other names of values
    // would mean in it.
    let keeps = open.iter().all(|&v| names.keeps_values(v));
    refuse_if!(!keeps, NameFault::Kept { constraint: number });
    let mut text = vec![UNSTRUCTURED_GROUP, number as i128];
    append_list(&mut text, fixed.into_iter());
    append_list(&mut text, open.iter().map(|&v| v as i128));
    append_list(&mut text, open.iter().map(|&v| names.variable_index(v)));
    Ok(text)
}
