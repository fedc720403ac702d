//! Prints the tables cell by cell.

use std::io::{self, Write};

use serde::Serialize;

use super::super::sheet::{Form, Sheet};
use super::super::trial::{End, Trial};
use super::marks::{Mark, Tally, ours, theirs};
use super::published::Published;
use super::run::Limits;
use super::tables::{Cell, Table};

/// The meaning of the marks.
const LEGEND: &str = "E/B: enumerations and backtracks to the first solution; under ours those of \
    the paper.\n= after a number: equal to the paper's; -: beyond the limit (-=: in the paper, \
    too, and no earlier); !: solved here,\nnot in the paper; ?: not finished. Times are from different \
    machines, this one and the paper's.";

/// Prints tables in one of the formats.
pub struct Printer<W: Write> {
    out: W,
    form: Form,
    limits: Limits,
    /// The trials of the current table.
    trials: Vec<Trial>,
    tallies: Vec<Tally>,
    begun: bool,
}

/// A cell in machine-readable form.
#[derive(Serialize)]
struct Record<'a> {
    table: &'a str,
    puzzle: &'a str,
    problem: &'a str,
    model: String,
    strategy: String,
    engine: String,
    end: &'a str,
    enumerations: Option<u64>,
    backtracks: Option<u64>,
    solve_s: f64,
    paper_enumerations: Option<u64>,
    paper_backtracks: Option<u64>,
    paper_s: Option<f64>,
    paper_unsolved: bool,
    equal_enumerations: Option<bool>,
    equal_backtracks: Option<bool>,
}

impl<W: Write> Printer<W> {
    /// Makes a printer of tables to `out`.
    pub fn new(out: W, form: Form, limits: Limits) -> Self {
        Printer { out, form, limits, trials: Vec::new(), tallies: Vec::new(), begun: false }
    }

    /// Adds the next cell of a table.
    ///
    /// # Errors
    /// Those of the output.
    pub fn add(&mut self, table: &Table, cell: usize, trial: Trial) -> io::Result<()> {
        let record = self.record(table, &table.cells[cell], &trial);
        match self.form {
            Form::Json => {
                serde_json::to_writer(&mut self.out, &record)?;
                writeln!(self.out)?;
            }
            Form::Csv => {
                let mut line = csv::WriterBuilder::new();
                line.has_headers(!self.begun);
                line.from_writer(&mut self.out).serialize(record)?;
            }
            Form::Text(_) | Form::Markdown => {}
        }
        self.begun = true;
        self.trials.push(trial);
        if self.trials.len() == table.cells.len() {
            let trials = std::mem::take(&mut self.trials);
            self.end_table(table, &trials)?;
        }
        self.out.flush()
    }

    fn record<'a>(&self, table: &Table, cell: &'a Cell, trial: &'a Trial) -> Record<'a> {
        let solved = trial.end == End::Solved;
        let own = |name| solved.then(|| trial.count(name));
        let (paper, equal) = match (cell.published, Mark::of(trial, cell.published)) {
            (Published::Solved(e, b, t), Mark::Both { enumerations, backtracks }) => {
                (Some((e, b, t)), Some((enumerations, backtracks)))
            }
            (Published::Solved(e, b, t), _) => (Some((e, b, t)), None),
            _ => (None, None),
        };
        Record {
            table: table.which.name(),
            puzzle: cell.problem.instance.puzzle(),
            problem: &cell.problem.name,
            model: cell.problem.viewpoint.to_string(),
            strategy: cell.strategy.name(),
            engine: cell.strategy.engine(self.limits.enumerations(table.which)).to_string(),
            end: end(&trial.end),
            enumerations: own("enumerations"),
            backtracks: own("backtracks"),
            solve_s: trial.time.as_secs_f64(),
            paper_enumerations: paper.map(|paper| paper.0),
            paper_backtracks: paper.map(|paper| paper.1),
            paper_s: paper.map(|paper| paper.2 as f64 / 1000.0),
            paper_unsolved: cell.published == Published::Unsolved,
            equal_enumerations: equal.map(|equal| equal.0),
            equal_backtracks: equal.map(|equal| equal.1),
        }
    }

    fn end_table(&mut self, table: &Table, trials: &[Trial]) -> io::Result<()> {
        let mut tally = Tally::default();
        table.cells.iter().zip(trials).for_each(|(cell, trial)| tally.add(trial, cell.published));
        self.tallies.push(tally);
        let counts = sheet(table, trials, "E/B", ours, theirs);
        let times = sheet(table, trials, "ms", our_time, their_time);
        let limit = self.limits.describe(table.which);
        let out = &mut self.out;
        match self.form {
            Form::Text(layout) => {
                writeln!(out, "{} ({limit})\n{}", table.title, table.note)?;
                write!(out, "{}\n{}", counts.text(layout), times.text(layout))?;
            }
            Form::Markdown => {
                writeln!(out, "### {} ({limit})\n\n{}\n", table.title, table.note)?;
                write!(out, "{}\n{}\n", counts.markdown(), times.markdown())?;
            }
            Form::Json | Form::Csv => return Ok(()),
        }
        for sentence in tally.summary().into_iter().chain(tally.warning()) {
            writeln!(out, "Table {}: {sentence}.", table.which.name())?;
        }
        for (cell, trial) in table.cells.iter().zip(trials) {
            if let End::Fault(why) = &trial.end {
                writeln!(out, "FAULT: {} {}: {why}", cell.problem.name, cell.strategy.name())?;
            }
        }
        writeln!(out)
    }

    /// Prints a summary of everything added.
    ///
    /// # Errors
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<()> {
        match self.form {
            Form::Text(_) => writeln!(self.out, "{LEGEND}")?,
            Form::Markdown => writeln!(self.out, "{}", LEGEND.replace('\n', " "))?,
            Form::Json | Form::Csv => {}
        }
        self.out.flush()
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

/// Milliseconds with the significant digits.
fn our_time(trial: &Trial, _: Published) -> String {
    let time = trial.time.as_secs_f64() * 1000.0;
    match time {
        _ if matches!(trial.end, End::Interrupted | End::Fault(_)) => "?".into(),
        t if t < 1.0 => format!("{t:.3}"),
        t if t < 100.0 => format!("{t:.1}"),
        t => format!("{t:.0}"),
    }
}

fn their_time(published: Published) -> String {
    match published {
        Published::Solved(_, _, time) => time.to_string(),
        Published::Unsolved => "-".into(),
        Published::Nothing => String::new(),
    }
}

/// A row of ours and, if there is one, the paper's row below it.
fn sheet(
    table: &Table,
    trials: &[Trial],
    what: &str,
    ours: fn(&Trial, Published) -> String,
    theirs: fn(Published) -> String,
) -> Sheet {
    let width = table.columns.len();
    let mut header = vec![what.to_owned()];
    header.extend(table.columns.iter().cloned());
    let mut rows = Vec::new();
    let lines = table.cells.chunks(width).zip(trials.chunks(width));
    for (name, (cells, trials)) in table.rows.iter().zip(lines) {
        let both = cells.iter().zip(trials);
        let own = both.map(|(cell, trial)| ours(trial, cell.published));
        rows.push(std::iter::once(name.clone()).chain(own).collect());
        if cells.iter().any(|cell| cell.published != Published::Nothing) {
            let paper = cells.iter().map(|cell| theirs(cell.published));
            rows.push(std::iter::once("   paper".to_owned()).chain(paper).collect());
        }
    }
    Sheet { header, rows }
}
