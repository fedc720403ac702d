//! Lists of lists: different ones, ordered ones, rows and columns.

use super::{CaseValue, ExprValueError, require_form, truth_value};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn evaluate_grids(
    operator: Operator,
    values: &[CaseValue],
) -> Result<i128, ExprValueError> {
    use Operator as O;
    let rows = values.first().ok_or(ExprValueError::Malformed)?.as_rows()?;
    let width = rows.first().map_or(0, Vec::len);
    require_form(rows.iter().all(|row| row.len() == width))?;
    let columns: Vec<Vec<i128>> =
        (0..width).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
    match operator {
        O::AllDifferentLists => truth_value(all_differ(&rows)),
        O::AllDifferentMatrix => {
            truth_value(rows.iter().chain(&columns).all(|line| all_differ(line)))
        }
        O::LexChain => truth_value(rows.is_sorted()),
        O::LexChainStrict => truth_value(rows.is_sorted_by(|a, b| a < b)),
        O::Lex2 => truth_value(rows.is_sorted() && columns.is_sorted()),
        O::StrictLex2 => {
            truth_value(rows.is_sorted_by(|a, b| a < b) && columns.is_sorted_by(|a, b| a < b))
        }
        _ => Err(ExprValueError::Malformed),
    }
}

fn all_differ<T: Ord + Clone>(items: &[T]) -> bool {
    let mut items = items.to_vec();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
