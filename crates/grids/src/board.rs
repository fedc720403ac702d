//! A puzzle: its board, its givens and its rules.

use parallax_model::Value;

use super::errors::GridBoardError;
use super::rules::{AnyRule, Balance, Different, Path, Straight, UniqueLines};
use super::shape::{GridShape, MAX_SIDE};

/// The largest sum or other number of a clue, in every form, so that each form reads the numbers
/// that another one has.
pub(crate) const MAX_NUMBER: i64 = 1_000_000;

/// The family of a grid, which decides the rules that every puzzle of it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridBase {
    /// Rows, columns and regions have different digits.
    Sudoku,
    /// Rows and columns have different digits.
    Latin,
    /// Runs between black cells have different digits, and sums.
    Kakuro,
    /// Rows and columns have different digits; runs between black cells have consecutive ones.
    Straights,
    /// Each row and column has as many 0s as 1s, and no three equal digits in a row.
    Takuzu,
    /// Rows and columns have runs of black cells of given lengths.
    Nonogram,
    /// Consecutive numbers touch.
    Path,
}

impl GridBase {
    /// All bases.
    pub const ALL: [GridBase; 7] = [
        GridBase::Sudoku,
        GridBase::Latin,
        GridBase::Kakuro,
        GridBase::Straights,
        GridBase::Takuzu,
        GridBase::Nonogram,
        GridBase::Path,
    ];

    /// Returns the word of the plain form.
    #[must_use]
    pub fn plain_word(self) -> &'static str {
        match self {
            GridBase::Sudoku => "sudoku",
            GridBase::Latin => "latin",
            GridBase::Kakuro => "kakuro",
            GridBase::Straights => "straights",
            GridBase::Takuzu => "takuzu",
            GridBase::Nonogram => "nonogram",
            GridBase::Path => "path",
        }
    }

    /// Returns the words of all bases, for messages.
    pub(crate) fn base_names() -> String {
        GridBase::ALL.map(GridBase::plain_word).join(", ")
    }

    /// Whether rows and columns have each digit at most once, so that the grid usually is square.
    #[must_use]
    pub(crate) fn is_square(self) -> bool {
        matches!(self, GridBase::Sudoku | GridBase::Latin | GridBase::Straights)
    }
}

/// A puzzle on a grid: cells that take digits, givens, and rules.
#[derive(Clone, Debug, PartialEq)]
pub struct GridPuzzle {
    pub(crate) base: GridBase,
    pub(crate) shape: GridShape,
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
    /// The name of the form that the puzzle was read from; `None` if it was not read from a stream.
    pub(crate) found_as: Option<&'static str>,
}

impl GridPuzzle {
    /// Creates an empty grid of a base.
    ///
    /// # Errors
    /// Returns an error if the base has no grid of this size.
    pub(crate) fn new(base: GridBase, shape: GridShape) -> Result<Self, GridBoardError> {
        let GridShape { rows, columns } = shape;
        if rows == 0 || columns == 0 || rows > MAX_SIDE || columns > MAX_SIDE {
            return Err(GridBoardError::Sides { rows, columns });
        }
        if base == GridBase::Straights && rows != columns {
            return Err(GridBoardError::Oblong { base, rows, columns });
        }
        if base == GridBase::Takuzu && (rows % 2 == 1 || columns % 2 == 1) {
            return Err(GridBoardError::OddSides { rows, columns });
        }
        let cells = shape.cell_count();
        let mut puzzle = GridPuzzle {
            base,
            shape,
            digits: match base {
                GridBase::Sudoku | GridBase::Latin | GridBase::Straights => {
                    (1, rows.max(columns) as Value)
                }
                GridBase::Kakuro => (1, 9),
                GridBase::Takuzu | GridBase::Nonogram => (0, 1),
                GridBase::Path => (1, cells as Value),
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
        if base == GridBase::Sudoku {
            puzzle.set_boxes(usual_boxes(shape));
        }
        Ok(puzzle)
    }

    /// Divides the grid into boxes, or into no regions.
    pub(crate) fn set_boxes(&mut self, boxes: Option<(usize, usize)>) {
        self.boxes = boxes;
        let shape = self.shape;
        for cell in 0..shape.cell_count() {
            // Callers pass only boxes that tile the grid, so the columns are a multiple of the
            // width.
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
    pub(crate) fn valued_cells(&self) -> Vec<usize> {
        (0..self.shape.cell_count()).filter(|&cell| self.has_value(cell)).collect()
    }

    /// Returns the white cells with a given. Black cells with a given do not count: without its
    /// digit, such a cell takes no value, and the board is another one.
    pub(crate) fn white_givens(&self) -> Vec<usize> {
        let is_given = |cell: &usize| self.givens[*cell].is_some() && !self.black[*cell];
        (0..self.shape.cell_count()).filter(is_given).collect()
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
    pub(crate) fn white_runs(&self) -> Vec<Vec<usize>> {
        let shape = self.shape;
        let rows = (0..shape.rows).map(|row| shape.row_cells(row));
        let columns = (0..shape.columns).map(|column| shape.column_cells(column));
        let mut runs = Vec::new();
        for line in rows.chain(columns) {
            // Neighbouring black cells, and black cells at the border, leave empty runs between
            // them.
            let white = line.split(|&cell| self.black[cell]);
            runs.extend(white.filter(|run| !run.is_empty()).map(<[usize]>::to_vec));
        }
        runs
    }

    /// Returns the rules that follow from the base alone.
    pub(crate) fn implied_rules(&self) -> Vec<AnyRule> {
        let mut rules: Vec<AnyRule> = Vec::new();
        let shape = self.shape;
        let lines = |rules: &mut Vec<AnyRule>| {
            for row in 0..shape.rows {
                let cells = self.with_values(shape.row_cells(row));
                rules.push(Different::for_base_group(format!("row {}", row + 1), cells).into());
            }
            for column in 0..shape.columns {
                let cells = self.with_values(shape.column_cells(column));
                rules.push(
                    Different::for_base_group(format!("column {}", column + 1), cells).into(),
                );
            }
        };
        match self.base {
            GridBase::Sudoku => {
                lines(&mut rules);
                let word = if self.boxes.is_some() { "box" } else { "region" };
                for (index, cells) in self.region_cells().into_iter().enumerate() {
                    rules.push(
                        Different::for_base_group(format!("{word} {}", index + 1), cells).into(),
                    );
                }
            }
            GridBase::Latin => lines(&mut rules),
            GridBase::Straights => {
                lines(&mut rules);
                let runs = self.white_runs().into_iter().filter(|run| run.len() > 1);
                rules.extend(runs.map(|cells| Straight { cells }.into()));
            }
            GridBase::Takuzu => {
                rules.push(Balance.into());
                rules.extend(self.unique_lines.then_some(UniqueLines.into()));
            }
            GridBase::Path => rules.push(Path { orthogonal: self.orthogonal }.into()),
            GridBase::Kakuro | GridBase::Nonogram => {}
        }
        rules
    }

    fn with_values(&self, cells: Vec<usize>) -> Vec<usize> {
        cells.into_iter().filter(|&cell| self.has_value(cell)).collect()
    }

    /// Returns all rules, those of the base first.
    pub(crate) fn all_rules(&self) -> Vec<AnyRule> {
        let mut rules = self.implied_rules();
        rules.extend(self.rules.iter().cloned());
        rules
    }

    /// Requires that the rules and the givens fit the board.
    ///
    /// # Errors
    /// Returns the error of the first given or rule that does not fit.
    pub(crate) fn validate_puzzle(&self) -> Result<(), GridBoardError> {
        let (low, high) = self.digits;
        for (cell, given) in self.givens.iter().enumerate() {
            if let Some(digit) = given.filter(|given| !(low..=high).contains(given)) {
                let cell = self.shape.cell_place(cell);
                return Err(GridBoardError::Given { digit, cell, low, high });
            }
        }
        // Implied rules may fail as well: a row of cells may be longer than the list of digits.
        self.implied_rules().iter().chain(&self.rules).try_for_each(|rule| self.validate_fit(rule))
    }

    /// Requires that a rule fits the board.
    ///
    /// # Errors
    /// Returns an error if it names a cell without a value, or breaks its own conditions.
    pub(crate) fn validate_fit(&self, rule: &AnyRule) -> Result<(), GridBoardError> {
        let rule = rule.rule();
        if let Some(cell) =
            rule.named_cells(self.shape).into_iter().find(|&cell| !self.has_value(cell))
        {
            return Err(GridBoardError::BlackCell { cell: self.shape.cell_place(cell) });
        }
        Ok(rule.validate_rule(self)?)
    }
}

/// Returns the usual boxes of a grid. `None` if it is not square, or its side is a prime.
pub(crate) fn usual_boxes(shape: GridShape) -> Option<(usize, usize)> {
    if shape.rows == shape.columns { default_box(shape.rows) } else { None }
}

/// Returns the usual boxes of an order: the height is the largest divisor up to its root. `None`
/// for a prime.
fn default_box(order: usize) -> Option<(usize, usize)> {
    let height = (2..=order.isqrt()).rev().find(|height| order.is_multiple_of(*height))?;
    Some((height, order / height))
}
