//! Ratings for people: a line for each instance, and sums over many.

use std::io::{self, Write};

use parallax_compare::InstanceComparison;
use parallax_hints::PathDifficulty;
use parallax_instance::InputError;

use super::super::columns::{ReportCell, ReportColumn};
use super::super::layout::{TextLayout, TextStyle};
use super::super::table::describe_disagreement;
use super::super::{
    ComparisonSummary, ResultReporter, counters_text, instance_name, row_remark, seconds_text,
};
use super::grade::{DifficultyGrade, failure_count, finished_correctly};
use super::steps::{StepRater, describe_steps, score_text};
use super::totals::RatingTotals;
use super::{row_of, solution_count_text};
use crate::csv::optional_cell;
use crate::folder::shared_folder;

/// The number of rows at which a table is printed.
const TABLE_CHUNK_ROWS: usize = 1000;

/// Settings of a [`RatingText`].
#[derive(Clone, Copy, Debug, Default)]
pub struct RatingView {
    /// The layout.
    pub layout: TextLayout,
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
    steps: StepRater,
    /// Rows that are not printed yet, and the notes below their table.
    rows: Vec<Vec<ReportCell>>,
    /// The steps of the same instances.
    paths: Vec<Vec<ReportCell>>,
    notes: String,
    totals: RatingTotals,
}

impl<W: Write> RatingText<W> {
    /// Prints to `out` the ratings by these engines.
    pub fn new(out: W, view: RatingView, engines: Vec<String>, steps: StepRater) -> Self {
        let (notes, totals) = (String::new(), RatingTotals::default());
        let (rows, paths) = (Vec::new(), Vec::new());
        RatingText { out, view, engines, steps, rows, paths, notes, totals }
    }

    fn flush_rows(&mut self) -> io::Result<()> {
        let mut rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        let mut paths = std::mem::take(&mut self.paths);
        // All names begin with the folder, so the same prefix can be cut off every row. The paths
        // have the names of a part of the rows.
        let folder = shared_folder(rows.iter().map(|row| row[0].text.as_str())).to_owned();
        for row in rows.iter_mut().chain(&mut paths) {
            row[0].text.drain(..folder.len());
        }
        if !folder.is_empty() {
            writeln!(self.out, "instances in {folder}")?;
        }
        let mut columns = vec![
            ReportColumn::word_column("instance", 0),
            ReportColumn::word_column("rating", 0),
            ReportColumn::number_column("difficulty", 1),
        ];
        if self.view.verbose {
            columns.push(ReportColumn::number_column("solutions", 3));
        }
        columns.extend(self.engines.iter().map(|engine| ReportColumn::number_column(engine, 2)));
        if self.view.verbose {
            columns.push(ReportColumn::number_column("time s", 4));
        }
        writeln!(self.out, "{}", self.view.layout.render_table(&columns, &rows))?;
        if !paths.is_empty() {
            writeln!(self.out, "{}", self.view.layout.render_table(&columns_of_steps(), &paths))?;
        }
        let notes = std::mem::take(&mut self.notes);
        if !notes.is_empty() {
            writeln!(self.out, "{notes}")?;
        }
        self.out.flush()
    }

    /// Returns a table of sums by engine.
    fn engine_table(&self) -> String {
        let columns = [
            ReportColumn::word_column("engine", 0),
            ReportColumn::number_column("finished", 0),
            ReportColumn::number_column("failures", 0),
            ReportColumn::number_column("most", 3),
            ReportColumn::number_column("fewest of all", 2),
            ReportColumn::number_column("time s", 1),
        ];
        let rows: Vec<Vec<ReportCell>> = self
            .totals
            .engines
            .iter()
            .map(|effort| {
                vec![
                    effort.engine.as_str().into(),
                    format!("{} of {}", effort.finished, effort.rows).into(),
                    effort.failures.to_string().into(),
                    effort.max_failures.to_string().into(),
                    effort.minimum_count.to_string().into(),
                    seconds_text(effort.seconds).into(),
                ]
            })
            .collect();
        self.view.layout.render_table(&columns, &rows)
    }
}

/// Returns the columns of the table of steps.
fn columns_of_steps() -> [ReportColumn<'static>; 6] {
    [
        ReportColumn::word_column("instance", 0),
        ReportColumn::word_column("hardest step", 0),
        ReportColumn::number_column("score", 0),
        ReportColumn::number_column("sum", 2),
        ReportColumn::number_column("steps", 1),
        ReportColumn::number_column("beyond singles", 3),
    ]
}

/// Returns the steps of an instance as a row.
fn step_cells(name: &str, steps: &PathDifficulty) -> Vec<ReportCell> {
    vec![
        name.into(),
        describe_steps(steps).into(),
        score_text(steps.hardest.into()).into(),
        score_text(steps.sum).into(),
        steps.steps.to_string().into(),
        steps.beyond_singles.to_string().into(),
    ]
}

impl<W: Write> ResultReporter for RatingText<W> {
    fn add_comparison(&mut self, compared: &InstanceComparison) -> io::Result<()> {
        let steps = (self.steps)(compared);
        let rating = self.totals.add_instance(compared, steps.as_ref());
        if self.view.quiet {
            return writeln!(self.out, "{}", rating.grade);
        }
        let paint = match rating.grade {
            DifficultyGrade::Open
            | DifficultyGrade::Ungraded
            | DifficultyGrade::Several
            | DifficultyGrade::Unsolvable => TextStyle::Doubtful,
            _ => TextStyle::Plain,
        };
        let difficulty = rating.log_failures().map(|difficulty| format!("{difficulty:.2}"));
        let name =
            compared.rows.first().map_or_else(|| compared.found.source.clone(), instance_name);
        let mut cells: Vec<ReportCell> = vec![
            name.as_str().into(),
            ReportCell::from(rating.describe_rating(compared, steps.as_ref())).with_style(paint),
            difficulty.unwrap_or_default().into(),
        ];
        if self.view.verbose {
            cells.push(solution_count_text(compared).into());
        }
        self.paths.extend(steps.map(|steps| step_cells(&name, &steps)));
        for engine in &self.engines {
            let row = row_of(compared, engine);
            cells.push(match row {
                Some(row) if finished_correctly(row) => optional_cell(failure_count(row)).into(),
                _ => ReportCell::from("-").with_style(TextStyle::Faint),
            });
        }
        if self.view.verbose {
            cells.push(seconds_text(compared.rows.iter().map(|row| row.time_s.total).sum()).into());
        }
        self.rows.push(cells);
        for row in &compared.rows {
            let reason = row_remark(row).filter(|_| !finished_correctly(row));
            let line = match (reason, self.view.verbose) {
                (Some(reason), _) => reason.to_owned(),
                (None, true) => counters_text(row, " "),
                (None, false) => continue,
            };
            self.notes += &self.view.layout.wrap_text(&format!("{name} {}: {line}", row.engine), 2);
        }
        // A disagreement is printed at once, below the rows printed up to it, and does not wait for
        // the end of a long run.
        if compared.verdict.is_disagreement() {
            self.flush_rows()?;
            let text = describe_disagreement(compared);
            self.out.write_all(self.view.layout.style_text(&text, TextStyle::Bad).as_bytes())?;
        }
        if self.rows.len() >= TABLE_CHUNK_ROWS { self.flush_rows() } else { Ok(()) }
    }

    fn add_unread(&mut self, error: &InputError) -> io::Result<()> {
        if self.view.quiet {
            return writeln!(self.out, "error");
        }
        self.rows.push(vec![error.source().into(), "error".into()]);
        // The columns of `flush_rows`: instance, rating and difficulty, two more if verbose, and
        // one for each engine.
        let width = if self.view.verbose { 5 } else { 3 } + self.engines.len();
        if let Some(row) = self.rows.last_mut() {
            row.resize(width, ReportCell::default());
        }
        Ok(())
    }

    fn finish(&mut self, summary: &ComparisonSummary) -> io::Result<()> {
        if self.view.quiet {
            return self.out.flush();
        }
        self.flush_rows()?;
        if summary.instances > 1 {
            writeln!(self.out, "{}", self.engine_table())?;
        }
        let paint = match self.totals.exit_code(summary) {
            0 => TextStyle::Good,
            4 | 5 => TextStyle::Bad,
            _ => TextStyle::Doubtful,
        };
        writeln!(
            self.out,
            "{}",
            self.view.layout.style_text(&self.totals.grade_line(summary), paint)
        )?;
        self.out.flush()
    }
}
