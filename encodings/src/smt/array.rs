//! SMT terms of tables, array elements and inverse arrays.

use super::{Term, value::is};
use crate::Relation;

/// States that the values of the integers form one of the rows (`positive`), or none of them.
/// `rows` holds the rows one after the other; surplus values at the end form no row.
#[must_use]
pub fn table(scope: &[usize], rows: &[i32], positive: bool) -> Term {
    let width = scope.len().max(1);
    let row = |row: &[i32]| Term::and(scope.iter().zip(row).map(|(&x, &value)| is(x, value)));
    let listed = rows.chunks_exact(width).map(row);
    if positive { Term::or(listed) } else { Term::and(listed.map(Term::negate)) }
}

/// States that `array[index - first_index] = result`; forbids an index outside the array.
#[must_use]
pub fn element(index: usize, array: &[usize], result: usize, first_index: i32) -> Term {
    let places = (i64::from(first_index)..).zip(array);
    let looked_up = places.map(|(place, &item)| {
        is(index, place).implies(Term::IntVar(item).equals(Term::IntVar(result)))
    });
    Term::and([points_into(index, first_index, array.len())].into_iter().chain(looked_up))
}

/// States that `x[i] = first_y + j` exactly when `y[j] = first_x + i`; forbids values that are not
/// a place of the other array.
#[must_use]
pub fn inverse(x: &[usize], y: &[usize], first_x: i32, first_y: i32) -> Term {
    let mut parts: Vec<Term> = Vec::new();
    parts.extend(x.iter().map(|&x| points_into(x, first_y, y.len())));
    parts.extend(y.iter().map(|&y| points_into(y, first_x, x.len())));
    for (i, &from) in (i64::from(first_x)..).zip(x) {
        for (j, &to) in (i64::from(first_y)..).zip(y) {
            parts.push(is(from, j).iff(is(to, i)));
        }
    }
    Term::and(parts)
}

/// States that `x` is one of the places `first .. first + length`.
fn points_into(x: usize, first: i32, length: usize) -> Term {
    if length == 0 {
        return Term::Bool(false);
    }
    // The length of a slice is below 2^63, and the sum saturates there.
    let last = i64::from(first).saturating_add(length as i64 - 1);
    Term::and([
        Term::IntVar(x).relate(Relation::Ge, Term::Int(first.into())),
        Term::IntVar(x).relate(Relation::Le, Term::Int(last)),
    ])
}
