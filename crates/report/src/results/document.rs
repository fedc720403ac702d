//! A report as data: facts, warnings, and sections with tables. Every format prints this data.

use super::analysis::Analysis;
use super::facts::{facts, title, warnings};
use super::sections;
use crate::layout::Paint;
use crate::sheet::Sheet;

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// The facts: names and values.
    pub facts: Vec<(String, String)>,
    /// Warnings to read before the numbers.
    pub warnings: Vec<String>,
    /// Its sections, in order.
    pub sections: Vec<Section>,
}

/// A section of a report.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name in files and links: lower-case letters.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Paragraphs before the table.
    pub notes: Vec<String>,
    /// The colour of the paragraphs.
    pub paint: Paint,
    /// Its table.
    pub sheet: Option<Sheet>,
}

impl Section {
    /// Returns a section with a table.
    pub(super) fn new(id: &'static str, title: impl Into<String>, sheet: Sheet) -> Self {
        debug_assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{id}");
        let (title, sheet) = (title.into(), Some(sheet));
        Section { id, title, notes: Vec::new(), paint: Paint::Plain, sheet }
    }

    /// Adds a paragraph.
    pub(super) fn noting(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

/// Returns the report as sections: disagreements first, then answers, times, the virtual best
/// solver, spreads, pairs and counters. Sections without content are left out.
#[must_use]
pub fn document(analysis: &Analysis) -> Document {
    let sections: [Option<Section>; 10] = [
        Some(sections::verdicts(analysis)),
        sections::disagreements(analysis),
        sections::answers(analysis),
        sections::times(analysis),
        sections::costs(analysis),
        sections::front(analysis),
        sections::best(analysis),
        sections::pairs(analysis),
        sections::spreads(analysis),
        sections::counters(analysis),
    ];
    Document {
        title: title(&analysis.study),
        facts: facts(&analysis.study),
        warnings: warnings(analysis),
        sections: sections.into_iter().flatten().collect(),
    }
}
