//! Ratings for people: a line for each instance, and sums over many.

use std::io::{self, Write};

use parallax_compare::Compared;
use parallax_hints::Difficulty;
use parallax_model::instance::InputError;

use super::super::columns::{Cell, Column};
use super::super::layout::{Layout, Paint};
use super::super::table::disagreement;
use super::super::{Report, Summary, counters, instance_name, remark, seconds};
use super::grade::{Grade, failures, finished};
use super::steps::{Steps, score, words};
use super::totals::Totals;
use super::{row_of, solutions};
use crate::csv::optional;
use crate::folder::shared_folder;

/// The number of rows at which a table is printed.
const CHUNK: usize = 1000;

/// Settings of a [`RatingText`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RatingView {
    /// The layout.
    pub layout: Layout,
    /// Whether the numbers of solutions, the times and the counters of engines are printed.
    pub verbose: bool,
    /// Whether only the grade of each instance is printed.
    pub quiet: bool,
}

/// Prints ratings as tables.
pub struct RatingText<W> {
    out: W,
    view: RatingView,
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
    pub fn new(out: W, view: RatingView, engines: Vec<String>, steps: Steps) -> Self {
        let (notes, totals) = (String::new(), Totals::default());
        let (rows, paths) = (Vec::new(), Vec::new());
        RatingText { out, view, engines, steps, rows, paths, notes, totals }
    }

    fn flush_rows(&mut self) -> io::Result<()> {
        let mut rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut paths = std::mem::take(&mut self.paths);
        let folder = shared_folder(rows.iter().map(|row| row[0].text.as_str())).to_owned();
        for row in rows.iter_mut().chain(&mut paths) {
            row[0].text.drain(..folder.len());
        }
        if !folder.is_empty() {
            writeln!(self.out, "instances in {folder}")?;
        }
        let mut columns = vec![
            Column::words("instance", 0),
            Column::words("rating", 0),
            Column::numbers("difficulty", 1),
        ];
        if self.view.verbose {
            columns.push(Column::numbers("solutions", 3));
        }
        columns.extend(self.engines.iter().map(|engine| Column::numbers(engine, 2)));
        if self.view.verbose {
            columns.push(Column::numbers("time s", 4));
        }
        writeln!(self.out, "{}", self.view.layout.table(&columns, &rows))?;
        if !paths.is_empty() {
            writeln!(self.out, "{}", self.view.layout.table(&columns_of_steps(), &paths))?;
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
        self.view.layout.table(&columns, &rows)
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
        let steps = (self.steps)(compared);
        let rating = self.totals.add(compared, steps.as_ref());
        if self.view.quiet {
            return writeln!(self.out, "{}", rating.grade);
        }
        let paint = match rating.grade {
            Grade::Open | Grade::Ungraded | Grade::Several | Grade::Unsolvable => Paint::Doubtful,
            _ => Paint::Plain,
        };
        let difficulty = rating.difficulty().map(|difficulty| format!("{difficulty:.2}"));
        let name =
            compared.rows.first().map_or_else(|| compared.found.source.clone(), instance_name);
        let mut cells: Vec<Cell> = vec![
            name.as_str().into(),
            Cell::from(rating.sentence(compared, steps.as_ref())).painted(paint),
            difficulty.unwrap_or_default().into(),
        ];
        if self.view.verbose {
            cells.push(solutions(compared).into());
        }
        self.paths.extend(steps.map(|steps| path(&name, &steps)));
        for engine in &self.engines {
            let row = row_of(compared, engine);
            cells.push(match row {
                Some(row) if finished(row) => optional(failures(row)).into(),
                _ => Cell::from("-").painted(Paint::Faint),
            });
        }
        if self.view.verbose {
            cells.push(seconds(compared.rows.iter().map(|row| row.time_s.total).sum()).into());
        }
        self.rows.push(cells);
        for row in &compared.rows {
            let reason = remark(row).filter(|_| !finished(row));
            let line = match (reason, self.view.verbose) {
                (Some(reason), _) => reason.to_owned(),
                (None, true) => counters(row, " "),
                (None, false) => continue,
            };
            self.notes += &self.view.layout.wrap(&format!("{name} {}: {line}", row.engine), 2);
        }
        if compared.verdict.is_disagreement() {
            self.flush_rows()?;
            let text = disagreement(compared);
            self.out.write_all(self.view.layout.paint(&text, Paint::Bad).as_bytes())?;
        }
        if self.rows.len() >= CHUNK { self.flush_rows() } else { Ok(()) }
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        if self.view.quiet {
            return writeln!(self.out, "error");
        }
        self.rows.push(vec![error.source().into(), "error".into()]);
        let width = if self.view.verbose { 5 } else { 3 } + self.engines.len();
        if let Some(row) = self.rows.last_mut() {
            row.resize(width, Cell::default());
        }
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if self.view.quiet {
            return self.out.flush();
        }
        self.flush_rows()?;
        if summary.instances > 1 {
            writeln!(self.out, "{}", self.sums())?;
        }
        let paint = match self.totals.exit_code(summary) {
            0 => Paint::Good,
            4 | 5 => Paint::Bad,
            _ => Paint::Doubtful,
        };
        writeln!(self.out, "{}", self.view.layout.paint(&self.totals.line(summary), paint))?;
        self.out.flush()
    }
}
