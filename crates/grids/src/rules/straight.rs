//! Runs of straights: consecutive digits in any order.

use parallax_model::{ModelError, Relation, Value};

use super::Rule;
use super::different::longest;
use crate::GridPuzzle;
use crate::errors::{RuleBreach, RuleError};
use crate::filled::Filled;
use crate::model::{Builder, MAX_TUPLES};
use crate::shape::Shape;

/// A run of white cells with consecutive digits in any order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Straight {
    /// The cells.
    pub cells: Vec<usize>,
}

impl Rule for Straight {
    fn words(&self, shape: Shape) -> String {
        format!("run {}", shape.names(&self.cells))
    }

    fn cells(&self, _: Shape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate(&self, puzzle: &GridPuzzle) -> Result<(), RuleError> {
        longest(puzzle, self.words(puzzle.shape), &self.cells)
    }

    fn post(&self, builder: &mut Builder<'_>) -> Result<(), ModelError> {
        post_consecutive(builder, &self.words(builder.shape()), &self.cells)
    }

    fn check(&self, filled: &Filled<'_>) -> Result<(), RuleBreach> {
        check_consecutive(filled, &self.cells)
    }

    fn write(&self, _: Shape) -> Option<String> {
        None
    }
}

/// Posts that cells have consecutive digits in any order: as a table if it has at most
/// [`MAX_TUPLES`] tuples, otherwise as a difference and bounds of each pair.
pub(super) fn post_consecutive(
    builder: &mut Builder<'_>,
    label: &str,
    cells: &[usize],
) -> Result<(), ModelError> {
    if !builder.sums && let Some(tuples) = tuples(builder.puzzle.digits, cells.len()) {
        return builder.tuples(label, cells, tuples);
    }
    builder.different(label, cells)?;
    let span = cells.len() as i64 - 1;
    for &left in cells {
        for &right in cells.iter().filter(|&&right| right != left) {
            builder.compare(label, left, Relation::Le, (right, span))?;
        }
    }
    Ok(())
}

/// Returns all orders of all runs of consecutive digits, or `None` if they are too many.
fn tuples((low, high): (Value, Value), count: usize) -> Option<Vec<Vec<Value>>> {
    let starts = (i64::from(high) - i64::from(low) + 2 - count as i64).max(0) as usize;
    let orders = (1..=count).try_fold(1, usize::checked_mul);
    orders.and_then(|orders| orders.checked_mul(starts)).filter(|&all| all <= MAX_TUPLES)?;
    let mut orders: Vec<Vec<Value>> = vec![Vec::new()];
    for place in 0..count {
        let longer = |order: &Vec<Value>| {
            (0..=place).map(|at| {
                let mut order = order.clone();
                order.insert(at, place as Value);
                order
            }).collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let from = |start: Value| orders.iter().map(move |o| o.iter().map(|d| start + d).collect());
    Some((low..low + starts as Value).flat_map(from).collect())
}

/// Checks that cells have consecutive digits in any order.
pub(super) fn check_consecutive(filled: &Filled<'_>, cells: &[usize]) -> Result<(), RuleBreach> {
    let mut values = filled.values(cells);
    values.sort_unstable();
    if values.windows(2).all(|pair| pair[0] + 1 == pair[1]) {
        return Ok(());
    }
    Err(RuleBreach::Digits { digits: values })
}
