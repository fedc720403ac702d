//! The options of generated boards, and the search for one.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::filling::full_grid;
use super::symmetry::SudokuSymmetry;
use crate::errors::RequestError;
use crate::generated::{GeneratedPuzzle, count_clues, thin_groups};
use crate::line_fields::count_noun;
use crate::sudoku::{MAX_ORDER, SudokuPuzzle, box_height};

/// Maximum order of generated Sudokus.
pub const MAX_GENERATED: usize = 25;

/// Requirements of generated Sudokus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SudokuOptions {
    /// The number of rows and columns.
    pub order: usize,
    /// The number of clues.
    pub clues: SudokuClues,
    /// Whether no clue may be redundant: without any of them there are several solutions.
    pub minimal: bool,
    /// The symmetry of the pattern of clues.
    pub symmetry: SudokuSymmetry,
    /// Number of grids to try before the nearest board is taken, at least 1.
    pub tries: u32,
}

/// The number of clues of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SudokuClues {
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
    pub fn check_options(&self) -> Result<(), RequestError> {
        let order = self.order;
        box_height(order)?;
        if order > MAX_GENERATED {
            return Err(RequestError::SudokuOrder { order });
        }
        let SudokuClues::Number(clues) = self.clues else { return Ok(()) };
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
        // If no cell is its own image, clues come in pairs.
        let is_odd = self.symmetry.clue_orbits(order).iter().all(|orbit| orbit.len() == 2);
        if is_odd && clues % 2 == 1 {
            Err(RequestError::OddClues { clues, symmetry: self.symmetry, order })
        } else {
            Ok(())
        }
    }

    /// Returns the distance of a board from the requirements: redundant clues, and clues too many
    /// or too few.
    fn requirement_distance(
        &self,
        board: &SudokuPuzzle,
        count: &mut dyn FnMut(&SudokuPuzzle) -> Option<u64>,
    ) -> Option<(usize, usize)> {
        let clues = count_clues(board.clues());
        let apart = match self.clues {
            SudokuClues::Number(wanted) => wanted.abs_diff(clues),
            SudokuClues::All | SudokuClues::Fewest => 0,
        };
        let mut redundant = 0;
        // Without a symmetry, each redundant clue has been removed by itself.
        if self.minimal && self.symmetry != SudokuSymmetry::None {
            for cell in (0..board.clues().len()).filter(|&cell| board.clues()[cell].is_some()) {
                let mut clues = board.clues().to_vec();
                clues[cell] = None;
                redundant += usize::from(count(&with_clues(board.order(), clues)?)? == 1);
            }
        }
        Some((redundant, apart))
    }

    /// Describes the requirements that a board at this distance does not meet.
    pub(super) fn missed_requirements(
        &self,
        board: &SudokuPuzzle,
        (redundant, apart): (usize, usize),
    ) -> Option<String> {
        let mut lacks = Vec::new();
        if let (SudokuClues::Number(wanted), 1..) = (self.clues, apart) {
            lacks.push(format!("{} instead of {wanted} clues", count_clues(board.clues())));
        }
        if redundant > 0 {
            lacks.push(count_noun(redundant, "redundant clue", "redundant clues"));
        }
        let tries = count_noun(self.tries as usize, "try", "tries");
        (!lacks.is_empty()).then(|| format!("{}, the nearest of {tries}", lacks.join(", ")))
    }
}

/// Generates a random board with one solution. It starts from a random full grid and removes clues
/// in random order while the solution stays unique, down to the required number. With a number of
/// clues, or with a symmetry and no redundant clues, it may take several grids; after
/// [`SudokuOptions::tries`] of them it returns the nearest board. Not all boards are equally
/// likely.
///
/// `count` returns the number of solutions of a board; any number from 2 means several. Returns
/// `None` if `count` does, and if `wanted` does not pass [`SudokuOptions::check_options`].
pub fn generate_sudoku(
    wanted: &SudokuOptions,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&SudokuPuzzle) -> Option<u64>,
) -> Option<GeneratedPuzzle<SudokuPuzzle>> {
    wanted.check_options().ok()?;
    let empty = SudokuPuzzle::without_clues(wanted.order).ok()?;
    let mut nearest: Option<((usize, usize), SudokuPuzzle)> = None;
    for _ in 0..wanted.tries.max(1) {
        let board = attempt_board(wanted, &empty, rng, count)?;
        let distance = wanted.requirement_distance(&board, count)?;
        if nearest.as_ref().is_none_or(|(least, _)| distance < *least) {
            nearest = Some((distance, board));
        }
        if distance == (0, 0) {
            break;
        }
    }
    let (distance, board) = nearest?;
    Some(GeneratedPuzzle { missed: wanted.missed_requirements(&board, distance), puzzle: board })
}

/// Makes one grid and removes clues.
fn attempt_board(
    wanted: &SudokuOptions,
    empty: &SudokuPuzzle,
    rng: &mut impl Rng,
    count: &mut dyn FnMut(&SudokuPuzzle) -> Option<u64>,
) -> Option<SudokuPuzzle> {
    let mut clues: Vec<Option<Value>> = full_grid(empty, rng).into_iter().map(Some).collect();
    let min_clues = match wanted.clues {
        SudokuClues::All => return with_clues(empty.order(), clues),
        SudokuClues::Number(clues) if !wanted.minimal => clues,
        // A minimal board is thinned to the end. It has the required number of clues only by
        // chance, so that several grids are tried.
        SudokuClues::Number(_) | SudokuClues::Fewest => 0,
    };
    let mut orbits = wanted.symmetry.clue_orbits(wanted.order);
    orbits.shuffle(rng);
    let mut unique =
        |left: &[Option<Value>]| Some(count(&with_clues(empty.order(), left.to_vec())?)? == 1);
    thin_groups(&mut clues, orbits.iter().map(Vec::as_slice), min_clues, &mut unique)?;
    with_clues(empty.order(), clues)
}

pub(super) fn with_clues(order: usize, clues: Vec<Option<Value>>) -> Option<SudokuPuzzle> {
    SudokuPuzzle::new(order, clues).ok()
}

/// Generates a random 9x9 board with one solution and at least `least` clues, by one pass of
/// [`generate_sudoku`]. With `least` 0 the board is minimal.
pub fn generate_board(
    rng: &mut impl Rng,
    least: usize,
    count: &mut dyn FnMut(&SudokuPuzzle) -> Option<u64>,
) -> Option<SudokuPuzzle> {
    let clues = if least == 0 { SudokuClues::Fewest } else { SudokuClues::Number(least) };
    let wanted =
        SudokuOptions { order: 9, clues, minimal: false, symmetry: SudokuSymmetry::None, tries: 1 };
    attempt_board(&wanted, &SudokuPuzzle::without_clues(wanted.order).ok()?, rng, count)
}

const _: () = assert!(MAX_GENERATED <= MAX_ORDER);
