//! Tables of published and measured figures.

use crate::layout::Layout;
use crate::{Cell, Column, markdown, tabular};

/// The output format of results.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// For people.
    Text(Layout),
    /// One JSON object per line.
    Json,
    /// A header and records.
    Csv,
    /// Markdown tables.
    Markdown,
    /// Tables for LaTeX; everything else as comments.
    Latex,
}

/// A table: names in the first column, figures in the others.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows, each with as many cells as the header.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// The table as text; columns that do not fit side by side go into further
    /// tables below.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        layout.tables(&self.columns(), &self.cells())
    }

    /// The table in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown(&self.columns(), &self.cells())
    }

    /// The table for LaTeX.
    #[must_use]
    pub fn latex(&self) -> String {
        tabular(&self.columns(), &self.cells())
    }

    fn columns(&self) -> Vec<Column<'_>> {
        fn column((place, name): (usize, &String)) -> Column<'_> {
            match place {
                0 => Column::words(name, 0),
                _ => Column::numbers(name, 0),
            }
        }
        self.header.iter().enumerate().map(column).collect()
    }

    fn cells(&self) -> Vec<Vec<Cell>> {
        let cells = |row: &Vec<String>| row.iter().map(|cell| Cell::from(&**cell)).collect();
        self.rows.iter().map(cells).collect()
    }
}
