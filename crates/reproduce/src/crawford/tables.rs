//! The tables and their cells.

use super::benchmark::BenchmarkPuzzle;
use super::boards::CrawfordBoards;
use super::published::{
    LATIN_ORDERS, LATIN_RESULTS, MAGIC_ORDERS, MAGIC_RESULTS, PublishedCell, SUDOKU_RESULTS,
};
use super::strategy::CrawfordStrategy;
use super::table_error::TableError;
use super::table_kind::{CrawfordTableKind, CrawfordTableVersion};

/// A problem under a strategy.
#[derive(Clone)]
pub struct CrawfordCell {
    /// The problem.
    pub problem: BenchmarkPuzzle,
    /// The strategy.
    pub strategy: CrawfordStrategy,
    /// The published result.
    pub published: PublishedCell,
}

/// A published row of problems that the paper does not identify.
#[derive(Clone, Debug)]
pub struct ReferenceRow {
    /// Its name in the paper.
    pub name: &'static str,
    /// A cell for each column.
    pub cells: Vec<PublishedCell>,
}

/// A table of cells.
pub struct CrawfordTable {
    /// The kind of the table.
    pub which: CrawfordTableKind,
    /// Its title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<CrawfordCell>,
    /// The rows of the paper that belong to no row of ours.
    pub references: Vec<ReferenceRow>,
}

impl CrawfordTableKind {
    /// Makes the table; those of Sudokus with these boards.
    ///
    /// # Errors
    /// If a problem cannot be made.
    pub fn make_table(self, boards: &CrawfordBoards) -> Result<CrawfordTable, TableError> {
        match self {
            CrawfordTableKind::Latin(version) => {
                let sums = version != CrawfordTableVersion::Plain;
                let problems = LATIN_ORDERS.map(|order| BenchmarkPuzzle::latin_square(order, sums));
                let problems = problems.into_iter().collect::<Result<_, _>>()?;
                Ok(self.by_strategy(version, problems, &LATIN_RESULTS))
            }
            CrawfordTableKind::Magic(version) => {
                let corners = version != CrawfordTableVersion::Plain;
                let problems =
                    MAGIC_ORDERS.map(|order| BenchmarkPuzzle::magic_square(order, corners));
                let problems = problems.into_iter().collect::<Result<_, _>>()?;
                Ok(self.by_strategy(version, problems, &MAGIC_RESULTS))
            }
            CrawfordTableKind::Sudoku(number) => self.by_board(
                boards,
                match number {
                    4 => 1..=4,
                    5 => 5..=6,
                    _ => 7..=8,
                },
            ),
        }
    }

    fn table_title(self, problems: &str) -> String {
        format!("Table {}: {problems}", self.name())
    }

    /// One row for each strategy, one column for each problem.
    fn by_strategy<const N: usize>(
        self,
        version: CrawfordTableVersion,
        problems: Vec<BenchmarkPuzzle>,
        published: &[[PublishedCell; N]],
    ) -> CrawfordTable {
        // The published rows are S1, S2, ..., so their number is that of the last strategy.
        let mut strategies = CrawfordStrategy::from_numbers(1..=published.len());
        if version == CrawfordTableVersion::Literal {
            strategies = strategies.into_iter().map(CrawfordStrategy::as_literal).collect();
        }
        let mut cells = Vec::new();
        for (&strategy, row) in strategies.iter().zip(published) {
            for (problem, &published) in problems.iter().zip(row) {
                cells.push(CrawfordCell { problem: problem.clone(), strategy, published });
            }
        }
        let puzzle = if matches!(self, CrawfordTableKind::Latin(_)) {
            "Latin squares"
        } else {
            "magic squares"
        };
        CrawfordTable {
            which: self,
            title: self.table_title(puzzle),
            columns: problems.into_iter().map(|problem| problem.name).collect(),
            rows: strategies
                .iter()
                .map(|s| format!("{} {}", s.name(), s.heuristic_recipe()))
                .collect(),
            cells,
            references: Vec::new(),
        }
    }

    /// One row for each board, one column for each strategy.
    fn by_board(
        self,
        boards: &CrawfordBoards,
        numbers: std::ops::RangeInclusive<usize>,
    ) -> Result<CrawfordTable, TableError> {
        let strategies = CrawfordStrategy::from_numbers(numbers.clone());
        let problems = boards.benchmark_puzzles()?;
        let cell = |problem: &BenchmarkPuzzle, &strategy: &CrawfordStrategy| CrawfordCell {
            problem: problem.clone(),
            strategy,
            published: PublishedCell::Nothing,
        };
        // Our boards have no published counterpart; the paper's rows are references below them.
        let cells = problems.iter().flat_map(|p| strategies.iter().map(move |s| cell(p, s)));
        let reference = |(name, row): (&'static str, [PublishedCell; 8])| ReferenceRow {
            name,
            // The published rows have S1 to S8; a table shows its own strategies only.
            cells: numbers.clone().map(|number| row[number - 1]).collect(),
        };
        Ok(CrawfordTable {
            which: self,
            title: self.table_title(&boards.describe_source()),
            columns: strategies
                .iter()
                .map(|s| format!("{} {}", s.name(), s.heuristic_recipe()))
                .collect(),
            cells: cells.collect(),
            rows: problems.into_iter().map(|problem| problem.name).collect(),
            references: SUDOKU_RESULTS.into_iter().map(reference).collect(),
        })
    }
}
