//! The grids of the experiments.

use parallax_puzzles::keisuke::{
    KeisukeBlocks, KeisukePuzzle, RandomOptions, hard_keisuke, random_keisuke,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::KeisukeGridError;

/// The share of black cells in random puzzles: 5 of the 25 cells of the report's example.
pub const BLACK_CELL_DENSITY: f64 = 0.2;

/// Returns the options of a random puzzle of this many rows and columns, with digits 1 to 9.
pub(super) fn random_options(side: usize) -> RandomOptions {
    RandomOptions {
        height: side,
        width: side,
        density: BLACK_CELL_DENSITY,
        ..RandomOptions::default()
    }
}

/// Draws a random puzzle.
///
/// # Errors
/// Returns an error if an option is out of range.
pub(super) fn random_puzzle(
    options: &RandomOptions,
    seed: u64,
    number: u64,
) -> Result<KeisukePuzzle, KeisukeGridError> {
    let drawn = random_keisuke(&mut puzzle_generator(seed, options.height as u64, number), options);
    Ok(drawn?.puzzle)
}

/// Draws a random puzzle that the report's model can solve: no entry is listed twice.
///
/// # Errors
/// Returns an error if an option is out of range, or a thousand drawn puzzles list an entry twice.
pub(super) fn without_repeats(
    options: &RandomOptions,
    seed: u64,
    number: u64,
) -> Result<KeisukePuzzle, KeisukeGridError> {
    const MAX_DRAW_ATTEMPTS: u64 = 1000;
    for attempt in 0..MAX_DRAW_ATTEMPTS {
        // Each number has its own range of a thousand streams, so two numbers never share a puzzle.
        let puzzle = random_puzzle(options, seed, number * MAX_DRAW_ATTEMPTS + attempt)?;
        if !puzzle.has_repeats() {
            return Ok(puzzle);
        }
    }
    Err(KeisukeGridError::Repeats)
}

/// Draws a puzzle of this many rows and columns whose runs all have one length, with digits 1
/// to 9.
///
/// # Errors
/// Returns an error if blocks of this length do not fill the grid, or entries are to be distinct
/// and cannot be.
pub(super) fn block_puzzle(
    side: usize,
    length: usize,
    distinct: bool,
    seed: u64,
    number: u64,
) -> Result<KeisukePuzzle, KeisukeGridError> {
    // Blocks are separated by one black cell, so side + 1 is a multiple of length + 1. E.g. blocks
    // of length 2 fill a side of 5: two white cells, a black one, two white ones.
    if length < 2 || !(side + 1).is_multiple_of(length + 1) {
        return Err(KeisukeGridError::Length { length, side });
    }
    let across = (side + 1) / (length + 1);
    let digits = RandomOptions::default().digits;
    let blocks = KeisukeBlocks { down: across, across, length, digits, distinct };
    let drawn = hard_keisuke(&mut puzzle_generator(seed, (side * length) as u64, number), &blocks);
    Ok(drawn?.puzzle)
}

/// Returns the generator of a puzzle: each has its own stream of random numbers, so that it does
/// not depend on the others.
pub(super) fn puzzle_generator(seed: u64, kind: u64, number: u64) -> ChaCha8Rng {
    // Seeds and kinds are both small numbers. The rotation moves the kind to the high bits, so that
    // seed 1 with kind 2 and seed 2 with kind 1 differ.
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ kind.rotate_right(16));
    rng.set_stream(number);
    rng
}
