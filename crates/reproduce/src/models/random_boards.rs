//! Random boards with a number of empty cells.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_generate::SolutionOracle;
use parallax_instance::Instance;
use parallax_model::engine_api::{Control, in_order};
use parallax_puzzles::sudoku::SudokuPuzzle;

use super::super::boards::draw_board;
use super::ModelsError;

/// The cells of a random board.
const BOARD_CELL_COUNT: usize = 81;

/// Maximum number of empty cells of random boards. There are boards with more and one solution, but
/// removing clues at random rarely finds one.
pub const MOST_EMPTY: usize = 57;

/// Maximum number of boards that are drawn before the number counts as not found.
pub(super) const MAX_DRAWN_BOARDS: u64 = 10_000;

/// Draws random boards with this number of empty cells, or minimal ones; `None` when stopped.
///
/// # Errors
/// Returns an error if no board has this number.
pub(super) fn random_boards(
    seed: u64,
    number: usize,
    empty: Option<usize>,
    jobs: usize,
    control: &Control,
) -> Result<Option<Vec<Arc<dyn Instance>>>, ModelsError> {
    let mut boards: Vec<Result<SudokuPuzzle, RandomBoardError>> = Vec::new();
    in_order(
        number,
        jobs,
        || SolutionOracle::new(Spec::native(), control),
        |oracle, place| Some(draw_sudoku(oracle, seed, place as u64, empty)),
        &mut |_, board| boards.push(board),
    );
    let all: Result<Vec<SudokuPuzzle>, RandomBoardError> = boards.into_iter().collect();
    match all {
        Ok(all) => {
            Ok(Some(all.into_iter().map(|board| Arc::new(board) as Arc<dyn Instance>).collect()))
        }
        Err(RandomBoardError::Stopped) => Ok(None),
        Err(RandomBoardError::NotFound) => {
            Err(ModelsError::NoBoard { empty: empty.unwrap_or_default() })
        }
    }
}

/// Why no board was drawn.
enum RandomBoardError {
    Stopped,
    NotFound,
}

/// Draws boards until one has the number of empty cells. Each has its own stream of random numbers;
/// minimal boards are those of Table 1.
fn draw_sudoku(
    oracle: &mut SolutionOracle,
    seed: u64,
    number: u64,
    empty: Option<usize>,
) -> Result<SudokuPuzzle, RandomBoardError> {
    let Some(empty) = empty else {
        return draw_board(oracle, seed, number, 0).ok_or(RandomBoardError::Stopped);
    };
    let clues = BOARD_CELL_COUNT - empty;
    for attempt in 0..MAX_DRAWN_BOARDS {
        // The fields do not overlap: an attempt is below 10,000 and takes 14 of 24 bits, a number
        // of empty cells is below 81 and takes 7 of 8.
        let stream = number << 32 | attempt << 8 | empty as u64;
        let drawn = draw_board(oracle, seed, stream, clues).ok_or(RandomBoardError::Stopped)?;
        // No clue may be removable while there are still too many, so the number must be checked.
        if drawn.clues().iter().flatten().count() == clues {
            return Ok(drawn);
        }
    }
    Err(RandomBoardError::NotFound)
}
