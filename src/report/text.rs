//! A comparison for the terminal: one table, or a summary when it is long.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use super::table::{COLUMNS, cells, disagreement, unread_cells};
use super::{Report, Summary, seconds, verdict};
use crate::compare::Compared;
use crate::instance::InputError;

/// Beyond this number of rows the table gives way to a summary.
const MAX_ROWS: usize = 1000;

/// Prints a table of all rows and a verdict for each instance; beyond a
/// thousand rows a summary by engine and the disagreements as they are found.
pub struct Text<W> {
    out: W,
    rows: Vec<([String; 9], bool)>,
    verdicts: Vec<(String, String)>,
    pictures: Vec<String>,
    long: bool,
    width: Option<u16>,
}

impl<W: Write> Text<W> {
    /// A table to `out`, wrapped to `width` columns where that is given.
    pub fn new(out: W, width: Option<u16>) -> Self {
        Text {
            out,
            rows: Vec::new(),
            verdicts: Vec::new(),
            pictures: Vec::new(),
            long: false,
            width,
        }
    }

    /// Takes rows into the table, unless there are too many by now.
    fn keep(&mut self, rows: Vec<[String; 9]>, verdict: String) -> bool {
        self.long |= self.rows.len() + rows.len() > MAX_ROWS;
        if self.long {
            (self.rows, self.verdicts, self.pictures) = Default::default();
            return false;
        }
        let name = rows.first().map(|row| row[0].clone()).unwrap_or_default();
        self.rows.extend(rows.into_iter().enumerate().map(|(i, row)| (row, i == 0)));
        self.verdicts.push((name, verdict));
        true
    }

    fn table(&self) -> Table {
        let mut table = Table::new();
        table.load_style(presets::UTF8_BORDERS_ONLY);
        match self.width {
            Some(width) => {
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width)
            }
            None => table.set_content_arrangement(ContentArrangement::Disabled),
        };
        table
    }

    fn full_table(&self) -> Table {
        let mut table = self.table();
        table.set_header(COLUMNS);
        for (cells, first) in &self.rows {
            let mut cells = cells.clone();
            if !first {
                cells[0].clear();
            }
            table.add_row(cells);
        }
        align(&mut table, &[4, 5, 6, 7]);
        table
    }

    fn summary_table(&self, summary: &Summary) -> Table {
        let mut table = self.table();
        table.set_header([
            "model",
            "engine",
            "sat",
            "unsat",
            "unknown",
            "n/a",
            "solutions",
            "encode s",
            "solve s",
            "check s",
        ]);
        for lane in &summary.lanes {
            let mut cells = vec![lane.model.to_string(), lane.engine.clone()];
            cells.extend(lane.answers.map(|n| n.to_string()));
            cells.push(lane.solutions.to_string());
            cells.extend(lane.times.map(seconds));
            table.add_row(cells);
        }
        align(&mut table, &[2, 3, 4, 5, 6, 7, 8, 9]);
        table
    }
}

fn align(table: &mut Table, columns: &[usize]) {
    for &column in columns {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
}

/// Two different solutions of an instance that was asked for at most two: the
/// instance is not unique, and the picture marks where they differ.
fn picture(compared: &Compared) -> Option<String> {
    let row = compared.rows.iter().find(|row| row.terms.len() == 2 && row.checked)?;
    let grid = compared.found.instance.default_task() != crate::ask::Task::All;
    grid.then(|| compared.found.instance.text(&row.terms))
}

impl<W: Write> Report for Text<W> {
    fn add(&mut self, compared: &Compared) -> io::Result<()> {
        let rows = cells(compared);
        let name = rows.first().map(|row| row[0].clone()).unwrap_or_default();
        if compared.verdict.is_disagreement() {
            self.out.write_all(disagreement(compared).as_bytes())?;
            self.out.flush()?;
        }
        if self.keep(rows, verdict(compared))
            && self.pictures.len() < 3
            && let Some(picture) = picture(compared)
        {
            self.pictures.push(format!("{name}: not unique\n{picture}"));
        }
        Ok(())
    }

    fn unread(&mut self, error: &InputError) -> io::Result<()> {
        // Where the table gives way to a summary, standard error tells of it.
        self.keep(vec![unread_cells(error)], "error".to_owned());
        Ok(())
    }

    fn finish(&mut self, summary: &Summary) -> io::Result<()> {
        if self.long {
            writeln!(self.out, "{}", self.summary_table(summary))?;
        } else if !self.rows.is_empty() {
            writeln!(self.out, "{}", self.full_table())?;
            for picture in &self.pictures {
                writeln!(self.out, "{picture}")?;
            }
            let width = self.verdicts.iter().map(|(name, _)| name.chars().count()).max();
            for (name, verdict) in &self.verdicts {
                writeln!(self.out, "{name:<width$}  {verdict}", width = width.unwrap_or(0))?;
            }
        }
        writeln!(self.out, "{}", summary.line())?;
        self.out.flush()
    }
}
