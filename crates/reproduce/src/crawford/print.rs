//! Prints the tables cell by cell.

use std::io::{self, Write};

use super::super::first_solution::{End, Trial};
use super::super::form::{Form, json};
use super::super::page::Page;
use super::marks::{Tally, ours, takes_all, theirs};
use super::published::Published;
use super::records::Record;
use super::run::Limits;
use super::tables::Table;
use parallax_report::Sheet;

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
    begun: bool,
}

impl<W: Write> Printer<W> {
    /// Makes a printer of tables to `out`.
    pub fn new(out: W, form: Form, limits: Limits) -> Self {
        Printer { out, form, limits, trials: Vec::new(), begun: false }
    }

    /// Adds the next cell of a table.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn add(&mut self, table: &Table, cell: usize, trial: Trial) -> io::Result<()> {
        self.write(&Record::of(table, self.limits, &table.cells[cell], &trial))?;
        self.trials.push(trial);
        if self.trials.len() == table.cells.len() {
            let trials = std::mem::take(&mut self.trials);
            let references = table.references.iter();
            references
                .flat_map(|reference| Record::all_of(table, reference))
                .try_for_each(|record| self.write(&record))?;
            self.end_table(table, &trials)?;
        }
        self.out.flush()
    }

    /// Writes a record, where the format has records.
    fn write(&mut self, record: &Record<'_>) -> io::Result<()> {
        match self.form {
            Form::Json => json(&mut self.out, [record])?,
            Form::Csv => {
                let mut line = csv::WriterBuilder::new();
                line.has_headers(!self.begun);
                line.from_writer(&mut self.out).serialize(record)?;
            }
            Form::Text(_) | Form::Markdown | Form::Latex => {}
        }
        self.begun = true;
        Ok(())
    }

    fn end_table(&mut self, table: &Table, trials: &[Trial]) -> io::Result<()> {
        let page = || page(table, &self.limits.describe(table.which), trials);
        let title = if matches!(self.form, Form::Markdown) { "### " } else { "" };
        let text = self.form.shown(page);
        text.map_or(Ok(()), |text| writeln!(self.out, "{title}{text}"))
    }

    /// Prints the meaning of the marks.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn finish(mut self) -> io::Result<()> {
        let legend = self.form.shown(|| Page::default().description(LEGEND));
        self.out.write_all(legend.unwrap_or_default().as_bytes())?;
        self.out.flush()
    }
}

/// A table: counts, times, and how they compare.
fn page(table: &Table, limit: &str, trials: &[Trial]) -> Page {
    let mut tally = Tally::default();
    table.cells.iter().zip(trials).for_each(|(cell, trial)| tally.add(trial, cell.published));
    let name = table.which.name();
    let summaries = tally.summary().into_iter().chain(tally.warning());
    let summaries = summaries.map(|sentence| format!("Table {name}: {sentence}."));
    let faults = table.cells.iter().zip(trials).filter_map(|(cell, trial)| match &trial.end {
        End::Fault(why) => {
            Some(format!("FAULT: {} {}: {why}", cell.problem.name, cell.strategy.name()))
        }
        _ => None,
    });
    let below: Vec<String> = summaries.chain(identified(table, trials)).chain(faults).collect();
    Page::default()
        .description(format!("{} ({limit})", table.title))
        .description(table.which.note())
        .table(sheet(table, trials, "E/B", ours, theirs))
        .table(sheet(table, trials, "ms", our_time, their_time))
        .description(below.join("\n"))
}

/// Which rows take all numbers of a row that only the paper has.
fn identified(table: &Table, trials: &[Trial]) -> Vec<String> {
    if table.references.is_empty() {
        return Vec::new();
    }
    let lines = table.rows.iter().zip(trials.chunks(table.columns.len()));
    let same = lines.flat_map(|(row, trials)| {
        let equal = table.references.iter().filter(|paper| takes_all(trials, &paper.cells));
        equal.map(move |paper| format!("{row}: all numbers of the paper's {}.", paper.name))
    });
    let same: Vec<String> = same.collect();
    if same.is_empty() {
        vec!["No board has all numbers of a row of the paper.".into()]
    } else {
        same
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

/// A row of ours and, if there is one, the paper's row below it; then the rows that only the paper
/// has.
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
    let named = |name: String, cells: &mut dyn Iterator<Item = String>| {
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    };
    let mut rows = Vec::new();
    let lines = table.cells.chunks(width).zip(trials.chunks(width));
    for (name, (cells, trials)) in table.rows.iter().zip(lines) {
        let mut own = cells.iter().zip(trials).map(|(cell, trial)| ours(trial, cell.published));
        rows.push(named(name.clone(), &mut own));
        if cells.iter().any(|cell| cell.published != Published::Nothing) {
            let mut paper = cells.iter().map(|cell| theirs(cell.published));
            rows.push(named("   paper".to_owned(), &mut paper));
        }
    }
    for reference in &table.references {
        let mut paper = reference.cells.iter().map(|&cell| theirs(cell));
        rows.push(named(format!("paper: {}", reference.name), &mut paper));
    }
    Sheet::figures(header, rows)
}
