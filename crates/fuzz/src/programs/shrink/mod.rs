//! Smaller cases that show the fault of a larger one.
//!
//! Cuts are tried one by one: constraints, expressions, items of lists, values of variables, then
//! numbers. A cut stays if the target's outcome is of the same class. Every case tried is judged
//! by itself, so what remains is wrong alone.

mod cuts;
mod narrow;

use crate::programs::case::{Case, Expr};

pub use narrow::narrow;

/// Returns the smallest case that was found from `case` by cuts after which `still` holds, after
/// at most `most` calls of it.
pub fn shrink(case: &Case, most: usize, still: &mut dyn FnMut(&Case) -> bool) -> Case {
    let mut best = case.clone();
    let mut left = most;
    loop {
        let mut cut = false;
        let mut place = 0;
        while let Some(candidate) = cuts::candidate(&best, place) {
            place += 1;
            let Some(candidate) = candidate else {
                continue;
            };
            if size(&candidate) >= size(&best) {
                continue;
            }
            if left == 0 {
                return best;
            }
            left -= 1;
            if still(&candidate) {
                best = candidate;
                cut = true;
                // The cuts before this place were refused; most still are.
                place = place.saturating_sub(1);
            }
        }
        if !cut {
            return best;
        }
    }
}

/// The size of a case: cuts make it smaller, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Constraints, with the objective, and one more if they are assumptions.
    pub constraints: usize,
    /// Operators, lists, constants and variables in them.
    pub nodes: usize,
    /// Variables.
    pub variables: usize,
    /// Values of all variables.
    pub values: usize,
    /// Places of variables in expressions, which constants replace.
    pub places: usize,
    /// Sum of the absolute values of all numbers.
    pub magnitude: u128,
}

/// Returns the size of a case.
#[must_use]
pub fn size(case: &Case) -> Size {
    let (mut nodes, mut places, mut magnitude) = (0, 0, 0_u128);
    for expr in case.expressions() {
        expr.visit(&mut |part| {
            nodes += 1;
            match part {
                Expr::Var(_) => places += 1,
                Expr::Int(value) => magnitude += weight(*value),
                _ => {}
            }
        });
    }
    let values = case.variables.iter().map(|variable| variable.values.len()).sum();
    let numbers = case.variables.iter().flat_map(|variable| &variable.values);
    magnitude += u128::from(case.first_index() != 1);
    magnitude += numbers.map(|&value| weight(value)).sum::<u128>();
    Size {
        constraints: case.constraints.len()
            + usize::from(case.objective.is_some())
            + usize::from(case.assume),
        nodes,
        variables: case.variables.len(),
        values,
        places,
        magnitude,
    }
}

/// Returns a weight by which positive numbers are smaller than negative ones.
fn weight(value: i64) -> u128 {
    2 * u128::from(value.unsigned_abs()) + u128::from(value < 0)
}
