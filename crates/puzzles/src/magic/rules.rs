//! The rules of magic squares, on the square itself.

use parallax_instance::BrokenRuleError;
use parallax_model::Value;

use super::super::grid_rules::{cell_name, check_full, clues_kept, find_repeat};
use super::MagicPuzzle;

/// Fails at the first rule that the filled square breaks.
pub(super) fn check_rules(magic: &MagicPuzzle, solution: &[Value]) -> Result<(), BrokenRuleError> {
    let n = magic.order();
    check_full(n, n * n, solution)?;
    clues_kept(n, magic.clues().iter().copied(), solution)?;
    if let Some((value, first, second)) = find_repeat(solution.iter().copied()) {
        let (first, second) = (cell_name(n, first), cell_name(n, second));
        let rule = format!("{value} occurs twice ({first} and {second})");
        return Err(BrokenRuleError::new("square", rule));
    }
    for i in 0..n {
        check_sum(n, solution, format!("row {}", i + 1), |j| (i, j))?;
    }
    for i in 0..n {
        check_sum(n, solution, format!("column {}", i + 1), |j| (j, i))?;
    }
    check_sum(n, solution, "diagonal from the upper left".to_owned(), |j| (j, j))?;
    check_sum(n, solution, "diagonal from the upper right".to_owned(), |j| (j, n - 1 - j))
}

/// Checks that the cells of a line have the magic sum. `cell` returns the row
/// and the column of the `j`-th cell.
fn check_sum(
    n: usize,
    solution: &[Value],
    place: String,
    cell: impl Fn(usize) -> (usize, usize),
) -> Result<(), BrokenRuleError> {
    let found: i64 =
        (0..n).map(&cell).map(|(row, column)| i64::from(solution[row * n + column])).sum();
    // The sum of all values is 1 + 2 + ... + n*n, and each of the n rows has an equal share.
    let all = (n * n * (n * n + 1) / 2) as i64;
    let expected = all / n as i64;
    if found == expected {
        Ok(())
    } else {
        Err(BrokenRuleError::new(place, format!("the sum is {found}, expected {expected}")))
    }
}
