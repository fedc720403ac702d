//! The common rules of square grids: length, range, clues, and no value twice in a row or a column.

use std::collections::HashMap;

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::line_fields::count_noun;

/// Returns the name of a cell, such as `r3c5`, from its index row by row.
pub(super) fn cell_name(order: usize, cell: usize) -> String {
    format!("r{}c{}", cell / order + 1, cell % order + 1)
}

/// Checks that each cell has one value, and that each value is in `1..=largest`.
pub(super) fn check_full(
    order: usize,
    largest: usize,
    solution: &[Value],
) -> Result<(), BrokenRuleError> {
    let cells = order * order;
    if solution.len() != cells {
        let rule =
            format!("has {}, expected {cells}", count_noun(solution.len(), "value", "values"));
        return Err(BrokenRuleError::new("grid", rule));
    }
    let in_range = |value: Value| usize::try_from(value).is_ok_and(|v| (1..=largest).contains(&v));
    match solution.iter().position(|&value| !in_range(value)) {
        Some(cell) => {
            let rule = format!("is {}, outside 1 to {largest}", solution[cell]);
            Err(BrokenRuleError::new(cell_name(order, cell), rule))
        }
        None => Ok(()),
    }
}

/// Checks that the solution keeps every clue, a cell and its value.
pub(super) fn clues_kept(
    order: usize,
    clues: impl IntoIterator<Item = (usize, Value)>,
    solution: &[Value],
) -> Result<(), BrokenRuleError> {
    for (cell, clue) in clues {
        let found = solution[cell];
        if found != clue {
            let rule = format!("is {found}, the clue says {clue}");
            return Err(BrokenRuleError::new(cell_name(order, cell), rule));
        }
    }
    Ok(())
}

/// Checks that no value occurs twice in a row or a column.
pub(super) fn rows_and_columns(order: usize, solution: &[Value]) -> Result<(), BrokenRuleError> {
    for row in 0..order {
        let values = (0..order).map(|column| solution[row * order + column]);
        if let Some((value, first, second)) = find_repeat(values) {
            let rule = format!("{value} occurs twice (columns {} and {})", first + 1, second + 1);
            return Err(BrokenRuleError::new(format!("row {}", row + 1), rule));
        }
    }
    for column in 0..order {
        let values = (0..order).map(|row| solution[row * order + column]);
        if let Some((value, first, second)) = find_repeat(values) {
            let rule = format!("{value} occurs twice (rows {} and {})", first + 1, second + 1);
            return Err(BrokenRuleError::new(format!("column {}", column + 1), rule));
        }
    }
    Ok(())
}

/// Returns the first value that occurs a second time, with both positions.
pub(super) fn find_repeat(
    values: impl Iterator<Item = Value> + Clone,
) -> Option<(Value, usize, usize)> {
    // Most lines have no repeat, and the test by bits needs no memory.
    if all_different(values.clone()) {
        return None;
    }
    let mut seen = HashMap::new();
    for (position, value) in values.enumerate() {
        // `insert` replaces the position, but the first repeat ends the loop, so none is lost.
        if let Some(first) = seen.insert(value, position) {
            return Some((value, first, position));
        }
    }
    None
}

/// Whether all values differ, by a bit for each. Also returns `false` if a value is not in
/// `0..128`; the caller then compares exactly.
fn all_different(values: impl Iterator<Item = Value>) -> bool {
    let mut seen = 0u128;
    for value in values {
        let bit = match u32::try_from(value) {
            Ok(bit) if bit < u128::BITS => 1 << bit,
            _ => return false,
        };
        if seen & bit != 0 {
            return false;
        }
        seen |= bit;
    }
    true
}
