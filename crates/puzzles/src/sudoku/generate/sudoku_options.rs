//! The options of generated boards, and the search for one.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::symmetry::Symmetry;
use crate::errors::RequestError;
use crate::generated::{Made, number, thin};
use crate::token::counted;
use crate::sudoku::{MAX_ORDER, Sudoku, box_height};
use super::filling::full_grid;

/// Maximum order of generated Sudokus.
pub const MAX_GENERATED: usize = 25;

/// Requirements of generated Sudokus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of clues.
    pub clues: Clues,
    /// Whether no clue may be redundant: without any of them there are several solutions.
    pub minimal: bool,
    /// The symmetry of the pattern of clues.
    pub symmetry: Symmetry,
    /// Number of grids to try before the nearest board is taken, at least 1.
    pub tries: u32,
}

/// The number of clues of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clues {
    /// One in every cell.
    All,
    /// The remaining clues after clues, or groups of symmetric clues, have been removed in random
    /// order while the solution stays unique.
    Fewest,
    /// A given number.
    Number(usize),
}

impl SudokuOptions {
    /// Checks that there may be such a board.
    ///
    /// # Errors
    /// Returns an error if the order has no boxes or is beyond [`MAX_GENERATED`], or no board has
    /// that many clues.
    pub fn check(&self) -> Result<(), RequestError> {
        let order = self.order;
        box_height(order)?;
        if order > MAX_GENERATED {
            return Err(RequestError::SudokuOrder { order });
        }
        let Clues::Number(clues) = self.clues else { return Ok(()) };
        // Two values without a clue can be exchanged. For order 9, McGuire, Tugemann and Civario
        // (2012) show that 17 is the minimum; for order 4 it is 4.
        let least = match order {
            9 => 17,
            4 => 4,
            _ => order - 1,
        };
        if !(least..=order * order).contains(&clues) {
            return Err(RequestError::Clues { clues, order, least });
        }
        let is_odd = self.symmetry.orbits(order).iter().all(|orbit| orbit.len() == 2);
        if is_odd && clues % 2 == 1 {
            Err(RequestError::OddClues { clues, symmetry: self.symmetry, order })
        } else {
            Ok(())
        }
    }

    /// Returns the distance of a board from the requirements: redundant clues, and clues too many
    /// or too few.
    fn distance(
        &self,
        board: &Sudoku,
        count: &mut dyn FnMut(&Sudoku) -> Option<u64>,
    ) -> Option<(usize, usize)> {
        let clues = number(board.clues());
        let apart = match self.clues {
            Clues::Number(wanted) => wanted.abs_diff(clues),
            Clues::All | Clues::Fewest => 0,
        };
        let mut redundant = 0;
        if self.minimal && self.symmetry != Symmetry::None {
            for cell in (0..board.clues().len()).filter(|&cell| board.clues()[cell].is_some()) {
                let mut clues = board.clues().to_vec();
                clues[cell] = None;
                redundant += usize::from(count(&with(board.order(), clues)?)? == 1);
            }
        }
        Some((redundant, apart))
    }

    /// Describes the requirements that a board at this distance does not meet.
    pub(super) fn missed(&self, board: &Sudoku, (redundant, apart): (usize, usize)) -> Option<String> {
        let mut lacks = Vec::new();
        if let (Clues::Number(wanted), 1..) = (self.clues, apart) {
            lacks.push(format!("{} instead of {wanted} clues", number(board.clues())));
        }
        if redundant > 0 {
            lacks.push(counted(redundant, "redundant clue", "redundant clues"));
        }
        let tries = counted(self.tries as usize, "try", "tries");
        (!lacks.is_empty()).then(|| format!("{}, the nearest of {tries}", lacks.join(", ")))
    }
}

/// Generates a random board with one solution. It starts from a random full grid and removes clues
/// in random order while the solution stays unique, down to the required number. With a number of
/// clues, or with a symmetry and no redundant clues, it may take several grids; after
/// [`SudokuOptions::tries`] of them it returns the nearest board. Not all boards are equally likely.
///
/// `count` returns the number of solutions of a board; any number from 2 means several. Returns
/// `None` if `count` does, and if `wanted` does not pass [`SudokuOptions::check`].
pub fn make(
    wanted: &SudokuOptions,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&Sudoku) -> Option<u64>,
) -> Option<Made<Sudoku>> {
    wanted.check().ok()?;
    let empty = Sudoku::empty(wanted.order).ok()?;
    let mut nearest: Option<((usize, usize), Sudoku)> = None;
    for _ in 0..wanted.tries.max(1) {
        let board = attempt(wanted, &empty, rng, count)?;
        let distance = wanted.distance(&board, count)?;
        if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
            nearest = Some((distance, board));
        }
        if distance == (0, 0) {
            break;
        }
    }
    let (distance, board) = nearest?;
    Some(Made { missed: wanted.missed(&board, distance), puzzle: board })
}

/// Makes one grid and removes clues.
fn attempt(
    wanted: &SudokuOptions,
    empty: &Sudoku,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&Sudoku) -> Option<u64>,
) -> Option<Sudoku> {
    let mut clues: Vec<Option<Value>> = full_grid(empty, rng).into_iter().map(Some).collect();
    let least = match wanted.clues {
        Clues::All => return with(empty.order(), clues),
        Clues::Number(clues) if !wanted.minimal => clues,
        Clues::Number(_) | Clues::Fewest => 0,
    };
    let mut orbits = wanted.symmetry.orbits(wanted.order);
    orbits.shuffle(rng);
    let mut unique =
        |left: &[Option<Value>]| Some(count(&with(empty.order(), left.to_vec())?)? == 1);
    thin(&mut clues, orbits.iter().map(Vec::as_slice), least, &mut unique)?;
    with(empty.order(), clues)
}

pub(super) fn with(order: usize, clues: Vec<Option<Value>>) -> Option<Sudoku> {
    Sudoku::new(order, clues).ok()
}

/// Generates a random 9x9 board with one solution and at least `least` clues, by one pass of
/// [`make`]. With `least` 0 the board is minimal.
pub fn generate(
    rng: &mut impl Rng,
    least: usize,
    count: &mut dyn FnMut(&Sudoku) -> Option<u64>,
) -> Option<Sudoku> {
    let clues = if least == 0 { Clues::Fewest } else { Clues::Number(least) };
    let wanted =
        SudokuOptions { order: 9, clues, minimal: false, symmetry: Symmetry::None, tries: 1 };
    attempt(&wanted, &Sudoku::empty(wanted.order).ok()?, rng, count)
}

const _: () = assert!(MAX_GENERATED <= MAX_ORDER);
