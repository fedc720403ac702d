//! Latin squares with holes: a random square, some cells of which are cleared.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::super::errors::RequestError;
use super::super::super::generated::{CellAmount, GeneratedPuzzle, count_clues, thin_groups};
use super::super::super::line_fields::count_noun;
use super::super::{LatinPuzzle, MAX_ORDER};
use super::markov::latin_square;

/// Requirements of squares with holes.
#[derive(Clone, Debug, PartialEq)]
pub struct LatinHoleOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of holes, or their share of the cells.
    pub holes: CellAmount,
    /// Whether every row and every column has the same number of holes. A share is then rounded
    /// to a multiple of the order.
    pub balanced: bool,
    /// Whether there must be one solution.
    pub unique: bool,
    /// Number of squares to try for one solution, at least 1.
    pub tries: u32,
}

impl LatinHoleOptions {
    /// Returns the number of holes.
    ///
    /// # Errors
    /// Returns an error if the order is out of range, there are not that many cells, or the number
    /// cannot be balanced.
    pub fn hole_count(&self) -> Result<usize, RequestError> {
        let order = self.order;
        LatinPuzzle::without_clues(order)?;
        let cells = order * order;
        if let (true, CellAmount::Percent(_)) = (self.balanced, self.holes) {
            // A share of one line, so that each line has a whole number of holes.
            return Ok(self.holes.cell_count(order).unwrap_or(order) * order);
        }
        let Some(holes) = self.holes.cell_count(cells) else {
            return Err(RequestError::Amount { amount: self.holes, parts: "holes", order });
        };
        if self.balanced && !holes.is_multiple_of(order) {
            Err(RequestError::Balance { holes, order })
        } else {
            Ok(holes)
        }
    }
}

/// Generates a random Latin square with holes (Achlioptas, Gomes, Kautz and Selman 2000): the
/// square is drawn by Jacobson and Matthews' chain, the holes uniformly. Balanced holes (Kautz and
/// others 2001) are the cells of some values of a second random square, so that all rows and
/// columns have equally many.
///
/// With one solution, cells are cleared in random order while it stays the only one; a balanced
/// pattern is kept or dropped as a whole. After [`LatinHoleOptions::tries`] squares, returns the
/// one with the most holes, or an error if there is none.
///
/// `count` returns the number of solutions of a square; any number from 2 means several. If it
/// returns `None`, so does this function.
pub fn with_holes(
    wanted: &LatinHoleOptions,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&LatinPuzzle) -> Option<u64>,
) -> Option<Result<GeneratedPuzzle<LatinPuzzle>, RequestError>> {
    let order = wanted.order;
    let holes = match wanted.hole_count() {
        Ok(holes) => holes,
        Err(fault) => return Some(Err(fault)),
    };
    let tries = if wanted.unique { wanted.tries.max(1) } else { 1 };
    let mut nearest: Option<LatinPuzzle> = None;
    for _ in 0..tries {
        let square = latin_square(order, rng);
        let mut clues: Vec<Option<Value>> = square.into_iter().map(Some).collect();
        let cells = hole_order(wanted, holes, rng);
        if wanted.unique && !wanted.balanced {
            let mut unique = |left: &[Option<Value>]| {
                Some(count(&LatinPuzzle::new(order, left.to_vec()).ok()?)? == 1)
            };
            let min_clues = order * order - holes;
            thin_groups(
                &mut clues,
                cells.iter().map(std::slice::from_ref),
                min_clues,
                &mut unique,
            )?;
        } else {
            cells.iter().take(holes).for_each(|&cell| clues[cell] = None);
        }
        let made = LatinPuzzle::new(order, clues).ok()?;
        // A balanced pattern cannot be thinned cell by cell, so it is kept or dropped as a whole.
        if wanted.unique && wanted.balanced && count(&made)? != 1 {
            continue;
        }
        let is_nearer = |old: &LatinPuzzle| count_clues(made.clues()) < count_clues(old.clues());
        if nearest.as_ref().is_none_or(is_nearer) {
            nearest = Some(made);
        }
        // No square can have more holes than requested.
        if nearest.as_ref().is_some_and(|best| count_clues(best.clues()) == order * order - holes) {
            break;
        }
    }
    Some(match nearest {
        None => Err(RequestError::Tries { tries }),
        Some(puzzle) => {
            let tries = count_noun(tries as usize, "try", "tries");
            let found = order * order - count_clues(puzzle.clues());
            let words = || format!("{found} instead of {holes} holes, the most of {tries}");
            Ok(GeneratedPuzzle { puzzle, missed: (found != holes).then(words) })
        }
    })
}

/// Returns the cells in the order in which they become holes; the first `holes` of them are
/// balanced if that is required.
fn hole_order(wanted: &LatinHoleOptions, holes: usize, rng: &mut impl Rng) -> Vec<usize> {
    let order = wanted.order;
    let mut cells: Vec<usize> = (0..order * order).collect();
    if wanted.balanced {
        // A value has one cell in each row and in each column, and the values of a random square
        // are interchangeable.
        let other = latin_square(order, rng);
        cells.retain(|&cell| (other[cell] as usize - 1) < holes / order);
    } else {
        cells.shuffle(rng);
    }
    cells
}

// `CubeLineOnes` stores coordinates as `u16`.
const _: () = assert!(MAX_ORDER <= u16::MAX as usize);
