//! The tables and their cells.

use super::benchmark::Benchmark;
use super::boards::Boards;
use super::published::{LATIN, LATIN_ORDERS, MAGIC, MAGIC_ORDERS, Published, SUDOKU};
use super::strategy::Strategy;
use super::table_error::TableError;
use super::which::{Version, Which};

/// A problem under a strategy.
#[derive(Clone)]
pub struct Cell {
    /// The problem.
    pub problem: Benchmark,
    /// The strategy.
    pub strategy: Strategy,
    /// The published result.
    pub published: Published,
}

/// A published row of problems that the paper does not identify.
#[derive(Clone, Debug)]
pub struct Reference {
    /// Its name in the paper.
    pub name: &'static str,
    /// A cell for each column.
    pub cells: Vec<Published>,
}

/// A table of cells.
pub struct Table {
    /// Which table it is.
    pub which: Which,
    /// Its title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Cell>,
    /// The rows of the paper that belong to no row of ours.
    pub references: Vec<Reference>,
}

impl Which {
    /// Makes the table; those of Sudokus with these boards.
    ///
    /// # Errors
    /// If a problem cannot be made.
    pub fn table(self, boards: &Boards) -> Result<Table, TableError> {
        match self {
            Which::Latin(version) => {
                let sums = version != Version::Plain;
                let problems = LATIN_ORDERS.map(|order| Benchmark::latin(order, sums));
                let problems = problems.into_iter().collect::<Result<_, _>>()?;
                Ok(self.by_strategy(version, problems, &LATIN))
            }
            Which::Magic(version) => {
                let corners = version != Version::Plain;
                let problems = MAGIC_ORDERS.map(|order| Benchmark::magic(order, corners));
                let problems = problems.into_iter().collect::<Result<_, _>>()?;
                Ok(self.by_strategy(version, problems, &MAGIC))
            }
            Which::Sudoku(number) => self.by_board(
                boards,
                match number {
                    4 => 1..=4,
                    5 => 5..=6,
                    _ => 7..=8,
                },
            ),
        }
    }

    fn title(self, problems: &str) -> String {
        format!("Table {}: {problems}", self.name())
    }

    /// One row for each strategy, one column for each problem.
    fn by_strategy<const N: usize>(
        self,
        version: Version,
        problems: Vec<Benchmark>,
        published: &[[Published; N]],
    ) -> Table {
        let mut strategies = Strategy::numbered(1..=published.len());
        if version == Version::Literal {
            strategies = strategies.into_iter().map(Strategy::literal).collect();
        }
        let mut cells = Vec::new();
        for (&strategy, row) in strategies.iter().zip(published) {
            for (problem, &published) in problems.iter().zip(row) {
                cells.push(Cell { problem: problem.clone(), strategy, published });
            }
        }
        let puzzle =
            if matches!(self, Which::Latin(_)) { "Latin squares" } else { "magic squares" };
        Table {
            which: self,
            title: self.title(puzzle),
            columns: problems.into_iter().map(|problem| problem.name).collect(),
            rows: strategies.iter().map(|s| format!("{} {}", s.name(), s.recipe())).collect(),
            cells,
            references: Vec::new(),
        }
    }

    /// One row for each board, one column for each strategy.
    fn by_board(
        self,
        boards: &Boards,
        numbers: std::ops::RangeInclusive<usize>,
    ) -> Result<Table, TableError> {
        let strategies = Strategy::numbered(numbers.clone());
        let problems = boards.problems()?;
        let cell = |problem: &Benchmark, &strategy: &Strategy| Cell {
            problem: problem.clone(),
            strategy,
            published: Published::Nothing,
        };
        let cells = problems.iter().flat_map(|p| strategies.iter().map(move |s| cell(p, s)));
        let reference = |(name, row): (&'static str, [Published; 8])| Reference {
            name,
            cells: numbers.clone().map(|number| row[number - 1]).collect(),
        };
        Ok(Table {
            which: self,
            title: self.title(&boards.describe()),
            columns: strategies.iter().map(|s| format!("{} {}", s.name(), s.recipe())).collect(),
            cells: cells.collect(),
            rows: problems.into_iter().map(|problem| problem.name).collect(),
            references: SUDOKU.into_iter().map(reference).collect(),
        })
    }
}
