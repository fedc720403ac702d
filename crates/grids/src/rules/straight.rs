//! Runs of straights: consecutive digits in any order.

use parallax_model::{ComparisonOperator, ModelError, Value};

use super::GridRule;
use super::different::check_length;
use crate::GridPuzzle;
use crate::errors::{GridRuleError, RuleBreach};
use crate::filled_grid::FilledGrid;
use crate::model::{GridModelBuilder, MAX_TUPLES};
use crate::shape::GridShape;

/// A run of white cells with consecutive digits in any order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Straight {
    /// The cells.
    pub cells: Vec<usize>,
}

impl GridRule for Straight {
    fn describe_rule(&self, shape: GridShape) -> String {
        format!("run {}", shape.cell_names(&self.cells))
    }

    fn named_cells(&self, _: GridShape) -> Vec<usize> {
        self.cells.clone()
    }

    fn validate_rule(&self, puzzle: &GridPuzzle) -> Result<(), GridRuleError> {
        check_length(puzzle, self.describe_rule(puzzle.shape), &self.cells)
    }

    fn post_rule(&self, builder: &mut GridModelBuilder<'_>) -> Result<(), ModelError> {
        post_consecutive(builder, &self.describe_rule(builder.grid_shape()), &self.cells)
    }

    fn check_filled(&self, filled: &FilledGrid<'_>) -> Result<(), RuleBreach> {
        check_consecutive(filled, &self.cells)
    }

    fn write_line(&self, _: GridShape) -> Option<String> {
        None
    }
}

/// Posts that cells have consecutive digits in any order: as a table if it has at most
/// [`MAX_TUPLES`] tuples, otherwise as a difference and bounds of each pair.
pub(super) fn post_consecutive(
    builder: &mut GridModelBuilder<'_>,
    label: &str,
    cells: &[usize],
) -> Result<(), ModelError> {
    if !builder.sums
        && let Some(tuples) = run_tuples(builder.puzzle.digits, cells.len())
    {
        return builder.post_tuples(label, cells, tuples);
    }
    builder.post_different(label, cells)?;
    // As many different digits as cells, within a range of that size, are consecutive.
    let span = cells.len() as i64 - 1;
    for &left in cells {
        for &right in cells.iter().filter(|&&right| right != left) {
            builder.post_comparison(label, left, ComparisonOperator::Le, (right, span))?;
        }
    }
    Ok(())
}

/// Returns all orders of all runs of consecutive digits, or `None` if they are too many.
fn run_tuples((low, high): (Value, Value), count: usize) -> Option<Vec<Vec<Value>>> {
    // The first digits of the runs that fit: for 1 to 9 and four cells, 1 to 6.
    let starts = (i64::from(high) - i64::from(low) + 2 - count as i64).max(0) as usize;
    let orders = (1..=count).try_fold(1, usize::checked_mul);
    // Counted before any is built: each start has `count!` orders.
    orders.and_then(|orders| orders.checked_mul(starts)).filter(|&all| all <= MAX_TUPLES)?;
    let mut orders: Vec<Vec<Value>> = vec![Vec::new()];
    // Inserts the next number at each index of the orders so far, which yields every order once.
    for number in 0..count {
        let longer = |order: &Vec<Value>| {
            (0..=number)
                .map(|at| {
                    let mut order = order.clone();
                    order.insert(at, number as Value);
                    order
                })
                .collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let from = |start: Value| orders.iter().map(move |o| o.iter().map(|d| start + d).collect());
    Some((low..low + starts as Value).flat_map(from).collect())
}

/// Checks that cells have consecutive digits in any order.
pub(super) fn check_consecutive(
    filled: &FilledGrid<'_>,
    cells: &[usize],
) -> Result<(), RuleBreach> {
    let mut values = filled.cell_values(cells);
    values.sort_unstable();
    if values.windows(2).all(|pair| pair[0] + 1 == pair[1]) {
        return Ok(());
    }
    Err(RuleBreach::Digits { digits: values })
}
