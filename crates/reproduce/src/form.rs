//! The formats of reports: pages with tables for people, records for programs.

use std::io::{self, Write};

use serde::Serialize;

use super::page::StudyPage;
use parallax_report::layout::TextLayout;

/// The output format of results.
#[derive(Clone, Copy, Debug)]
pub enum ReproductionFormat {
    /// For people.
    Text(TextLayout),
    /// One JSON object per line.
    Json,
    /// A header and records.
    Csv,
    /// Markdown tables.
    Markdown,
    /// Tables for LaTeX; everything else as comments.
    Latex,
}

impl ReproductionFormat {
    /// Prints a report: its page for people, its records for programs.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub(super) fn print_report<R: Serialize>(
        self,
        out: &mut impl Write,
        page: impl FnOnce() -> StudyPage,
        records: impl IntoIterator<Item = R>,
    ) -> io::Result<()> {
        match self.shown_page(page) {
            Some(text) => out.write_all(text.as_bytes())?,
            None if matches!(self, ReproductionFormat::Csv) => {
                out.write_all(&records_csv(records)?)?;
            }
            None => write_json(out, records)?,
        }
        out.flush()
    }

    /// Returns the page in a format for people; `None` in a format of records.
    pub(super) fn shown_page(self, page: impl FnOnce() -> StudyPage) -> Option<String> {
        match self {
            ReproductionFormat::Text(layout) => Some(page().render_text(layout)),
            ReproductionFormat::Markdown => Some(page().render_markdown()),
            ReproductionFormat::Latex => Some(page().render_latex()),
            ReproductionFormat::Json | ReproductionFormat::Csv => None,
        }
    }
}

/// Returns records as CSV, with a header if there is a record.
///
/// # Errors
/// Returns the error of a record that CSV cannot hold.
pub(super) fn records_csv<R: Serialize>(
    records: impl IntoIterator<Item = R>,
) -> io::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    records.into_iter().try_for_each(|record| out.serialize(record))?;
    out.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Writes records as JSON objects, one a line.
///
/// # Errors
/// Returns the errors of the output.
pub(super) fn write_json<R: Serialize>(
    out: &mut impl Write,
    records: impl IntoIterator<Item = R>,
) -> io::Result<()> {
    records.into_iter().try_for_each(|record| {
        serde_json::to_writer(&mut *out, &record)?;
        writeln!(out)
    })
}
