//! A puzzle: its board, its givens and its rules.

use parallax_model::Value;

use super::errors::BoardError;
use super::rules::{AnyRule, Balance, Different, Path, Straight, UniqueLines};
use super::shape::{MAX_SIDE, Shape};

/// The largest sum or other number of a clue, in every form, so that each form reads the numbers
/// that another one has.
pub(crate) const MAX_NUMBER: i64 = 1_000_000;

/// The family of a grid, which decides the rules that every puzzle of it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Rows, columns and regions have different digits.
    Sudoku,
    /// Rows and columns have different digits.
    Latin,
    /// Runs between black cells have different digits, and sums.
    Kakuro,
    /// Rows and columns have different digits; runs between black cells have consecutive ones.
    Straights,
    /// Rows and columns have as many 0 as 1, and no three equal digits in a row.
    Takuzu,
    /// Rows and columns have runs of black cells of given lengths.
    Nonogram,
    /// Consecutive numbers touch.
    Path,
}

impl Base {
    /// All bases.
    pub const ALL: [Base; 7] = [
        Base::Sudoku,
        Base::Latin,
        Base::Kakuro,
        Base::Straights,
        Base::Takuzu,
        Base::Nonogram,
        Base::Path,
    ];

    /// Returns the word of the plain form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Base::Sudoku => "sudoku",
            Base::Latin => "latin",
            Base::Kakuro => "kakuro",
            Base::Straights => "straights",
            Base::Takuzu => "takuzu",
            Base::Nonogram => "nonogram",
            Base::Path => "path",
        }
    }

    /// Returns the words of all bases, for messages.
    pub(crate) fn names() -> String {
        Base::ALL.map(Base::name).join(", ")
    }

    /// Whether rows and columns have each digit at most once, so that the grid usually is square.
    #[must_use]
    pub(crate) fn is_square(self) -> bool {
        matches!(self, Base::Sudoku | Base::Latin | Base::Straights)
    }
}

/// A puzzle on a grid: cells that take digits, givens, and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPuzzle {
    pub(crate) base: Base,
    pub(crate) shape: Shape,
    /// The lowest and the highest digit.
    pub(crate) digits: (Value, Value),
    /// The black cells, which take a digit only where one is given.
    pub(crate) black: Vec<bool>,
    /// The region of each cell, from 0; `None` for a cell in none.
    pub(crate) regions: Vec<Option<usize>>,
    /// Height and width of the boxes, if the regions are boxes.
    pub(crate) boxes: Option<(usize, usize)>,
    pub(crate) givens: Vec<Option<Value>>,
    /// Whether no two rows and no two columns of a takuzu are equal.
    pub(crate) unique_lines: bool,
    /// Whether the numbers of a path touch by sides only.
    pub(crate) orthogonal: bool,
    /// The rules besides those of the base.
    pub(crate) rules: Vec<AnyRule>,
    /// Title, author and rules in prose, for people.
    pub(crate) notes: Vec<String>,
    /// The form in which the puzzle was found, in words; `None` if it was not read from a stream.
    pub(crate) found_as: Option<&'static str>,
}

impl GridPuzzle {
    /// Creates an empty grid of a base.
    ///
    /// # Errors
    /// Returns an error if the base has no grid of this size.
    pub(crate) fn new(base: Base, shape: Shape) -> Result<Self, BoardError> {
        let Shape { rows, columns } = shape;
        if rows == 0 || columns == 0 || rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(BoardError::Sides { rows, columns });
        }
        if base == Base::Straights && rows != columns {
            return Err(BoardError::Oblong { base, rows, columns });
        }
        if base == Base::Takuzu && (rows % 2 == 1 || columns % 2 == 1) {
            return Err(BoardError::OddSides { rows, columns });
        }
        let cells = shape.cells();
        let mut puzzle = GridPuzzle {
            base,
            shape,
            digits: match base {
                Base::Sudoku | Base::Latin | Base::Straights => (1, rows.max(columns) as Value),
                Base::Kakuro => (1, 9),
                Base::Takuzu | Base::Nonogram => (0, 1),
                Base::Path => (1, cells as Value),
            },
            black: vec![false; cells],
            regions: vec![None; cells],
            boxes: None,
            givens: vec![None; cells],
            unique_lines: false,
            orthogonal: false,
            rules: Vec::new(),
            notes: Vec::new(),
            found_as: None,
        };
        if base == Base::Sudoku {
            puzzle.set_boxes(usual_boxes(shape));
        }
        Ok(puzzle)
    }

    /// Divides the grid into boxes, or into no regions.
    pub(crate) fn set_boxes(&mut self, boxes: Option<(usize, usize)>) {
        self.boxes = boxes;
        let shape = self.shape;
        for cell in 0..shape.cells() {
            self.regions[cell] = boxes.map(|(height, width)| {
                let across = shape.columns / width;
                shape.row(cell) / height * across + shape.column(cell) / width
            });
        }
    }

    /// Returns the number of digits.
    pub(crate) fn digit_count(&self) -> usize {
        (self.digits.1 - self.digits.0 + 1) as usize
    }

    /// Whether a cell takes a value.
    pub(crate) fn has_value(&self, cell: usize) -> bool {
        !self.black[cell] || self.givens[cell].is_some()
    }

    /// Returns the cells that take a value, row by row.
    pub(crate) fn valued(&self) -> Vec<usize> {
        (0..self.shape.cells()).filter(|&cell| self.has_value(cell)).collect()
    }

    /// Returns the white cells with a given. A black cell without its digit takes no value, which is
    /// another board.
    pub(crate) fn white_givens(&self) -> Vec<usize> {
        let is_given = |cell: &usize| self.givens[*cell].is_some() && !self.black[*cell];
        (0..self.shape.cells()).filter(is_given).collect()
    }

    /// Returns the cells of each region, in the order of the regions.
    pub(crate) fn region_cells(&self) -> Vec<Vec<usize>> {
        let count = self.regions.iter().flatten().max().map_or(0, |last| last + 1);
        let mut regions = vec![Vec::new(); count];
        for (cell, region) in self.regions.iter().enumerate() {
            if let Some(region) = *region {
                regions[region].push(cell);
            }
        }
        regions
    }

    /// Returns the runs of white cells in rows, then in columns, each with at least one cell.
    pub(crate) fn runs(&self) -> Vec<Vec<usize>> {
        let shape = self.shape;
        let rows = (0..shape.rows).map(|row| shape.row_cells(row));
        let columns = (0..shape.columns).map(|column| shape.column_cells(column));
        let mut runs = Vec::new();
        for line in rows.chain(columns) {
            let white = line.split(|&cell| self.black[cell]);
            runs.extend(white.filter(|run| !run.is_empty()).map(<[usize]>::to_vec));
        }
        runs
    }

    /// Returns the rules that follow from the base alone.
    pub(crate) fn implied(&self) -> Vec<AnyRule> {
        let mut rules: Vec<AnyRule> = Vec::new();
        let shape = self.shape;
        let lines = |rules: &mut Vec<AnyRule>| {
            for row in 0..shape.rows {
                let cells = self.with_values(shape.row_cells(row));
                rules.push(Different::of(format!("row {}", row + 1), cells).into());
            }
            for column in 0..shape.columns {
                let cells = self.with_values(shape.column_cells(column));
                rules.push(Different::of(format!("column {}", column + 1), cells).into());
            }
        };
        match self.base {
            Base::Sudoku => {
                lines(&mut rules);
                let word = if self.boxes.is_some() { "box" } else { "region" };
                for (place, cells) in self.region_cells().into_iter().enumerate() {
                    rules.push(Different::of(format!("{word} {}", place + 1), cells).into());
                }
            }
            Base::Latin => lines(&mut rules),
            Base::Straights => {
                lines(&mut rules);
                let runs = self.runs().into_iter().filter(|run| run.len() > 1);
                rules.extend(runs.map(|cells| Straight { cells }.into()));
            }
            Base::Takuzu => {
                rules.push(Balance.into());
                rules.extend(self.unique_lines.then_some(UniqueLines.into()));
            }
            Base::Path => rules.push(Path { orthogonal: self.orthogonal }.into()),
            Base::Kakuro | Base::Nonogram => {}
        }
        rules
    }

    fn with_values(&self, cells: Vec<usize>) -> Vec<usize> {
        cells.into_iter().filter(|&cell| self.has_value(cell)).collect()
    }

    /// Returns all rules, those of the base first.
    pub(crate) fn all_rules(&self) -> Vec<AnyRule> {
        let mut rules = self.implied();
        rules.extend(self.rules.iter().cloned());
        rules
    }

    /// Requires that the rules and the givens fit the board.
    ///
    /// # Errors
    /// Returns the error of the first that does not.
    pub(crate) fn validate(&self) -> Result<(), BoardError> {
        let (low, high) = self.digits;
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(digit) = given.filter(|given| !(low..=high).contains(given)) {
                let cell = self.shape.locate(cell);
                return Err(BoardError::Given { digit, cell, low, high });
            }
        }
        self.implied().iter().chain(&self.rules).try_for_each(|rule| self.fits(rule))
    }

    /// Requires that a rule fits the board.
    ///
    /// # Errors
    /// Returns an error if it names a cell without a value, or breaks its own conditions.
    pub(crate) fn fits(&self, rule: &AnyRule) -> Result<(), BoardError> {
        let rule = rule.rule();
        if let Some(cell) = rule.cells(self.shape).into_iter().find(|&cell| !self.has_value(cell)) {
            return Err(BoardError::BlackCell { cell: self.shape.locate(cell) });
        }
        Ok(rule.validate(self)?)
    }
}

/// Returns the usual boxes of a grid. `None` if it is no square, or its side is a prime.
pub(crate) fn usual_boxes(shape: Shape) -> Option<(usize, usize)> {
    if shape.rows == shape.columns { default_box(shape.rows) } else { None }
}

/// Returns the usual boxes of an order: the height is the largest divisor up to its root. `None`
/// for a prime.
fn default_box(order: usize) -> Option<(usize, usize)> {
    let height = (2..=order.isqrt()).rev().find(|height| order.is_multiple_of(*height))?;
    Some((height, order / height))
}
