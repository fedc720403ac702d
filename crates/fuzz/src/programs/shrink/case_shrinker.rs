//! Shrinks a case while its fault stays.

use std::ops::Range;

use parallax_model::NumberedCuts;

use super::cuts;
use crate::programs::case::{CaseExpr, FuzzCase};
use crate::shrink::CutSource;

impl CutSource for FuzzCase {
    fn list_cuts(&self) -> Vec<NumberedCuts> {
        cuts::number_cuts(self)
    }

    fn make_cut(&self, kind: usize, run: Range<usize>) -> Option<Self> {
        cuts::make_cuts(self, kind, run).filter(|smaller| case_size(smaller) < case_size(self))
    }
}

/// The size of a case: cuts make it smaller, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CaseSize {
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
pub fn case_size(case: &FuzzCase) -> CaseSize {
    let (mut nodes, mut places, mut magnitude) = (0, 0, 0_u128);
    for expr in case.root_expressions() {
        expr.visit_parts(&mut |part| {
            nodes += 1;
            match part {
                CaseExpr::Var(_) => places += 1,
                CaseExpr::Int(value) => magnitude += number_weight(*value),
                _ => {}
            }
        });
    }
    let values = case.variables.iter().map(|variable| variable.values.len()).sum();
    let numbers = case.variables.iter().flat_map(|variable| &variable.values);
    // The plain spelling counts as smaller, so the cut to it is accepted.
    magnitude += u128::from(!case.is_plain());
    magnitude += numbers.map(|&value| number_weight(value)).sum::<u128>();
    CaseSize {
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
fn number_weight(value: i64) -> u128 {
    2 * u128::from(value.unsigned_abs()) + u128::from(value < 0)
}
