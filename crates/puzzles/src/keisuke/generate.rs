//! Generates Keisukes: draws a filled grid and lists the numbers of its runs.

use parallax_model::Value;
use rand::Rng;
use rand::seq::SliceRandom;

use super::board::{KeisukePuzzle, MAX_SIDE};
use super::distinct;
use super::filled::FilledKeisuke;
use super::solutions::BLACK_VALUE;

/// Maximum number of different digits of a generated puzzle: 1 to 9.
pub const MAX_DIGITS: u8 = 9;

/// Options of [`random_keisuke`].
#[derive(Clone, Debug, PartialEq)]
pub struct RandomOptions {
    /// The number of rows, from 1 to [`MAX_SIDE`].
    pub height: usize,
    /// The number of columns, from 1 to [`MAX_SIDE`]; one of the sides has two cells
    /// or more.
    pub width: usize,
    /// The digits are 1 to this number, at most [`MAX_DIGITS`].
    pub digits: u8,
    /// The probability that a cell is black, from 0 to 1.
    pub density: f64,
    /// Whether black cells may touch side by side. If not, cells turn black in random
    /// order, unless a neighbour is black, so that there are fewer of them.
    pub touching: bool,
}

impl Default for RandomOptions {
    /// Returns five rows and columns, digits 1 to 9, a quarter of the cells black; black cells may
    /// touch.
    fn default() -> Self {
        RandomOptions { height: 5, width: 5, digits: MAX_DIGITS, density: 0.25, touching: true }
    }
}

/// Options of [`hard_keisuke`], which draws square blocks with black lines between them, so that
/// all runs have the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeisukeBlocks {
    /// The number of blocks from top to bottom.
    pub down: usize,
    /// The number of blocks from left to right.
    pub across: usize,
    /// The length of all runs: the side of a block, from 2.
    pub length: usize,
    /// The digits are 1 to this number, at most [`MAX_DIGITS`].
    pub digits: u8,
    /// Whether no entry is listed twice in a direction.
    pub distinct: bool,
}

/// The grid that [`unique_keisuke`] starts from.
#[derive(Clone, Debug, PartialEq)]
pub enum KeisukeShape {
    /// A random grid.
    Random(RandomOptions),
    /// Blocks. With several, no puzzle is unique.
    Blocks(KeisukeBlocks),
}

/// A puzzle with the filled grid that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnKeisuke {
    /// The puzzle.
    pub puzzle: KeisukePuzzle,
    /// One of its solutions.
    pub solution: Vec<Value>,
}

/// Why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeisukeGenerationError {
    /// A side is out of range.
    #[error(
        "a grid of {height}x{width} cells; expected sides of 1 to {MAX_SIDE}, and two cells or more"
    )]
    Size {
        /// The number of rows.
        height: usize,
        /// The number of columns.
        width: usize,
    },
    /// The number of digits is out of range.
    #[error("{0} digits; expected 1 to {MAX_DIGITS}")]
    Digits(u8),
    /// The density is not a probability.
    #[error("the density of black cells is not between 0 and 1")]
    Density,
    /// The length of runs is out of range.
    #[error("runs of length {0}; expected 2 to {MAX_SIDE}")]
    Length(usize),
    /// Runs outnumber the different entries.
    #[error(
        "{runs} runs of length {length} in each direction, but digits 1 to {digits} make {words} different entries of that length, so an entry is listed twice"
    )]
    Repeated {
        /// The length of all runs.
        length: usize,
        /// The digits are 1 to this number.
        digits: u8,
        /// The number of runs of each direction.
        runs: u64,
        /// The number of different entries.
        words: u64,
    },
    /// The repairs are spent.
    #[error(
        "after {0} changes some entry is still listed twice; expected fewer blocks or more digits"
    )]
    Repairs(usize),
    /// Several blocks of one size can be exchanged.
    #[error("a puzzle of {0} blocks has several solutions, because the blocks can be exchanged")]
    Exchangeable(usize),
    /// The effort is spent.
    #[error(
        "no unique puzzle after counting the solutions of {0}; expected a larger alphabet, fewer black cells or more effort"
    )]
    Effort(u64),
    /// The oracle stopped.
    #[error("the number of solutions remains unknown")]
    Uncounted,
}

/// Draws a puzzle: black cells at random, then a digit for each white cell.
///
/// No white cell is uncovered. One without a white neighbour turns black if black cells
/// may touch; otherwise one of its black neighbours turns white. Whether the solution is
/// unique is left to chance.
///
/// # Errors
/// When an option is out of range.
pub fn random_keisuke(
    rng: &mut impl Rng,
    options: &RandomOptions,
) -> Result<DrawnKeisuke, KeisukeGenerationError> {
    let &RandomOptions { height, width, digits, density, touching } = options;
    let sides = [height, width].iter().all(|side| (1..=MAX_SIDE).contains(side));
    if !sides || height * width < 2 {
        return Err(KeisukeGenerationError::Size { height, width });
    }
    if !(0.0..=1.0).contains(&density) {
        return Err(KeisukeGenerationError::Density);
    }
    let mut filled = FilledKeisuke::new(height, width, digits)?;
    // If black cells must not touch, the order decides which of them are placed.
    let mut order: Vec<usize> = (0..height * width).collect();
    order.shuffle(rng);
    for cell in order {
        let black = rng.random_bool(density);
        if black && (touching || filled.cell_neighbours(cell).all(|other| !filled.is_black(other)))
        {
            filled.cells[cell] = BLACK_VALUE;
        }
    }
    filled.cover_cells(rng, touching);
    filled.draw_digits(rng);
    Ok(filled.into_drawn())
}

/// Draws a puzzle whose runs all have one length: square blocks with black lines between
/// them, as in the report on Keisuke by Li, Ariffin and Kim. With several blocks it has
/// several solutions, because the blocks can be exchanged.
///
/// # Errors
/// When an option is out of range, and when entries cannot be distinct or are not found to be.
pub fn hard_keisuke(
    rng: &mut impl Rng,
    blocks: &KeisukeBlocks,
) -> Result<DrawnKeisuke, KeisukeGenerationError> {
    let &KeisukeBlocks { down, across, length, digits, distinct } = blocks;
    if !(2..=MAX_SIDE).contains(&length) {
        return Err(KeisukeGenerationError::Length(length));
    }
    // Blocks, with a black line between neighbours. Without blocks the side is 0, which is refused
    // below.
    let side = |number: usize| number.saturating_mul(length + 1).saturating_sub(1);
    let (height, width) = (side(down), side(across));
    if ![height, width].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(KeisukeGenerationError::Size { height, width });
    }
    let mut filled = FilledKeisuke::new(height, width, digits)?;
    for cell in 0..height * width {
        let between = |index: usize| index % (length + 1) == length;
        if between(cell / width) || between(cell % width) {
            filled.cells[cell] = BLACK_VALUE;
        }
    }
    filled.draw_digits(rng);
    if distinct {
        distinct::repair_entries(&mut filled, blocks, rng)?;
    }
    Ok(filled.into_drawn())
}

/// Draws a puzzle and changes its cells one by one until it has one solution.
///
/// `count` returns how many solutions a puzzle has; for several, any number from 2 is
/// enough, but the true number guides the changes: those that add solutions are undone.
/// A change draws a digit again or, in a random grid, turns a black cell white. After
/// `effort` puzzles `unique` gives up. Of distinct blocks it counts only puzzles with distinct
/// entries.
///
/// # Errors
/// When an option is out of range, when there are several blocks, when the effort is
/// spent, and when `count` returns `None`.
pub fn unique_keisuke(
    rng: &mut impl Rng,
    shape: &KeisukeShape,
    effort: u64,
    count: &mut dyn FnMut(&KeisukePuzzle) -> Option<u64>,
) -> Result<DrawnKeisuke, KeisukeGenerationError> {
    let (mut drawn, digits, whiten) = match shape {
        KeisukeShape::Random(options) => (random_keisuke(rng, options)?, options.digits, true),
        KeisukeShape::Blocks(blocks) => (hard_keisuke(rng, blocks)?, blocks.digits, false),
    };
    let distinct = matches!(shape, KeisukeShape::Blocks(KeisukeBlocks { distinct: true, .. }));
    if let KeisukeShape::Blocks(KeisukeBlocks { down, across, .. }) = shape
        && down * across > 1
    {
        return Err(KeisukeGenerationError::Exchangeable(down * across));
    }
    let mut min_count = u64::MAX;
    for _ in 0..effort {
        let mut next = drawn.clone();
        // The first turn counts the drawn puzzle itself; each later one a change of the best so
        // far.
        if min_count < u64::MAX {
            next = FilledKeisuke::from_drawn(&drawn, digits).change_cell(rng, whiten);
        }
        if distinct && next.puzzle.has_repeats() {
            continue;
        }
        let found = count(&next.puzzle).ok_or(KeisukeGenerationError::Uncounted)?;
        if found == 1 {
            return Ok(next);
        }
        // A change to as many solutions is kept as well, so that several can add up to fewer.
        if found <= min_count {
            (min_count, drawn) = (found, next);
        }
    }
    Err(KeisukeGenerationError::Effort(effort))
}
