//! Runs the cells of tables in parallel.

use std::sync::Arc;
use std::time::Duration;

use parallax_model::engine_api::{Control, in_order};

use super::super::first_solution::{SearchTrial, TrialBench, TrialEnd};
use super::table_kind::CrawfordTableKind;
use super::tables::{CrawfordCell, CrawfordTable};

/// The limits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLimits {
    /// Maximum number of enumerations of a cell of a compared table; other tables get a tenth.
    pub enumerations: Option<u64>,
    /// Maximum time of a cell.
    pub time: Option<Duration>,
}

impl Default for CellLimits {
    /// Enough for every cell that the paper solved: the largest of them, S2 on magic squares of
    /// order 5, takes 9,113,251 enumerations.
    fn default() -> Self {
        CellLimits { enumerations: Some(10_000_000), time: None }
    }
}

impl CellLimits {
    /// The limits of the paper: ten minutes, with any number of enumerations.
    pub const PAPER_LIMITS: CellLimits =
        CellLimits { enumerations: None, time: Some(Duration::from_secs(600)) };

    /// Returns the maximum number of enumerations of a cell of this table.
    #[must_use]
    pub fn max_enumerations(self, which: CrawfordTableKind) -> Option<u64> {
        let share = if which.is_compared() { 1 } else { 10 };
        self.enumerations.map(|limit| limit.div_ceil(share))
    }

    /// Describes the limits of this table.
    #[must_use]
    pub fn describe_limits(self, which: CrawfordTableKind) -> String {
        let nodes = self.max_enumerations(which).map(|limit| format!("{limit} enumerations"));
        let time = self.time.map(|time| format!("{} s", time.as_secs()));
        let limits: Vec<String> = nodes.into_iter().chain(time).collect();
        if limits.is_empty() {
            "no limit".into()
        } else {
            format!("limit {} a cell", limits.join(" and "))
        }
    }
}

/// Solves every cell on `jobs` threads and passes the results to `take` in order, with the
/// indices of the table and of the cell in it. After a cancellation of `control` the remaining
/// cells are interrupted.
pub fn run_tables(
    tables: &[CrawfordTable],
    limits: CellLimits,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(usize, usize, SearchTrial),
) {
    let places: Vec<(usize, usize)> = (0..tables.len())
        .flat_map(|table| (0..tables[table].cells.len()).map(move |cell| (table, cell)))
        .collect();
    let work = |_: &mut (), task: usize| {
        // The timeout starts when the cell does, so that waiting for a free thread does not count.
        let (table, cell) = places[task];
        let limit = limits.max_enumerations(tables[table].which);
        solve_cell(&tables[table].cells[cell], limit, &control.with_timeout(limits.time))
    };
    in_order(
        places.len(),
        jobs,
        || (),
        // Interrupted cells are results as well, so that each table is completed and printed.
        |state, task| Some(work(state, task)),
        &mut |task, trial| {
            let (table, cell) = places[task];
            take(table, cell, trial);
        },
    );
}

/// Solves one cell.
pub(super) fn solve_cell(
    cell: &CrawfordCell,
    limit: Option<u64>,
    control: &Control,
) -> SearchTrial {
    let model = match cell.problem.empty_model() {
        Ok(model) => Arc::new(model),
        Err(error) => return SearchTrial::without_search(TrialEnd::Fault(error.to_string())),
    };
    let mut bench = TrialBench::new(model, &cell.strategy.engine_spec(limit), control);
    bench.search_first(&*cell.problem.instance, &cell.problem.viewpoint, control)
}
