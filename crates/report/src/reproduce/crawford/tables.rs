//! The tables and their cells.

use super::boards;
use super::problem::Problem;
use super::published::{LATIN, LATIN_ORDERS, MAGIC, MAGIC_ORDERS, Published};
use super::strategy::Strategy;

/// A table of the paper, or one of its variants here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Table 2, Latin squares, with or without the fitted sums.
    Latin {
        /// With the sums.
        fitted: bool,
    },
    /// Table 3, magic squares, with or without the fitted order of corners.
    Magic {
        /// With the order.
        fitted: bool,
    },
    /// Tables 4 to 6 on boards of our own, by their number.
    Sudoku(u8),
}

impl Which {
    /// All tables, those compared with the paper first.
    pub const ALL: [Which; 7] = [
        Which::Latin { fitted: true },
        Which::Magic { fitted: true },
        Which::Latin { fitted: false },
        Which::Magic { fitted: false },
        Which::Sudoku(4),
        Which::Sudoku(5),
        Which::Sudoku(6),
    ];

    /// The name: the number in the paper, or `2-plain` without the fitted elements.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Which::Latin { fitted: true } => "2",
            Which::Latin { fitted: false } => "2-plain",
            Which::Magic { fitted: true } => "3",
            Which::Magic { fitted: false } => "3-plain",
            Which::Sudoku(4) => "4",
            Which::Sudoku(5) => "5",
            Which::Sudoku(_) => "6",
        }
    }

    /// Whether the numbers should equal those of the paper.
    #[must_use]
    pub fn is_fitted(self) -> bool {
        matches!(self, Which::Latin { fitted: true } | Which::Magic { fitted: true })
    }

    /// The number of the table and the puzzle.
    fn title(self) -> String {
        let puzzle = match self {
            Which::Latin { .. } => "Latin squares",
            Which::Magic { .. } => "magic squares",
            Which::Sudoku(_) => "Sudokus of our own making",
        };
        format!("Table {}: {puzzle}", self.name())
    }

    /// The model, and how the table relates to the paper's.
    fn note(self) -> &'static str {
        match self {
            Which::Latin { fitted: true } => {
                "Model cells+sums: all-different rows and columns; besides, what the paper does not \
                 name and\nis fitted to its numbers: the sum of each row and column is N(N+1)/2."
            }
            Which::Latin { fitted: false } => {
                "Model cells: all-different rows and columns, as the paper words it; without the \
                 fitted sums."
            }
            Which::Magic { fitted: true } => {
                "Model cells+corners: the paper's constraints; besides, what it does not name and \
                 is fitted to\nits numbers: x11 < xN1 < x1N < xNN."
            }
            Which::Magic { fitted: false } => {
                "Model cells: all-different cells and the sums, as the paper words it; without the \
                 fitted order\nof corners."
            }
            Which::Sudoku(_) => {
                "The paper does not identify its boards, so that its numbers cannot be compared: \
                 only the shape\n(which strategies cope with which boards) can."
            }
        }
    }

    /// Makes the table.
    ///
    /// # Errors
    /// If a problem cannot be made.
    pub fn table(self) -> Result<Table, String> {
        match self {
            Which::Latin { fitted } => {
                let problems = LATIN_ORDERS.map(|order| Problem::latin(order, fitted));
                self.by_strategy(problems.into_iter().collect::<Result<_, _>>()?, &LATIN)
            }
            Which::Magic { fitted } => {
                let problems = MAGIC_ORDERS.map(|order| Problem::magic(order, fitted));
                self.by_strategy(problems.into_iter().collect::<Result<_, _>>()?, &MAGIC)
            }
            Which::Sudoku(number) => self.by_board(match number {
                4 => Strategy::numbered(1..=4),
                5 => Strategy::numbered(5..=6),
                _ => Strategy::numbered(7..=8),
            }),
        }
    }

    /// One row for each strategy, one column for each problem.
    fn by_strategy<const N: usize>(
        self,
        problems: Vec<Problem>,
        published: &[[Published; N]],
    ) -> Result<Table, String> {
        let strategies = Strategy::numbered(1..=published.len());
        let mut cells = Vec::new();
        for (&strategy, row) in strategies.iter().zip(published) {
            for (problem, &published) in problems.iter().zip(row) {
                cells.push(Cell { problem: problem.clone(), strategy, published });
            }
        }
        Ok(Table {
            which: self,
            title: self.title(),
            note: self.note(),
            columns: problems.into_iter().map(|problem| problem.name).collect(),
            rows: strategies.iter().map(|s| format!("{} {}", s.name(), s.recipe())).collect(),
            cells,
        })
    }

    /// One row for each board, one column for each strategy.
    fn by_board(self, strategies: Vec<Strategy>) -> Result<Table, String> {
        let problems = boards::all()?;
        let cell = |problem: &Problem, &strategy: &Strategy| Cell {
            problem: problem.clone(),
            strategy,
            published: Published::Nothing,
        };
        let cells = problems.iter().flat_map(|p| strategies.iter().map(move |s| cell(p, s)));
        Ok(Table {
            which: self,
            title: self.title(),
            note: self.note(),
            columns: strategies.iter().map(|s| format!("{} {}", s.name(), s.recipe())).collect(),
            cells: cells.collect(),
            rows: problems.into_iter().map(|problem| problem.name).collect(),
        })
    }
}

impl std::str::FromStr for Which {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Which::ALL.into_iter().find(|which| which.name() == name);
        found.ok_or_else(|| {
            let names = Which::ALL.map(Which::name).join(", ");
            format!("there is no table '{name}'; expected one of {names}")
        })
    }
}

/// A problem under a strategy.
#[derive(Clone)]
pub struct Cell {
    /// The problem.
    pub problem: Problem,
    /// The strategy.
    pub strategy: Strategy,
    /// The published result.
    pub published: Published,
}

/// A table of cells.
pub struct Table {
    /// Which table it is.
    pub which: Which,
    /// Its title.
    pub title: String,
    /// The model, and how the table relates to the paper's.
    pub note: &'static str,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
}
