//! The cells of tables in machine-readable form.

use serde::Serialize;

use super::super::first_solution::{End, Trial};
use super::marks::Mark;
use super::published::Published;
use super::run::Limits;
use super::tables::{Cell, Reference, Table};

/// A cell of ours with the paper's, or one of the paper's alone.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    table: &'a str,
    puzzle: &'a str,
    problem: String,
    model: String,
    strategy: String,
    engine: String,
    end: &'a str,
    enumerations: Option<u64>,
    backtracks: Option<u64>,
    solve_s: Option<f64>,
    paper_enumerations: Option<u64>,
    paper_backtracks: Option<u64>,
    paper_s: Option<f64>,
    paper_unsolved: bool,
    equal_enumerations: Option<bool>,
    equal_backtracks: Option<bool>,
}

impl<'a> Record<'a> {
    pub(super) fn of(table: &'a Table, limits: Limits, cell: &'a Cell, trial: &'a Trial) -> Self {
        let solved = trial.end == End::Solved;
        let own = |name| solved.then(|| trial.count(name));
        let equal = match Mark::of(trial, cell.published) {
            Mark::Both { enumerations, backtracks } => Some((enumerations, backtracks)),
            _ => None,
        };
        Record {
            problem: cell.problem.name.clone(),
            model: cell.problem.viewpoint.to_string(),
            strategy: cell.strategy.name(),
            engine: cell.strategy.engine(limits.enumerations(table.which)).to_string(),
            end: end(&trial.end),
            enumerations: own("enumerations"),
            backtracks: own("backtracks"),
            solve_s: Some(trial.time.as_secs_f64()),
            equal_enumerations: equal.map(|equal| equal.0),
            equal_backtracks: equal.map(|equal| equal.1),
            ..Record::published(table, cell.problem.instance.puzzle(), cell.published)
        }
    }

    /// The records of a row that only the paper has.
    pub(super) fn all_of(table: &'a Table, reference: &'a Reference) -> Vec<Self> {
        let puzzle = table.cells.first().map_or("", |cell| cell.problem.instance.puzzle());
        let record = |(cell, &published): (&Cell, &Published)| Record {
            problem: format!("paper: {}", reference.name),
            strategy: cell.strategy.name(),
            ..Record::published(table, puzzle, published)
        };
        table.cells.iter().zip(&reference.cells).map(record).collect()
    }

    /// Returns the record of a published cell.
    fn published(table: &'a Table, puzzle: &'a str, published: Published) -> Self {
        let paper = match published {
            Published::Solved(e, b, milliseconds) => Some((e, b, milliseconds)),
            Published::Unsolved | Published::Nothing => None,
        };
        Record {
            table: table.which.name(),
            puzzle,
            problem: String::new(),
            model: String::new(),
            strategy: String::new(),
            engine: String::new(),
            end: "published",
            enumerations: None,
            backtracks: None,
            solve_s: None,
            paper_enumerations: paper.map(|paper| paper.0),
            paper_backtracks: paper.map(|paper| paper.1),
            paper_s: paper.map(|paper| paper.2 as f64 / 1000.0),
            paper_unsolved: published == Published::Unsolved,
            equal_enumerations: None,
            equal_backtracks: None,
        }
    }
}

/// How a search ended, in a word.
fn end(end: &End) -> &'static str {
    match end {
        End::Solved => "solved",
        End::NoSolution => "no solution",
        End::Limit(_) => "limit",
        End::Interrupted => "interrupted",
        End::Fault(_) => "fault",
    }
}
