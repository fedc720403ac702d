//! Generates Keisukes: draws a filled grid and lists the numbers of its runs.

use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use crate::model::Value;

use super::board::{Cell, Direction, Entry, Keisuke, MAX_SIDE, Pattern};
use super::layout::runs;
use super::solutions::BLACK;

/// The most different digits of a generated puzzle: 1 to 9.
pub const MAX_DIGITS: u8 = 9;

/// What [`random`] draws.
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
    /// Five rows and columns, digits 1 to 9, a quarter of the cells black; black cells
    /// may touch.
    fn default() -> Self {
        RandomOptions { height: 5, width: 5, digits: MAX_DIGITS, density: 0.25, touching: true }
    }
}

/// What [`hard`] draws: square blocks with black lines between them, so that all runs
/// have the same length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The number of blocks from top to bottom.
    pub down: usize,
    /// The number of blocks from left to right.
    pub across: usize,
    /// The length of all runs: the side of a block, from 2.
    pub length: usize,
    /// The digits are 1 to this number, at most [`MAX_DIGITS`].
    pub digits: u8,
}

/// What [`unique`] starts from.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A random grid.
    Random(RandomOptions),
    /// Blocks. With several, no puzzle is unique.
    Blocks(Blocks),
}

/// A puzzle with the filled grid that it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The puzzle.
    pub puzzle: Keisuke,
    /// One of its solutions.
    pub solution: Vec<Value>,
}

/// Why no puzzle was generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Ungenerated {
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
pub fn random(rng: &mut impl Rng, options: &RandomOptions) -> Result<Drawn, Ungenerated> {
    let &RandomOptions { height, width, digits, density, touching } = options;
    let sides = [height, width].iter().all(|side| (1..=MAX_SIDE).contains(side));
    if !sides || height * width < 2 {
        return Err(Ungenerated::Size { height, width });
    }
    if !(0.0..=1.0).contains(&density) {
        return Err(Ungenerated::Density);
    }
    let mut filled = Filled::new(height, width, digits)?;
    let mut order: Vec<usize> = (0..height * width).collect();
    order.shuffle(rng);
    for cell in order {
        let black = rng.random_bool(density);
        if black && (touching || filled.neighbours(cell).all(|other| !filled.is_black(other))) {
            filled.cells[cell] = BLACK;
        }
    }
    filled.cover(rng, touching);
    filled.fill(rng);
    Ok(filled.drawn())
}

/// Draws a puzzle whose runs all have one length: square blocks with black lines between
/// them, as in the report on Keisuke by Li, Ariffin and Kim. With several blocks it has
/// several solutions, because the blocks can be exchanged.
///
/// # Errors
/// When an option is out of range.
pub fn hard(rng: &mut impl Rng, blocks: &Blocks) -> Result<Drawn, Ungenerated> {
    let &Blocks { down, across, length, digits } = blocks;
    if !(2..=MAX_SIDE).contains(&length) {
        return Err(Ungenerated::Length(length));
    }
    let side = |number: usize| number.saturating_mul(length + 1).saturating_sub(1);
    let (height, width) = (side(down), side(across));
    if ![height, width].iter().all(|side| (1..=MAX_SIDE).contains(side)) {
        return Err(Ungenerated::Size { height, width });
    }
    let mut filled = Filled::new(height, width, digits)?;
    for cell in 0..height * width {
        let between = |place: usize| place % (length + 1) == length;
        if between(cell / width) || between(cell % width) {
            filled.cells[cell] = BLACK;
        }
    }
    filled.fill(rng);
    Ok(filled.drawn())
}

/// Draws a puzzle and changes its cells one by one until it has one solution.
///
/// `count` returns how many solutions a puzzle has; for several, any number from 2 is
/// enough, but the true number guides the changes: those that add solutions are undone.
/// A change draws a digit again or, in a random grid, turns a black cell white. After
/// `effort` puzzles were counted, `unique` gives up.
///
/// # Errors
/// When an option is out of range, when there are several blocks, when the effort is
/// spent, and when `count` returns `None`.
pub fn unique(
    rng: &mut impl Rng,
    shape: &Shape,
    effort: u64,
    count: &mut dyn FnMut(&Keisuke) -> Option<u64>,
) -> Result<Drawn, Ungenerated> {
    let (mut drawn, digits, whiten) = match shape {
        Shape::Random(options) => (random(rng, options)?, options.digits, true),
        Shape::Blocks(blocks) => (hard(rng, blocks)?, blocks.digits, false),
    };
    if let Shape::Blocks(Blocks { down, across, .. }) = shape
        && down * across > 1
    {
        return Err(Ungenerated::Exchangeable(down * across));
    }
    let mut fewest = u64::MAX;
    for _ in 0..effort {
        let mut next = drawn.clone();
        if fewest < u64::MAX {
            next = Filled::of(&drawn, digits).changed(rng, whiten);
        }
        let found = count(&next.puzzle).ok_or(Ungenerated::Uncounted)?;
        if found == 1 {
            return Ok(next);
        }
        if found <= fewest {
            (fewest, drawn) = (found, next);
        }
    }
    Err(Ungenerated::Effort(effort))
}

/// A grid that is being filled.
struct Filled {
    height: usize,
    width: usize,
    digits: u8,
    /// [`BLACK`] or a digit; 0 where the digit is not drawn yet.
    cells: Vec<Value>,
}

impl Filled {
    /// The white grid.
    fn new(height: usize, width: usize, digits: u8) -> Result<Self, Ungenerated> {
        if (1..=MAX_DIGITS).contains(&digits) {
            Ok(Filled { height, width, digits, cells: vec![0; height * width] })
        } else {
            Err(Ungenerated::Digits(digits))
        }
    }

    fn of(drawn: &Drawn, digits: u8) -> Self {
        let (height, width) = (drawn.puzzle.height(), drawn.puzzle.width());
        Filled { height, width, digits, cells: drawn.solution.clone() }
    }

    fn is_black(&self, cell: usize) -> bool {
        self.cells[cell] == BLACK
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (column, width, number) = (cell % self.width, self.width, self.cells.len());
        let sides = [
            cell.checked_sub(width),
            (column > 0).then(|| cell - 1),
            (column + 1 < width).then_some(cell + 1),
            (cell + width < number).then_some(cell + width),
        ];
        sides.into_iter().flatten()
    }

    /// Changes white cells without a white neighbour, or their neighbours.
    fn cover(&mut self, rng: &mut impl Rng, touching: bool) {
        for cell in 0..self.cells.len() {
            let alone = self.neighbours(cell).all(|other| self.is_black(other));
            if self.is_black(cell) || !alone {
                continue;
            }
            let around: Vec<usize> = self.neighbours(cell).collect();
            match around.choose(rng) {
                Some(&other) if !touching => self.cells[other] = 0,
                _ => self.cells[cell] = BLACK,
            }
        }
    }

    /// Draws a digit for each white cell.
    fn fill(&mut self, rng: &mut impl Rng) {
        for cell in 0..self.cells.len() {
            if !self.is_black(cell) {
                self.cells[cell] = self.digit(rng);
            }
        }
    }

    fn digit(&self, rng: &mut impl Rng) -> Value {
        Value::from(rng.random_range(1..=self.digits))
    }

    /// The puzzle after a change of one cell: another digit or, with `whiten`, perhaps
    /// a black cell that turns white.
    fn changed(mut self, rng: &mut impl Rng, whiten: bool) -> Drawn {
        let part = |black: bool| -> Vec<usize> {
            (0..self.cells.len()).filter(|&cell| self.is_black(cell) == black).collect()
        };
        let of_kind = [part(false), part(true)];
        let black = whiten && (of_kind[0].is_empty() || rng.random_bool(0.25));
        let chosen = of_kind[usize::from(black)].choose(rng).or_else(|| of_kind[0].choose(rng));
        if let Some(&cell) = chosen {
            self.cells[cell] = self.digit(rng);
            self.cover(rng, true);
        }
        self.drawn()
    }

    /// The puzzle of a grid without uncovered cells, with sorted lists.
    fn drawn(self) -> Drawn {
        let lists = Direction::BOTH.map(|direction| {
            let runs = runs(self.height, self.width, direction, |cell| self.is_black(cell));
            let entry =
                |run: &Vec<usize>| Entry::of(run.iter().map(|&cell| self.cells[cell] as u8));
            let mut entries: Vec<Entry> = runs.iter().filter_map(entry).collect();
            entries.sort_by(|a, b| (a.digits().len(), a).cmp(&(b.digits().len(), b)));
            entries
        });
        let cell = |&value: &Value| if value == BLACK { Cell::Black } else { Cell::White };
        let pattern = Pattern::Known(self.cells.iter().map(cell).collect());
        let [across, down] = lists;
        let puzzle = Keisuke::new(self.height, self.width, pattern, across, down);
        let puzzle = puzzle.expect("the lists are those of the grid");
        Drawn { puzzle, solution: self.cells }
    }
}
