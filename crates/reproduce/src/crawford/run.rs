//! Runs the cells of tables in parallel.

use std::sync::Arc;
use std::time::Duration;

use parallax_model::ask::{Control, in_order};

use super::super::first_solution::{Bench, End, Trial};
use super::tables::{Cell, Table};
use super::which::Which;

/// The limits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of enumerations of a cell of a compared table; other tables get a tenth.
    pub enumerations: Option<u64>,
    /// Maximum time of a cell.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// Enough for every cell that the paper solved: the largest of them, S2 on magic squares of
    /// order 5, takes 9,113,251 enumerations.
    fn default() -> Self {
        Limits { enumerations: Some(10_000_000), time: None }
    }
}

impl Limits {
    /// The limits of the paper: ten minutes, with any number of enumerations.
    pub const PAPER: Limits = Limits { enumerations: None, time: Some(Duration::from_secs(600)) };

    /// Returns the maximum number of enumerations of a cell of this table.
    #[must_use]
    pub fn enumerations(self, which: Which) -> Option<u64> {
        let share = if which.is_compared() { 1 } else { 10 };
        self.enumerations.map(|limit| limit.div_ceil(share))
    }

    /// Describes the limits of this table.
    #[must_use]
    pub fn describe(self, which: Which) -> String {
        let nodes = self.enumerations(which).map(|limit| format!("{limit} enumerations"));
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
pub fn run(
    tables: &[Table],
    limits: Limits,
    jobs: usize,
    control: &Control,
    take: &mut dyn FnMut(usize, usize, Trial),
) {
    let places: Vec<(usize, usize)> = (0..tables.len())
        .flat_map(|table| (0..tables[table].cells.len()).map(move |cell| (table, cell)))
        .collect();
    let work = |_: &mut (), task: usize| {
        let (table, cell) = places[task];
        let limit = limits.enumerations(tables[table].which);
        solve(&tables[table].cells[cell], limit, &control.within(limits.time))
    };
    in_order(
        places.len(),
        jobs,
        || (),
        |state, task| Some(work(state, task)),
        &mut |task, trial| {
            let (table, cell) = places[task];
            take(table, cell, trial);
        },
    );
}

/// Solves one cell.
pub(super) fn solve(cell: &Cell, limit: Option<u64>, control: &Control) -> Trial {
    let model = match cell.problem.model() {
        Ok(model) => Arc::new(model),
        Err(error) => return Trial::none(End::Fault(error.to_string())),
    };
    let mut bench = Bench::new(model, &cell.strategy.engine(limit), control);
    bench.first(&*cell.problem.instance, &cell.problem.viewpoint, control)
}
