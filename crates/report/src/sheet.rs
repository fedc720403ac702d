//! Tables as data, which every format prints.

use crate::columns::{ColumnContent, ReportCell, ReportColumn, markdown_table};
use crate::latex::render_tabular;
use crate::layout::TextLayout;
use crate::overview::draw_bar;

/// A table.
#[derive(Clone, Debug, Default)]
pub struct ReportTable {
    /// The columns, all of which stay.
    pub columns: Vec<ReportColumn<'static>>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<ReportCell>>,
}

impl ReportTable {
    /// Returns an empty table. Titles that begin with `#` are of numbers, with `~` of prose, which
    /// only the last column has; an empty title is of bars.
    #[must_use]
    pub fn new(titles: &[&str]) -> Self {
        let column = |title: &&str| match title.chars().next() {
            // The marks are ASCII, so the slice cuts one character.
            Some('#') => ReportColumn::with_content(ColumnContent::Numbers, &title[1..]),
            Some('~') => ReportColumn::with_content(ColumnContent::Prose, &title[1..]),
            Some(_) => ReportColumn::with_content(ColumnContent::Words, *title),
            None => ReportColumn::with_content(ColumnContent::Bars, ""),
        };
        ReportTable { columns: titles.iter().map(column).collect(), rows: Vec::new() }
    }

    /// Returns a table with names in the first column and figures in the others.
    pub fn from_figures<T: Into<String>>(
        titles: impl IntoIterator<Item = T>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let contents =
            std::iter::once(ColumnContent::Words).chain(std::iter::repeat(ColumnContent::Numbers));
        let columns =
            contents.zip(titles).map(|(content, title)| ReportColumn::with_content(content, title));
        let cells = |row: Vec<String>| row.into_iter().map(ReportCell::from).collect();
        ReportTable { columns: columns.collect(), rows: rows.into_iter().map(cells).collect() }
    }

    /// Removes the columns in which every cell is empty; the first stays.
    pub(crate) fn without_empty_columns(&self) -> Self {
        self.with_columns(|at| at == 0 || self.rows.iter().any(|row| !row[at].text.is_empty()))
    }

    /// Returns the table with these columns only.
    fn with_columns(&self, keeps: impl Fn(usize) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.columns.len()).filter(|&at| keeps(at)).collect();
        let row = |row: &Vec<ReportCell>| kept.iter().map(|&at| row[at].clone()).collect();
        ReportTable {
            columns: kept.iter().map(|&at| self.columns[at].clone()).collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }

    fn without_bars(&self) -> Self {
        self.with_columns(|at| self.columns[at].content != ColumnContent::Bars)
    }

    /// Returns the table as text. Prose is wrapped; columns of a table without prose that do not
    /// fit side by side go into further tables below.
    #[must_use]
    pub fn render_text(&self, layout: TextLayout) -> String {
        let drawn = |(cell, column): (&ReportCell, &ReportColumn<'_>)| match column.content {
            ColumnContent::Bars => {
                ReportCell { text: draw_bar(cell.number.unwrap_or(0.0), 1.0), ..cell.clone() }
            }
            ColumnContent::Words | ColumnContent::Numbers | ColumnContent::Prose => cell.clone(),
        };
        let row = |row: &Vec<ReportCell>| row.iter().zip(&self.columns).map(drawn).collect();
        let rows: Vec<Vec<ReportCell>> = self.rows.iter().map(row).collect();
        let wraps = self.columns.iter().any(|column| column.content == ColumnContent::Prose);
        // Prose is wrapped into the width that remains, so such a table is not split.
        if wraps {
            layout.render_table(&self.columns, &rows)
        } else {
            layout.render_tables(&self.columns, &rows)
        }
    }

    /// Returns the table in Markdown, without bars.
    #[must_use]
    pub fn render_markdown(&self) -> String {
        let sheet = self.without_bars();
        markdown_table(&sheet.columns, &sheet.rows)
    }

    /// Returns the table for LaTeX, without bars.
    #[must_use]
    pub fn render_latex(&self) -> String {
        let sheet = self.without_bars();
        render_tabular(&sheet.columns, &sheet.rows)
    }
}
