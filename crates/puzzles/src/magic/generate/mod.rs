//! Generates magic squares to complete.

mod square;

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::super::errors::RequestError;
use super::super::generated::{Amount, Made, number, thin};
use super::super::token::counted;
use super::Magic;
use square::magic_square;

/// Requirements of generated squares.
#[derive(Clone, Debug, PartialEq)]
pub struct MagicOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of clues, or their share of the cells.
    pub clues: Amount,
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
    pub fn number(&self) -> Result<usize, RequestError> {
        let order = self.order;
        Magic::empty(order)?;
        if order == 2 {
            return Err(RequestError::MagicOrder);
        }
        let error = RequestError::Amount { amount: self.clues, parts: "clues", order };
        self.clues.of(order * order).ok_or(error)
    }
}

/// Generates a magic square with clues: takes a random square, searched for or constructed and then
/// changed by exchanges and symmetries, and keeps random cells of it. With one solution, clues are
/// removed in random order while it stays the only one; after [`MagicOptions::tries`] squares, returns
/// the one with the fewest clues.
///
/// `count` returns the number of solutions of a square; any number from 2 means several. If it
/// returns `None`, or [`MagicOptions::number`] refuses `wanted`, so does this function.
pub fn make(
    wanted: &MagicOptions,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&Magic) -> Option<u64>,
) -> Option<Made<Magic>> {
    let (order, clues) = (wanted.order, wanted.number().ok()?);
    let tries = if wanted.unique { wanted.tries.max(1) } else { 1 };
    let mut nearest: Option<Vec<Option<Value>>> = None;
    for _ in 0..tries {
        let square = magic_square(order, rng);
        let mut left: Vec<Option<Value>> = square.into_iter().map(Some).collect();
        let mut cells: Vec<usize> = (0..order * order).collect();
        cells.shuffle(rng);
        let mut holds = |left: &[Option<Value>]| {
            if wanted.unique { Some(count(&with(order, left)?)? == 1) } else { Some(true) }
        };
        thin(&mut left, cells.iter().map(std::slice::from_ref), clues, &mut holds)?;
        if nearest.as_ref().is_none_or(|best| number(&left) < number(best)) {
            nearest = Some(left);
        }
        if nearest.as_ref().is_some_and(|best| number(best) == clues) {
            break;
        }
    }
    let nearest = nearest?;
    let (found, tries) = (number(&nearest), counted(tries as usize, "try", "tries"));
    let missed = format!("{found} instead of {clues} clues, the fewest of {tries}");
    Some(Made { puzzle: with(order, &nearest)?, missed: (found != clues).then_some(missed) })
}

fn with(order: usize, clues: &[Option<Value>]) -> Option<Magic> {
    let clues = clues.iter().enumerate();
    let clues = clues.filter_map(|(cell, &value)| Some((cell, value?)));
    Magic::new(order, clues.collect()).ok()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::super::super::tests::brute;
    use super::*;

    fn made(order: usize, clues: &str, unique: bool, seed: u64) -> Made<Magic> {
        let wanted = MagicOptions { order, clues: clues.parse().unwrap(), unique, tries: 3 };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        make(&wanted, &mut rng, &mut |square| Some(count(square))).expect("nothing stops it")
    }

    /// Counts the solutions of a square of order 3 among its eight squares.
    fn count(square: &Magic) -> u64 {
        assert_eq!(square.order(), 3);
        let mut known = [2, 7, 6, 9, 5, 1, 4, 3, 8];
        let mut found = 0;
        for turn in 0..8 {
            let old = known;
            let from: fn(usize, usize) -> usize =
                if turn % 2 == 0 { |r, c| c * 3 + r } else { |r, c| r * 3 + 2 - c };
            (0..9).for_each(|cell| known[cell] = old[from(cell / 3, cell % 3)]);
            found += u64::from(square.clues().iter().all(|&(cell, value)| known[cell] == value));
        }
        found
    }

    #[test]
    fn squares_have_the_wanted_number_of_clues() {
        for (order, clues, expected) in [(1, "0", 0), (1, "1", 1), (5, "7", 7), (10, "33%", 33)] {
            let made = made(order, clues, false, 4);
            assert_eq!((made.puzzle.clues().len(), made.missed), (expected, None));
        }
    }

    #[test]
    fn unique_squares_have_one_solution() {
        for seed in 0..20 {
            let made = made(3, "2", true, seed);
            assert_eq!((count(&made.puzzle), made.missed), (1, None));
            if seed < 2 {
                assert_eq!(brute(&made.puzzle, "cells").len(), 1);
            }
        }
        let made = made(3, "0", true, 1);
        let clues = made.puzzle.clues().len();
        let words = format!("{clues} instead of 0 clues, the fewest of 3 tries");
        assert_eq!((count(&made.puzzle), made.missed), (1, Some(words)));
    }

    #[test]
    fn squares_that_cannot_be_are_refused() {
        let fault = |order, clues: &str| {
            MagicOptions { order, clues: clues.parse().unwrap(), unique: false, tries: 1 }
                .number()
                .unwrap_err()
                .to_string()
        };
        let faults = [
            fault(0, "0"),
            fault(2, "1"),
            fault(101, "5%"),
            fault(3, "10"),
            fault(usize::MAX, "1"),
        ];
        insta::assert_snapshot!(faults.join("\n"), @r"
        a magic square of order 0; expected 1 to 100
        there is no magic square of order 2; expected 1, or 3 to 100
        a magic square of order 101; expected 1 to 100
        10 clues; a square of order 3 has 9 cells
        a magic square of order 18446744073709551615; expected 1 to 100
        ");
    }
}
