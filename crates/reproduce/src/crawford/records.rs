//! The cells of tables in machine-readable form.

use serde::Serialize;

use super::super::first_solution::{SearchTrial, TrialEnd};
use super::paper_comparison::PaperComparison;
use super::published::PublishedCell;
use super::run::CellLimits;
use super::tables::{CrawfordCell, CrawfordTable, ReferenceRow};

/// A cell of ours with the paper's, or one of the paper's alone.
#[derive(Serialize)]
pub(super) struct CrawfordRecord<'a> {
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

impl<'a> CrawfordRecord<'a> {
    pub(super) fn from_trial(
        table: &'a CrawfordTable,
        limits: CellLimits,
        cell: &'a CrawfordCell,
        trial: &'a SearchTrial,
    ) -> Self {
        let solved = trial.end == TrialEnd::Solved;
        let own = |name| solved.then(|| trial.counter_value(name));
        let equal = match PaperComparison::from_trial(trial, cell.published) {
            PaperComparison::Both { enumerations, backtracks } => Some((enumerations, backtracks)),
            _ => None,
        };
        CrawfordRecord {
            problem: cell.problem.name.clone(),
            model: cell.problem.viewpoint.to_string(),
            strategy: cell.strategy.name(),
            engine: cell.strategy.engine_spec(limits.max_enumerations(table.which)).to_string(),
            end: end_name(&trial.end),
            enumerations: own("enumerations"),
            backtracks: own("backtracks"),
            solve_s: Some(trial.time.as_secs_f64()),
            equal_enumerations: equal.map(|equal| equal.0),
            equal_backtracks: equal.map(|equal| equal.1),
            // A cell of ours contains everything that the paper's cell has; these members are its
            // own.
            ..CrawfordRecord::from_published(
                table,
                cell.problem.instance.puzzle_name(),
                cell.published,
            )
        }
    }

    /// The records of a row that only the paper has.
    pub(super) fn all_of(table: &'a CrawfordTable, reference: &'a ReferenceRow) -> Vec<Self> {
        let puzzle = table.cells.first().map_or("", |cell| cell.problem.instance.puzzle_name());
        let record = |(cell, &published): (&CrawfordCell, &PublishedCell)| CrawfordRecord {
            problem: format!("paper: {}", reference.name),
            strategy: cell.strategy.name(),
            ..CrawfordRecord::from_published(table, puzzle, published)
        };
        table.cells.iter().zip(&reference.cells).map(record).collect()
    }

    /// Returns the record of a published cell.
    fn from_published(table: &'a CrawfordTable, puzzle: &'a str, published: PublishedCell) -> Self {
        let paper = match published {
            PublishedCell::Solved(e, b, milliseconds) => Some((e, b, milliseconds)),
            PublishedCell::Unsolved | PublishedCell::Nothing => None,
        };
        CrawfordRecord {
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
            paper_unsolved: published == PublishedCell::Unsolved,
            equal_enumerations: None,
            equal_backtracks: None,
        }
    }
}

/// How a search ended, in a word.
fn end_name(end: &TrialEnd) -> &'static str {
    match end {
        TrialEnd::Solved => "solved",
        TrialEnd::NoSolution => "no solution",
        TrialEnd::Limit(_) => "limit",
        TrialEnd::Interrupted => "interrupted",
        TrialEnd::Fault(_) => "fault",
    }
}
