//! The options of generated squares, and the search for one.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::square::magic_square;
use crate::errors::RequestError;
use crate::generated::{CellAmount, GeneratedPuzzle, count_clues, thin_groups};
use crate::line_fields::count_noun;
use crate::magic::MagicPuzzle;

/// Requirements of generated squares.
#[derive(Clone, Debug, PartialEq)]
pub struct MagicOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of clues, or their share of the cells.
    pub clues: CellAmount,
    /// Whether there must be one solution.
    pub unique: bool,
    /// Number of squares to try for one solution, at least 1.
    pub tries: u32,
}

impl MagicOptions {
    /// Returns the number of clues.
    ///
    /// # Errors
    /// Returns an error if there is no square of the order, or it does not have that many cells.
    pub fn clue_count(&self) -> Result<usize, RequestError> {
        let order = self.order;
        MagicPuzzle::without_clues(order)?;
        if order == 2 {
            return Err(RequestError::MagicOrder);
        }
        let error = RequestError::Amount { amount: self.clues, parts: "clues", order };
        self.clues.cell_count(order * order).ok_or(error)
    }
}

/// Generates a magic square with clues: takes a random square, searched for or constructed and then
/// changed by exchanges and symmetries, and keeps random cells of it. With one solution, clues are
/// removed in random order while it stays the only one; after [`MagicOptions::tries`] squares,
/// returns the one with the fewest clues.
///
/// `count` returns the number of solutions of a square; any number from 2 means several. If it
/// returns `None`, or [`MagicOptions::clue_count`] refuses `wanted`, so does this function.
pub fn generate_magic(
    wanted: &MagicOptions,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&MagicPuzzle) -> Option<u64>,
) -> Option<GeneratedPuzzle<MagicPuzzle>> {
    let (order, clues) = (wanted.order, wanted.clue_count().ok()?);
    let tries = if wanted.unique { wanted.tries.max(1) } else { 1 };
    let mut nearest: Option<Vec<Option<Value>>> = None;
    for _ in 0..tries {
        let square = magic_square(order, rng);
        let mut left: Vec<Option<Value>> = square.into_iter().map(Some).collect();
        let mut cells: Vec<usize> = (0..order * order).collect();
        cells.shuffle(rng);
        let mut holds = |left: &[Option<Value>]| {
            if wanted.unique { Some(count(&with_clues(order, left)?)? == 1) } else { Some(true) }
        };
        // Keeps at least the requested clues, and more if the square would have several solutions
        // without them.
        thin_groups(&mut left, cells.iter().map(std::slice::from_ref), clues, &mut holds)?;
        if nearest.as_ref().is_none_or(|best| count_clues(&left) < count_clues(best)) {
            nearest = Some(left);
        }
        if nearest.as_ref().is_some_and(|best| count_clues(best) == clues) {
            break;
        }
    }
    let nearest = nearest?;
    let (found, tries) = (count_clues(&nearest), count_noun(tries as usize, "try", "tries"));
    let missed = format!("{found} instead of {clues} clues, the fewest of {tries}");
    Some(GeneratedPuzzle {
        puzzle: with_clues(order, &nearest)?,
        missed: (found != clues).then_some(missed),
    })
}

pub(super) fn with_clues(order: usize, clues: &[Option<Value>]) -> Option<MagicPuzzle> {
    let clues = clues.iter().enumerate();
    let clues = clues.filter_map(|(cell, &value)| Some((cell, value?)));
    MagicPuzzle::new(order, clues.collect()).ok()
}
