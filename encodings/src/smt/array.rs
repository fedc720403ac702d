//! SMT terms of tables, array elements and inverse arrays.

use super::{SmtTerm, value::value_term};
use crate::ArithmeticRelation;

/// States that the values of the integers form one of the rows (`positive`), or none of them.
/// `rows` holds the rows one after the other; surplus values at the end form no row.
#[must_use]
pub fn table_term(scope: &[usize], rows: &[i32], positive: bool) -> SmtTerm {
    let width = scope.len().max(1);
    let row = |row: &[i32]| {
        SmtTerm::conjoin_all(scope.iter().zip(row).map(|(&x, &value)| value_term(x, value)))
    };
    let listed = rows.chunks_exact(width).map(row);
    if positive {
        SmtTerm::disjoin_all(listed)
    } else {
        SmtTerm::conjoin_all(listed.map(SmtTerm::negate_term))
    }
}

/// States that `array[index - first_index] = result`; forbids an index outside the array.
#[must_use]
pub fn element_term(index: usize, array: &[usize], result: usize, first_index: i32) -> SmtTerm {
    let places = (i64::from(first_index)..).zip(array);
    let looked_up = places.map(|(place, &item)| {
        value_term(index, place)
            .implies_term(SmtTerm::IntVar(item).equals_term(SmtTerm::IntVar(result)))
    });
    SmtTerm::conjoin_all(
        [points_into(index, first_index, array.len())].into_iter().chain(looked_up),
    )
}

/// States that `x[i] = first_y + j` exactly when `y[j] = first_x + i`; forbids values that are not
/// a place of the other array.
#[must_use]
pub fn inverse_term(x: &[usize], y: &[usize], first_x: i32, first_y: i32) -> SmtTerm {
    let mut parts: Vec<SmtTerm> = Vec::new();
    parts.extend(x.iter().map(|&x| points_into(x, first_y, y.len())));
    parts.extend(y.iter().map(|&y| points_into(y, first_x, x.len())));
    for (i, &from) in (i64::from(first_x)..).zip(x) {
        for (j, &to) in (i64::from(first_y)..).zip(y) {
            parts.push(value_term(from, j).iff_term(value_term(to, i)));
        }
    }
    SmtTerm::conjoin_all(parts)
}

/// States that `x` is one of the places `first .. first + length`.
fn points_into(x: usize, first: i32, length: usize) -> SmtTerm {
    if length == 0 {
        return SmtTerm::Bool(false);
    }
    // The length of a slice is below 2^63, and the sum saturates there.
    let last = i64::from(first).saturating_add(length as i64 - 1);
    SmtTerm::conjoin_all([
        SmtTerm::IntVar(x).relate_to(ArithmeticRelation::Ge, SmtTerm::Int(first.into())),
        SmtTerm::IntVar(x).relate_to(ArithmeticRelation::Le, SmtTerm::Int(last)),
    ])
}
