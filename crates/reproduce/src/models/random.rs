//! Random boards with a number of empty cells.

use std::sync::Arc;

use parallax_engines::Spec;
use parallax_generate::Oracle;
use parallax_model::ask::{Control, in_order};
use parallax_model::instance::Instance;
use parallax_puzzles::sudoku::Sudoku;

use super::super::boards::board;
use super::ModelsError;

/// The cells of a random board.
const CELLS: usize = 81;

/// Maximum number of empty cells of random boards. There are boards with more and one solution, but
/// removing clues at random rarely finds one.
pub const MOST_EMPTY: usize = 57;

/// How often a random board is drawn before it counts as not found.
pub(super) const ATTEMPTS: u64 = 10_000;

/// Random boards with this number of empty cells, or minimal ones; `None` when stopped.
///
/// # Errors
/// If no board has this number.
pub(super) fn random(
    seed: u64,
    number: usize,
    empty: Option<usize>,
    jobs: usize,
    control: &Control,
) -> Result<Option<Vec<Arc<dyn Instance>>>, ModelsError> {
    let mut boards: Vec<Result<Sudoku, Missing>> = Vec::new();
    in_order(
        number,
        jobs,
        || Oracle::new(Spec::native(), control),
        |oracle, place| Some(draw(oracle, seed, place as u64, empty)),
        &mut |_, board| boards.push(board),
    );
    let all: Result<Vec<Sudoku>, Missing> = boards.into_iter().collect();
    match all {
        Ok(all) => {
            Ok(Some(all.into_iter().map(|board| Arc::new(board) as Arc<dyn Instance>).collect()))
        }
        Err(Missing::Stopped) => Ok(None),
        Err(Missing::NotFound) => Err(ModelsError::NoBoard { empty: empty.unwrap_or_default() }),
    }
}

/// Why there is no board.
enum Missing {
    Stopped,
    NotFound,
}

/// Draws boards until one has the number of empty cells. Each has its own stream of random numbers;
/// minimal boards are those of Table 1.
fn draw(
    oracle: &mut Oracle,
    seed: u64,
    number: u64,
    empty: Option<usize>,
) -> Result<Sudoku, Missing> {
    let Some(empty) = empty else {
        return board(oracle, seed, number, 0).ok_or(Missing::Stopped);
    };
    let clues = CELLS - empty;
    for attempt in 0..ATTEMPTS {
        let stream = number << 32 | attempt << 8 | empty as u64;
        let drawn = board(oracle, seed, stream, clues).ok_or(Missing::Stopped)?;
        if drawn.clues().iter().flatten().count() == clues {
            return Ok(drawn);
        }
    }
    Err(Missing::NotFound)
}
