//! Rules that square grids share: length, range, clues, no value twice.

use std::collections::HashMap;

use crate::instance::BrokenRule;
use crate::model::Value;

use super::token::counted;

/// `r3c5`, from a cell's place row by row.
pub(super) fn cell_name(order: usize, cell: usize) -> String {
    format!("r{}c{}", cell / order + 1, cell % order + 1)
}

/// There is one value a cell, and each is in `1..=largest`.
pub(super) fn full(order: usize, largest: usize, terms: &[Value]) -> Result<(), BrokenRule> {
    let cells = order * order;
    if terms.len() != cells {
        let rule = format!("has {}, expected {cells}", counted(terms.len(), "value", "values"));
        return Err(BrokenRule::new("grid", rule));
    }
    let in_range = |value: Value| usize::try_from(value).is_ok_and(|v| (1..=largest).contains(&v));
    match terms.iter().position(|&value| !in_range(value)) {
        Some(cell) => {
            let rule = format!("is {}, outside 1 to {largest}", terms[cell]);
            Err(BrokenRule::new(cell_name(order, cell), rule))
        }
        None => Ok(()),
    }
}

/// Every clue, a cell and its value, is kept.
pub(super) fn clues_kept(
    order: usize,
    clues: impl IntoIterator<Item = (usize, Value)>,
    terms: &[Value],
) -> Result<(), BrokenRule> {
    for (cell, clue) in clues {
        let found = terms[cell];
        if found != clue {
            let rule = format!("is {found}, the clue says {clue}");
            return Err(BrokenRule::new(cell_name(order, cell), rule));
        }
    }
    Ok(())
}

/// No value stands twice in a row or a column.
pub(super) fn rows_and_columns(order: usize, terms: &[Value]) -> Result<(), BrokenRule> {
    for row in 0..order {
        let values = (0..order).map(|column| terms[row * order + column]);
        if let Some((value, first, second)) = twice(values) {
            let rule = format!("{value} stands twice (columns {} and {})", first + 1, second + 1);
            return Err(BrokenRule::new(format!("row {}", row + 1), rule));
        }
    }
    for column in 0..order {
        let values = (0..order).map(|row| terms[row * order + column]);
        if let Some((value, first, second)) = twice(values) {
            let rule = format!("{value} stands twice (rows {} and {})", first + 1, second + 1);
            return Err(BrokenRule::new(format!("column {}", column + 1), rule));
        }
    }
    Ok(())
}

/// The first value that comes a second time, with both places.
pub(super) fn twice(values: impl Iterator<Item = Value> + Clone) -> Option<(Value, usize, usize)> {
    if all_different(values.clone()) {
        return None;
    }
    let mut seen = HashMap::new();
    for (place, value) in values.enumerate() {
        if let Some(first) = seen.insert(value, place) {
            return Some((value, first, place));
        }
    }
    None
}

/// Whether small values all differ, at a bit each; false also when a value is
/// not small, so that the caller looks closer.
fn all_different(values: impl Iterator<Item = Value>) -> bool {
    let mut seen = 0u128;
    for value in values {
        let bit = match u32::try_from(value) {
            Ok(place) if place < u128::BITS => 1 << place,
            _ => return false,
        };
        if seen & bit != 0 {
            return false;
        }
        seen |= bit;
    }
    true
}
