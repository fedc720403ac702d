//! Tables as data, which every format prints.

use crate::columns::{Cell, Column, Content, markdown};
use crate::latex::tabular;
use crate::layout::Layout;
use crate::overview::bar;

/// A table.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The columns, all of which stay.
    pub columns: Vec<Column<'static>>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

impl Sheet {
    /// Returns an empty table. Titles that begin with `#` are of numbers, with `~` of prose, which
    /// only the last column has; an empty title is of bars.
    #[must_use]
    pub fn new(titles: &[&str]) -> Self {
        let column = |title: &&str| match title.chars().next() {
            Some('#') => Column::of(Content::Numbers, &title[1..]),
            Some('~') => Column::of(Content::Prose, &title[1..]),
            Some(_) => Column::of(Content::Words, *title),
            None => Column::of(Content::Bars, ""),
        };
        Sheet { columns: titles.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Returns a table with names in the first column and figures in the others.
    pub fn figures<T: Into<String>>(
        titles: impl IntoIterator<Item = T>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let contents = std::iter::once(Content::Words).chain(std::iter::repeat(Content::Numbers));
        let columns = contents.zip(titles).map(|(content, title)| Column::of(content, title));
        let cells = |row: Vec<String>| row.into_iter().map(Cell::from).collect();
        Sheet { columns: columns.collect(), rows: rows.into_iter().map(cells).collect() }
    }

    /// Removes the columns in which every cell is empty; the first stays.
    pub(crate) fn lean(&self) -> Self {
        self.with(|at| at == 0 || self.rows.iter().any(|row| !row[at].text.is_empty()))
    }

    /// Returns the table with these columns only.
    fn with(&self, keeps: impl Fn(usize) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.columns.len()).filter(|&at| keeps(at)).collect();
        let row = |row: &Vec<Cell>| kept.iter().map(|&at| row[at].clone()).collect();
        Sheet {
            columns: kept.iter().map(|&at| self.columns[at].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    fn without_bars(&self) -> Self {
        self.with(|at| self.columns[at].content != Content::Bars)
    }

    /// Returns the table as text. Prose is wrapped; columns of a table without prose that do not
    /// fit side by side go into further tables below.
    #[must_use]
    pub fn text(&self, layout: Layout) -> String {
        let drawn = |(cell, column): (&Cell, &Column<'_>)| match column.content {
            Content::Bars => Cell { text: bar(cell.number.unwrap_or(0.0), 1.0), ..cell.clone() },
            Content::Words | Content::Numbers | Content::Prose => cell.clone(),
        };
        let row = |row: &Vec<Cell>| row.iter().zip(&self.columns).map(drawn).collect();
        let rows: Vec<Vec<Cell>> = self.rows.iter().map(row).collect();
        let wraps = self.columns.iter().any(|column| column.content == Content::Prose);
        if wraps { layout.table(&self.columns, &rows) } else { layout.tables(&self.columns, &rows) }
    }

    /// Returns the table in Markdown, without bars.
    #[must_use]
    pub fn markdown(&self) -> String {
        let sheet = self.without_bars();
        markdown(&sheet.columns, &sheet.rows)
    }

    /// Returns the table for LaTeX, without bars.
    #[must_use]
    pub fn latex(&self) -> String {
        let sheet = self.without_bars();
        tabular(&sheet.columns, &sheet.rows)
    }
}
