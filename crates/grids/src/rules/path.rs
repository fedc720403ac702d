//! Number paths: consecutive numbers touch.

use std::sync::Arc;

use parallax_model::{AllDifferent, Constraint, Domain, Inverse, ModelError, Table, Value, VarId};

use super::Rule;
use crate::GridPuzzle;
use crate::errors::{RuleBreach, RuleError};
use crate::filled::Filled;
use crate::model::Builder;
use crate::shape::{CORNERS, SIDES, Shape};

/// The white cells have the numbers from 1 to their number, and consecutive ones touch.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Path {
    /// Whether cells touch by sides only, not by corners.
    pub orthogonal: bool,
}

impl Path {
    /// Returns the steps between touching cells.
    fn steps(&self) -> Vec<(isize, isize)> {
        let corners: &[(isize, isize)] = if self.orthogonal { &[] } else { &CORNERS };
        [&SIDES[..], corners].concat()
    }
}

impl Rule for Path {
    fn words(&self, _: Shape) -> String {
        "path".to_owned()
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        Vec::new()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        let cells = puzzle.valued().len();
        if puzzle.digits != (1, cells as Value) {
            return Err(RuleError::PathDigits { cells });
        }
        Ok(())
    }

    /// The hidden variable of each number is its place, and a table says which places touch.
    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        let (puzzle, shape) = (builder.puzzle, builder.shape());
        let cells = puzzle.valued();
        let left = builder.variables(&cells)?;
        builder.post("path", Constraint::AllDifferent(AllDifferent { scope: left.clone() }))?;
        let places = Domain::range(0, cells.len() as Value - 1);
        let right: Vec<VarId> = (0..cells.len())
            .map(|_| builder.hidden("place", places.clone()))
            .collect::<Result<_, _>>()?;
        let inverse = Inverse { left, right: right.clone(), first_left: 0, first_right: 1 };
        builder.post("path", inverse.into())?;
        let mut number = vec![None; shape.cells()];
        for (place, &cell) in cells.iter().enumerate() {
            number[cell] = Some(place as Value);
        }
        let steps = self.steps();
        let touching = |(place, &cell): (usize, &usize)| {
            let reached = shape.reached(cell, &steps).filter_map(|other| number[other]);
            reached.map(|other| vec![place as Value, other]).collect::<Vec<_>>()
        };
        let tuples = Arc::new(cells.iter().enumerate().flat_map(touching).collect::<Vec<_>>());
        for (before, pair) in right.windows(2).enumerate() {
            let label = format!("path {}-{}", before + 1, before + 2);
            let table = Table { scope: pair.to_vec(), tuples: tuples.clone(), forbidden: false };
            builder.post(label, Constraint::Table(table))?;
        }
        Ok(())
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        let shape = filled.shape();
        let cells = filled.puzzle.valued();
        filled.different(&cells)?;
        let mut order = cells;
        order.sort_unstable_by_key(|&cell| filled.value(cell));
        for pair in order.windows(2) {
            let down = shape.row(pair[0]).abs_diff(shape.row(pair[1]));
            let right = shape.column(pair[0]).abs_diff(shape.column(pair[1]));
            let far = if self.orthogonal { down + right > 1 } else { down.max(right) > 1 };
            if far {
                return Err(RuleBreach::Path { value: filled.value(pair[0]) });
            }
        }
        Ok(())
    }

    fn write(&self, _: Shape) -> Option<String> {
        None
    }
}
