//! The formats of reports: pages with tables for people, records for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::page::Page;
use parallax_report::layout::Layout;

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

impl Form {
    /// Prints a report: its page for people, its records for programs.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub(super) fn print<R: Serialize>(
        self,
        out: &mut impl Write,
        page: impl FnOnce() -> Page,
        records: impl IntoIterator<Item = R>,
    ) -> io::Result<()> {
        match self.shown(page) {
            Some(text) => out.write_all(text.as_bytes())?,
            None if matches!(self, Form::Csv) => out.write_all(&csv(records)?)?,
            None => json(out, records)?,
        }
        out.flush()
    }

    /// Returns the page in a format for people; `None` in a format of records.
    pub(super) fn shown(self, page: impl FnOnce() -> Page) -> Option<String> {
        match self {
            Form::Text(layout) => Some(page().text(layout)),
            Form::Markdown => Some(page().markdown()),
            Form::Latex => Some(page().latex()),
            Form::Json | Form::Csv => None,
        }
    }
}

/// Returns records as CSV, with a header if there is a record.
///
/// # Errors
/// Returns the error of a record that CSV cannot hold.
pub(super) fn csv<R: Serialize>(records: impl IntoIterator<Item = R>) -> io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    records.into_iter().try_for_each(|record| out.serialize(record))?;
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Writes records as JSON objects, one a line.
///
/// # Errors
/// Returns the errors of the output.
pub(super) fn json<R: Serialize>(
    out: &mut impl Write,
    records: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    records.into_iter().try_for_each(|record| {
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)
    })
}
