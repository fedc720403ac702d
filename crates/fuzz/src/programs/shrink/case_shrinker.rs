//! Shrinks a case while its fault stays.

use std::ops::Range;

use parallax_model::Cuts;

use super::cuts;
use crate::programs::case::{Case, Expr};
use crate::shrink::Shrinkable;

impl Shrinkable for Case {
    fn cuts(&self) -> Vec<Cuts> {
        cuts::number_cuts(self)
    }

    fn cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        cuts::make_cuts(self, kind, run).filter(|smaller| size(smaller) < size(self))
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
    magnitude += u128::from(!case.is_plain());
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
