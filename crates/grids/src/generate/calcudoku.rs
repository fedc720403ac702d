//! Calcudoku: cages with operations cover a Latin square. Digits in a cage may repeat.

use parallax_model::Value;
use rand::seq::IndexedRandom;
use rand::{Rng, RngCore};

use super::{GridDraft, cages, square};
use crate::errors::DraftError;
use crate::rules::Calculation;
use crate::rules::calculation::CageOperation;

/// The shares of cages of one cell, of two cells, and so on.
const CAGE_SIZE_SHARES: [u32; 4] = [1, 8, 7, 2];

/// Draws a full grid, its cages and their operations.
pub(super) fn draw_calcudoku(size: usize, rng: &mut dyn RngCore) -> Result<GridDraft, DraftError> {
    let mut draft = square::draw_latin(size, rng)?;
    for cells in cages::partition_cages(draft.puzzle.shape, &CAGE_SIZE_SHARES, &|_, _| true, rng) {
        let values: Vec<Value> = cells.iter().map(|&cell| draft.solution[cell]).collect();
        let (operation, result) = draw_operation(&values, rng);
        draft.puzzle.rules.push(Calculation { cells, operation, result }.into());
    }
    Ok(draft)
}

/// Draws an operation on digits, and returns its result. Differences and quotients are for two
/// digits only; there they are drawn more often, to make up for their absence in larger cages.
fn draw_operation(values: &[Value], rng: &mut dyn RngCore) -> (CageOperation, i64) {
    let values: Vec<i64> = values.iter().map(|&value| i64::from(value)).collect();
    let sum = (CageOperation::Sum, values.iter().sum());
    let product = (CageOperation::Product, values.iter().product());
    match values[..] {
        [_] => sum,
        [a, b] => {
            let (low, high) = (a.min(b), a.max(b));
            // Digits are from 1, so the remainder exists.
            if high % low == 0 && rng.random_ratio(1, 2) {
                return (CageOperation::Quotient, high / low);
            }
            let difference = (CageOperation::Difference, high - low);
            *[difference, difference, sum, product].choose(rng).unwrap_or(&sum)
        }
        _ => *[sum, product].choose(rng).unwrap_or(&sum),
    }
}
