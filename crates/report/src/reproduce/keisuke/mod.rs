//! The experiments of Li, Ariffin and Kim, "Keisuke" (a course report): forward checking against
//! generalised arc consistency on puzzles of 4x4 cells, and the run time by the size of the grid and
//! by the length of the runs.
//!
//! The report's model has a variable for each cell, a table for each run, and a constraint for each
//! two runs of one direction and length that makes them different: the viewpoint `cells+pairs`. Its
//! second model, with a variable for each run, returned no solution; here it is `slots`. The report
//! names no order of variables; the searches here take the first unfixed cell and its smallest digit,
//! with a branch for each digit. They are called *the report's searches*.
//!
//! The report does not state how often a cell of its random puzzles is black; [`DENSITY`] is the share
//! in its example. Where an entry is listed twice its model has no solution, because equal runs are
//! wanted.

pub mod figures;
pub mod print;
pub mod propagation;
pub mod times;

pub use propagation::Propagation;
pub use times::{Axis, Times};

use parallax_puzzles::keisuke::{Blocks, Keisuke, RandomOptions, hard, random};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// The share of black cells in random puzzles: 5 of the 25 cells of the report's example.
pub const DENSITY: f64 = 0.2;

/// A random puzzle of this many rows and columns.
///
/// # Errors
/// When the size is out of range.
fn regular(side: usize, seed: u64, number: u64) -> Result<Keisuke, String> {
    let options =
        RandomOptions { height: side, width: side, density: DENSITY, ..RandomOptions::default() };
    let drawn = random(&mut generator(seed, side as u64, number), &options);
    drawn.map(|drawn| drawn.puzzle).map_err(|why| why.to_string())
}

/// A puzzle of this many rows and columns whose runs all have one length.
///
/// # Errors
/// When blocks of this length do not fill the grid.
fn blocks(side: usize, length: usize, seed: u64, number: u64) -> Result<Keisuke, String> {
    if length < 2 || !(side + 1).is_multiple_of(length + 1) {
        return Err(format!("runs of length {length} do not fill a grid of {side}x{side}"));
    }
    let across = (side + 1) / (length + 1);
    let blocks = Blocks { down: across, across, length, digits: RandomOptions::default().digits };
    let drawn = hard(&mut generator(seed, (side * length) as u64, number), &blocks);
    drawn.map(|drawn| drawn.puzzle).map_err(|why| why.to_string())
}

/// Each puzzle has its own random numbers, so that it does not depend on the others.
fn generator(seed: u64, kind: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed ^ kind.rotate_right(16));
    rng.set_stream(number);
    rng
}

/// Whether an entry is listed twice in one direction.
fn repeats(puzzle: &Keisuke) -> bool {
    use parallax_puzzles::keisuke::Direction;
    Direction::BOTH.into_iter().any(|direction| {
        let mut entries: Vec<_> = puzzle.entries(direction).to_vec();
        entries.sort_unstable();
        entries.windows(2).any(|pair| pair[0] == pair[1])
    })
}
