//! A comparison for people: the engines of one instance, or a summary of many.

use std::collections::BTreeMap;
use std::io::{self, Write};

use parallax_compare::{InstanceComparison, Row, Verdict};
use parallax_instance::{InputError, PuzzleSolution};

use super::differences::describe_differences;
use super::layout::{TextLayout, TextStyle};
use super::overview::{engine_table, reason_notes, row_table, summary_table};
use super::table::describe_disagreement;
use super::{
    ComparisonSummary, ResultReporter, counters_text, instance_name, marked_cells, verdict_text,
    viewpoints,
};

/// The number of rows at which a table is printed, if every row is requested.
const TABLE_CHUNK_ROWS: usize = 1000;

/// Maximum number of instances of one verdict whose names are listed.
const MAX_LISTED_INSTANCES: usize = 8;

/// Settings of a [`TextReporter`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TextReporterOptions {
    /// The layout.
    pub layout: TextLayout,
    /// Whether every row of every instance is printed.
    pub rows: bool,
    /// Whether the summary has a row for each model and engine.
    pub by_model: bool,
    /// Whether the counters of engines are printed with their rows.
    pub counters: bool,
    /// Whether only verdicts and disagreements are printed, no tables.
    pub quiet: bool,
}

/// Prints a table of the engines for one instance. For several it prints a summary by engine, after
/// the disagreements, which are printed as they are found; the rows of every instance if they are
/// requested.
pub struct TextReporter<W> {
    out: W,
    view: TextReporterOptions,
    /// The first instance, held back until there is a second one.
    first: Option<FirstInstance>,
    instances: u64,
    /// Rows that are not printed yet.
    rows: Vec<Row>,
    /// Instances without agreement, by verdict: their number and the first names.
    open: BTreeMap<Verdict, (u64, Vec<String>)>,
    /// The first errors of inputs that cannot be read.
    unread: Vec<String>,
}

/// An instance as it is printed if it is the only one, and its disagreement for the other case.
struct FirstInstance {
    alone: String,
    disagreement: Option<String>,
}

impl<W: Write> TextReporter<W> {
    /// Prints to `out`.
    pub fn new(out: W, view: TextReporterOptions) -> Self {
        let (rows, open, unread) = (Vec::new(), BTreeMap::new(), Vec::new());
        TextReporter { out, view, first: None, instances: 0, rows, open, unread }
    }

    /// Returns the full text of the only instance.
    fn render_instance(&self, compared: &InstanceComparison) -> String {
        let layout = &self.view.layout;
        let mut text = String::new();
        if let Some(row) = compared.rows.first() {
            text += &format!("{}: {}\n\n", instance_name(row), compared.found.instance.title());
        }
        text += &engine_table(&compared.rows, compared.verdict, layout);
        if self.view.counters {
            text += &self.counter_lines(&compared.rows);
        }
        text += &reason_notes(&compared.rows, layout);
        if let Some([one, two]) = two_solutions(compared) {
            let picture = compared.found.instance.picture().draw_text(&[one.clone(), two.clone()]);
            text += &format!("\nnot unique:\n{}", marked_cells::style_marks(&picture, layout));
            if let Some(differences) = describe_differences(&compared.found, one, two) {
                text += &layout.wrap_text(&differences, 2);
            }
        }
        text.push('\n');
        if compared.verdict.is_disagreement() {
            text += &layout.wrap_text(&verdict_text(compared), 2);
        }
        text
    }

    fn counter_lines(&self, rows: &[Row]) -> String {
        let lines = rows.iter().filter(|row| row.counters.iter().next().is_some()).map(|row| {
            self.view.layout.wrap_text(&format!("{}: {}", row.engine, counters_text(row, " ")), 2)
        });
        let lines: String = lines.collect();
        if lines.is_empty() { lines } else { format!("\n{lines}") }
    }

    /// Prints the rows that are not printed yet.
    fn flush_rows(&mut self) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.rows);
        if waiting.is_empty() {
            return Ok(());
        }
        let layout = &self.view.layout;
        let mut text = row_table(&waiting, layout);
        if self.view.counters {
            text += &self.counter_lines(&waiting);
        }
        text += &reason_notes(&waiting, layout);
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn print_disagreement(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(self.view.layout.style_text(text, TextStyle::Bad).as_bytes())?;
        self.out.flush()
    }

    /// Returns the instances without agreement, a line for each verdict.
    fn open_lines(&self) -> String {
        let lines = self.open.iter().map(|(verdict, (number, names))| {
            let rest = *number - names.len() as u64;
            let more = if rest > 0 { format!(", and {rest} more") } else { String::new() };
            self.view.layout.wrap_text(&format!("{verdict}: {}{more}", names.join(", ")), 2)
        });
        lines.collect()
    }
}

/// Returns two different solutions of an instance that was solved for at most two: the instance is
/// not unique.
fn two_solutions(compared: &InstanceComparison) -> Option<&[PuzzleSolution; 2]> {
    let row = compared.rows.iter().find(|row| row.kept.len() == 2 && row.checked)?;
    // Puzzles whose usual task is to find all solutions may well have two.
    let grid = compared.found.instance.default_task() != parallax_model::engine_api::Task::All;
    row.kept.as_slice().try_into().ok().filter(|_| grid)
}

impl<W: Write> ResultReporter for TextReporter<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        self.instances += 1;
        if compared.verdict != Verdict::Agree {
            let (number, names) = self.open.entry(compared.verdict).or_default();
            *number += 1;
            if names.len() < MAX_LISTED_INSTANCES {
                names.extend(compared.rows.first().map(instance_name));
            }
        }
        let differs = compared.verdict.is_disagreement();
        let differs = differs.then(|| describe_disagreement(compared));
        if self.view.rows {
            // Tables show no solutions, which would take much of the memory of the held rows.
            self.rows.extend(compared.rows.iter().cloned().map(|row| Row {
                solutions: Vec::new(),
                kept: Vec::new(),
                ..row
            }));
        }
        if self.instances == 1 {
            let alone = self.render_instance(compared);
            self.first = Some(FirstInstance { alone, disagreement: differs });
            return Ok(());
        }
        // The second instance shows that the first is not alone. Its disagreement has been held
        // back, and is printed before that of the second.
        let first = self.first.take().and_then(|first| first.disagreement);
        for text in first.iter().chain(&differs) {
            self.print_disagreement(text)?;
        }
        if self.rows.len() >= TABLE_CHUNK_ROWS { self.flush_rows() } else { Ok(()) }
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        if self.unread.len() < MAX_LISTED_INSTANCES {
            self.unread.push(format!("error: {error}"));
        }
        Ok(())
    }

    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()> {
        let layout = self.view.layout;
        match self.first.take() {
            Some(first) if self.view.quiet => {
                if let Some(text) = first.disagreement {
                    self.print_disagreement(&text)?;
                }
            }
            _ if self.view.quiet => self.out.write_all(self.open_lines().as_bytes())?,
            // The first instance is still held, so it was the only one.
            Some(first) if !self.view.rows => self.out.write_all(first.alone.as_bytes())?,
            _ if self.instances > 0 => {
                self.flush_rows()?;
                writeln!(self.out, "{}", summary_table(summary, self.view.by_model, &layout))?;
                let by_viewpoint = if self.view.by_model {
                    viewpoints::viewpoint_table(summary, &layout)
                } else {
                    String::new()
                };
                if !by_viewpoint.is_empty() {
                    writeln!(self.out, "{by_viewpoint}")?;
                }
                self.out.write_all(self.open_lines().as_bytes())?;
            }
            _ => {}
        }
        for error in &self.unread {
            self.out.write_all(layout.wrap_text(error, 2).as_bytes())?;
        }
        let paint = match summary.exit_code() {
            0 => TextStyle::Good,
            4 | 5 => TextStyle::Bad,
            _ => TextStyle::Doubtful,
        };
        if self.view.quiet {
            writeln!(self.out, "{}", layout.style_text(summary.worst_verdict().name(), paint))?;
            return self.out.flush();
        }
        writeln!(self.out, "{}", layout.style_text(&summary.summary_line(), paint))?;
        if let Some(fastest) = summary.fastest_engine() {
            self.out.write_all(layout.wrap_text(&fastest.to_string(), 2).as_bytes())?;
        }
        self.out.flush()
    }
}
