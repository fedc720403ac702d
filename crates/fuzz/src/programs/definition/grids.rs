//! Lists of lists: different ones, ordered ones, rows and columns.

use super::{Fault, Value, require, truth};
use crate::programs::operator::Operator;

/// Returns the value of an operator of this file.
pub(super) fn of(operator: Operator, values: &[Value]) -> Result<i128, Fault> {
    use Operator as O;
    let rows = values.first().ok_or(Fault::Malformed)?.rows()?;
    let width = rows.first().map_or(0, Vec::len);
    require(rows.iter().all(|row| row.len() == width))?;
    let columns: Vec<Vec<i128>> =
        (0..width).map(|at| rows.iter().map(|row| row[at]).collect()).collect();
    match operator {
        O::AllDifferentLists => truth(differ(&rows)),
        O::AllDifferentMatrix => truth(rows.iter().chain(&columns).all(|line| differ(line))),
        O::LexChain => truth(rows.is_sorted()),
        O::LexChainStrict => truth(rows.is_sorted_by(|a, b| a < b)),
        O::Lex2 => truth(rows.is_sorted() && columns.is_sorted()),
        O::StrictLex2 => {
            truth(rows.is_sorted_by(|a, b| a < b) && columns.is_sorted_by(|a, b| a < b))
        }
        _ => Err(Fault::Malformed),
    }
}

fn differ<T: Ord + Clone>(items: &[T]) -> bool {
    let mut items = items.to_vec();
    items.sort_unstable();
    items.windows(2).all(|pair| pair[0] != pair[1])
}
