//! Prints the tables cell by cell.

use std::io::{self, Write};

use super::super::first_solution::{SearchTrial, TrialEnd};
use super::super::form::{ReproductionFormat, write_json};
use super::super::page::StudyPage;
use super::paper_comparison::{PaperComparisonTally, our_counts, paper_counts, takes_all};
use super::published::PublishedCell;
use super::records::CrawfordRecord;
use super::run::CellLimits;
use super::tables::CrawfordTable;
use parallax_report::ReportTable;

/// The meaning of the marks.
const MARK_LEGEND: &str = "E/B: enumerations and backtracks to the first solution; under ours those of \
    the paper.\n= after a number: equal to the paper's; -: beyond the limit (-=: in the paper, \
    too, and no earlier); !: solved here,\nnot in the paper; ?: not finished. Times are from different \
    machines, this one and the paper's.";

/// Prints tables in one of the formats.
pub struct CrawfordPrinter<W: Write> {
    out: W,
    form: ReproductionFormat,
    limits: CellLimits,
    /// The trials of the current table.
    trials: Vec<SearchTrial>,
    begun: bool,
}

impl<W: Write> CrawfordPrinter<W> {
    /// Makes a printer of tables to `out`.
    pub fn new(out: W, form: ReproductionFormat, limits: CellLimits) -> Self {
        CrawfordPrinter { out, form, limits, trials: Vec::new(), begun: false }
    }

    /// Adds the next cell of a table.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn add_trial(
        &mut self,
        table: &CrawfordTable,
        cell: usize,
        trial: SearchTrial,
    ) -> io::Result<()> {
        self.write_record(&CrawfordRecord::from_trial(
            table,
            self.limits,
            &table.cells[cell],
            &trial,
        ))?;
        self.trials.push(trial);
        // Cells arrive in order, so a full table is complete. Tables are printed whole, since the
        // width of a column depends on all its cells.
        if self.trials.len() == table.cells.len() {
            let trials = std::mem::take(&mut self.trials);
            let references = table.references.iter();
            references
                .flat_map(|reference| CrawfordRecord::all_of(table, reference))
                .try_for_each(|record| self.write_record(&record))?;
            self.end_table(table, &trials)?;
        }
        self.out.flush()
    }

    /// Writes a record, if the format has records.
    fn write_record(&mut self, record: &CrawfordRecord<'_>) -> io::Result<()> {
        match self.form {
            ReproductionFormat::Json => write_json(&mut self.out, [record])?,
            ReproductionFormat::Csv => {
                let mut line = csv::WriterBuilder::new();
                // The serializer borrows the output for one record only, so a new one is made each
                // time, and only the first writes the header.
                line.has_headers(!self.begun);
                line.from_writer(&mut self.out).serialize(record)?;
            }
            ReproductionFormat::Text(_)
            | ReproductionFormat::Markdown
            | ReproductionFormat::Latex => {}
        }
        self.begun = true;
        Ok(())
    }

    fn end_table(&mut self, table: &CrawfordTable, trials: &[SearchTrial]) -> io::Result<()> {
        let page = || table_page(table, &self.limits.describe_limits(table.which), trials);
        let title = if matches!(self.form, ReproductionFormat::Markdown) { "### " } else { "" };
        let text = self.form.shown_page(page);
        text.map_or(Ok(()), |text| writeln!(self.out, "{title}{text}"))
    }

    /// Prints the meaning of the marks.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn finish(mut self) -> io::Result<()> {
        let legend = self.form.shown_page(|| StudyPage::default().description(MARK_LEGEND));
        self.out.write_all(legend.unwrap_or_default().as_bytes())?;
        self.out.flush()
    }
}

/// A table: counts, times, and how they compare.
fn table_page(table: &CrawfordTable, limit: &str, trials: &[SearchTrial]) -> StudyPage {
    let mut tally = PaperComparisonTally::default();
    table.cells.iter().zip(trials).for_each(|(cell, trial)| tally.add_trial(trial, cell.published));
    let name = table.which.name();
    let summaries = tally.summary_sentence().into_iter().chain(tally.dash_warning());
    let summaries = summaries.map(|sentence| format!("Table {name}: {sentence}."));
    let faults = table.cells.iter().zip(trials).filter_map(|(cell, trial)| match &trial.end {
        TrialEnd::Fault(why) => {
            Some(format!("FAULT: {} {}: {why}", cell.problem.name, cell.strategy.name()))
        }
        _ => None,
    });
    let below: Vec<String> =
        summaries.chain(identified_rows(table, trials)).chain(faults).collect();
    StudyPage::default()
        .description(format!("{} ({limit})", table.title))
        .description(table.which.model_note())
        .with_table(cell_comparison_table(table, trials, "E/B", our_counts, paper_counts))
        .with_table(cell_comparison_table(table, trials, "ms", our_time, their_time))
        .description(below.join("\n"))
}

/// Returns a sentence for each row that has all numbers of a row of the paper's boards.
fn identified_rows(table: &CrawfordTable, trials: &[SearchTrial]) -> Vec<String> {
    if table.references.is_empty() {
        return Vec::new();
    }
    // Cells are stored row by row, so each chunk is the row of one board.
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
fn our_time(trial: &SearchTrial, _: PublishedCell) -> String {
    let time = trial.time.as_secs_f64() * 1000.0;
    match time {
        _ if matches!(trial.end, TrialEnd::Interrupted | TrialEnd::Fault(_)) => "?".into(),
        t if t < 1.0 => format!("{t:.3}"),
        t if t < 100.0 => format!("{t:.1}"),
        t => format!("{t:.0}"),
    }
}

fn their_time(published: PublishedCell) -> String {
    match published {
        PublishedCell::Solved(_, _, time) => time.to_string(),
        PublishedCell::Unsolved => "-".into(),
        PublishedCell::Nothing => String::new(),
    }
}

/// A row of ours and, if there is one, the paper's row below it; then the rows that only the paper
/// has.
fn cell_comparison_table(
    table: &CrawfordTable,
    trials: &[SearchTrial],
    what: &str,
    ours: fn(&SearchTrial, PublishedCell) -> String,
    theirs: fn(PublishedCell) -> String,
) -> ReportTable {
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
        // A row of dashes is printed, a row without any published cell is not.
        if cells.iter().any(|cell| cell.published != PublishedCell::Nothing) {
            let mut paper = cells.iter().map(|cell| theirs(cell.published));
            rows.push(named("   paper".to_owned(), &mut paper));
        }
    }
    for reference in &table.references {
        let mut paper = reference.cells.iter().map(|&cell| theirs(cell));
        rows.push(named(format!("paper: {}", reference.name), &mut paper));
    }
    ReportTable::from_figures(header, rows)
}
