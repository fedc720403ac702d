//! A report as data: conclusions, facts, warnings, and sections with tables. Every format prints this data.

use super::analysis::Analysis;
use super::facts::{facts, title, warnings};
use super::sections;
use crate::folder::shared_folder;
use crate::layout::Paint;
use crate::sheet::Sheet;

/// A sentence of the conclusions.
#[derive(Clone, Debug)]
pub struct Conclusion {
    /// The sentence.
    pub text: String,
    /// Its colour.
    pub paint: Paint,
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Its title.
    pub title: String,
    /// Its conclusions, to read before all else.
    pub conclusions: Vec<Conclusion>,
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
    /// Paragraphs about the table.
    pub notes: Vec<String>,
    /// Its table.
    pub sheet: Sheet,
}

impl Section {
    /// Returns a section with a table.
    pub(super) fn new(id: &'static str, title: impl Into<String>, sheet: Sheet) -> Self {
        debug_assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{id}");
        Section { id, title: title.into(), notes: Vec::new(), sheet }
    }

    /// Moves the folder that all instances in the first column share to the title.
    pub(super) fn naming_folder(mut self) -> Self {
        let names = self.sheet.rows.iter().map(|row| row[0].text.as_str());
        let folder = shared_folder(names).to_owned();
        if !folder.is_empty() {
            self.title += &format!(" (instances in {folder})");
            for row in &mut self.sheet.rows {
                row[0].text.drain(..folder.len());
            }
        }
        self
    }

    /// Adds a paragraph.
    pub(super) fn noting(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl Document {
    /// Returns the report without the section of this name.
    #[must_use]
    pub fn without(mut self, id: &str) -> Self {
        self.sections.retain(|section| section.id != id);
        self
    }
}

/// Returns the report: its conclusions, then sections, disagreements first, then answers, times,
/// the virtual best solver, spreads, pairs and counters. Sections without content are left out.
#[must_use]
pub fn document(analysis: &Analysis) -> Document {
    let sections: [Option<Section>; 9] = [
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
        conclusions: sections::conclusions(analysis),
        facts: facts(&analysis.study),
        warnings: warnings(analysis),
        sections: sections.into_iter().flatten().collect(),
    }
}
