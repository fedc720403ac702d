//! Ratings for people: a line for each instance, and sums over many.

use std::io::{self, Write};

use parallax_compare::Compared;
use parallax_model::instance::InputError;
use parallax_why::hint::Difficulty;

use super::super::columns::{Cell, Column};
use super::super::layout::{Layout, Paint};
use super::super::table::disagreement;
use super::super::{Report, Summary, counters, instance_name, remark, seconds};
use super::grade::{Grade, failures, finished};
use super::steps::{Steps, score, words};
use super::totals::Totals;
use super::{row_of, solutions};
use crate::csv::optional;

/// The number of rows at which a table is printed.
const CHUNK: usize = 1000;

/// Prints ratings as tables.
pub struct RatingText<W> {
    out: W,
    layout: Layout,
    /// Whether the counters of engines and the reasons of unfinished runs are printed.
    verbose: bool,
    engines: Vec<String>,
    steps: Steps,
    /// Rows that are not printed yet, and the notes below their table.
    rows: Vec<Vec<Cell>>,
    /// The steps of the same instances.
    paths: Vec<Vec<Cell>>,
    notes: String,
    totals: Totals,
}

impl<W: Write> RatingText<W> {
    /// Prints to `out` the ratings by these engines.
    pub fn new(out: W, layout: Layout, verbose: bool, engines: Vec<String>, steps: Steps) -> Self {
        let (notes, totals) = (String::new(), Totals::default());
        let (rows, paths) = (Vec::new(), Vec::new());
        RatingText { out, layout, verbose, engines, steps, rows, paths, notes, totals }
    }

    fn flush_rows(&mut self) -> io::Result<()> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut columns = vec![
            Column::words("instance", 0),
            Column::words("grade", 0),
            Column::numbers("difficulty", 1),
            Column::numbers("solutions", 3),
        ];
        columns.extend(self.engines.iter().map(|engine| Column::numbers(engine, 2)));
        columns.push(Column::numbers("time s", 4));
        writeln!(self.out, "{}", self.layout.table(&columns, &rows))?;
        let paths = std::mem::take(&mut self.paths);
        if !paths.is_empty() {
            writeln!(self.out, "{}", self.layout.table(&columns_of_steps(), &paths))?;
        }
        let notes = std::mem::take(&mut self.notes);
        if !notes.is_empty() {
            writeln!(self.out, "{notes}")?;
        }
        self.out.flush()
    }

    /// Returns a table of sums by engine.
    fn sums(&self) -> String {
        let columns = [
            Column::words("engine", 0),
            Column::numbers("finished", 0),
            Column::numbers("failures", 0),
            Column::numbers("most", 3),
            Column::numbers("fewest of all", 2),
            Column::numbers("time s", 1),
        ];
        let rows: Vec<Vec<Cell>> = self
            .totals
            .engines
            .iter()
            .map(|effort| {
                vec![
                    effort.engine.as_str().into(),
                    format!("{} of {}", effort.finished, effort.rows).into(),
                    effort.failures.to_string().into(),
                    effort.most.to_string().into(),
                    effort.fewest.to_string().into(),
                    seconds(effort.seconds).into(),
                ]
            })
            .collect();
        self.layout.table(&columns, &rows)
    }
}

/// Returns the columns of the table of steps.
fn columns_of_steps() -> [Column<'static>; 6] {
    [
        Column::words("instance", 0),
        Column::words("hardest step", 0),
        Column::numbers("score", 0),
        Column::numbers("sum", 2),
        Column::numbers("steps", 1),
        Column::numbers("beyond singles", 3),
    ]
}

/// Returns the steps of an instance as a row.
fn path(name: &str, steps: &Difficulty) -> Vec<Cell> {
    vec![
        name.into(),
        words(steps).into(),
        score(steps.hardest.into()).into(),
        score(steps.sum).into(),
        steps.steps.to_string().into(),
        steps.beyond_singles.to_string().into(),
    ]
}

impl<W: Write> Report for RatingText<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        let rating = self.totals.add(compared);
        let paint = match rating.grade {
            Grade::Open => Paint::Doubtful,
            _ => Paint::Plain,
        };
        let difficulty = rating.difficulty().map(|difficulty| format!("{difficulty:.2}"));
        let name =
            compared.rows.first().map_or_else(|| compared.found.source.clone(), instance_name);
        let mut cells: Vec<Cell> = vec![
            name.as_str().into(),
            Cell::from(rating.grade.to_string()).painted(paint),
            difficulty.unwrap_or_default().into(),
            solutions(compared).into(),
        ];
        self.paths.extend((self.steps)(compared).map(|steps| path(&name, &steps)));
        for engine in &self.engines {
            let row = row_of(compared, engine);
            cells.push(match row {
                Some(row) if finished(row) => optional(failures(row)).into(),
                _ => Cell::from("-").painted(Paint::Faint),
            });
        }
        cells.push(seconds(compared.rows.iter().map(|row| row.time_s.total).sum()).into());
        self.rows.push(cells);
        for row in &compared.rows {
            let reason = remark(row).filter(|_| !finished(row));
            let line = match (reason, self.verbose) {
                (Some(reason), _) => reason.to_owned(),
                (None, true) => counters(row, " "),
                (None, false) => continue,
            };
            self.notes += &self.layout.wrap(&format!("{name} {}: {line}", row.engine), 2);
        }
        if compared.verdict.is_disagreement() {
            self.flush_rows()?;
            let text = disagreement(compared);
            self.out.write_all(self.layout.paint(&text, Paint::Bad).as_bytes())?;
        }
        if self.rows.len() >= CHUNK { self.flush_rows() } else { Ok(()) }
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        self.rows.push(vec![error.source().into(), "error".into()]);
        let width = 5 + self.engines.len();
        if let Some(row) = self.rows.last_mut() {
            row.resize(width, Cell::default());
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        self.flush_rows()?;
        if summary.instances > 1 {
            writeln!(self.out, "{}", self.sums())?;
        }
        let paint = match self.totals.exit_code(summary) {
            0 => Paint::Good,
            4 | 5 => Paint::Bad,
            _ => Paint::Doubtful,
        };
        writeln!(self.out, "{}", self.layout.paint(&self.totals.line(summary), paint))?;
        self.out.flush()
    }
}
