//! A report as data: conclusions, facts, warnings, and sections with tables. Every format prints
//! this data.

use super::analysis::StudyAnalysis;
use super::facts::{study_facts, study_title, study_warnings};
use super::sections;
use crate::folder::shared_folder;
use crate::layout::TextStyle;
use crate::sheet::ReportTable;

/// A sentence of the conclusions.
#[derive(Clone, Debug)]
pub struct ConclusionSentence {
    /// The sentence.
    pub text: String,
    /// Its colour.
    pub paint: TextStyle,
}

/// A report.
#[derive(Clone, Debug, Default)]
pub struct ReportDocument {
    /// Its title.
    pub title: String,
    /// Its conclusions, to read before all else.
    pub conclusions: Vec<ConclusionSentence>,
    /// The facts: names and values.
    pub facts: Vec<(String, String)>,
    /// Warnings to read before the numbers.
    pub warnings: Vec<String>,
    /// Its sections, in order.
    pub sections: Vec<ReportSection>,
}

/// A section of a report.
#[derive(Clone, Debug)]
pub struct ReportSection {
    /// Its name in files and links: lower-case letters.
    pub id: &'static str,
    /// Its title.
    pub title: String,
    /// Paragraphs about the table.
    pub notes: Vec<String>,
    /// Its table.
    pub sheet: ReportTable,
}

impl ReportSection {
    /// Returns a section with a table.
    pub(super) fn new(id: &'static str, title: impl Into<String>, sheet: ReportTable) -> Self {
        debug_assert!(sheet.rows.iter().all(|row| row.len() == sheet.columns.len()), "{id}");
        ReportSection { id, title: title.into(), notes: Vec::new(), sheet }
    }

    /// Moves the folder that all instances in the first column share to the title.
    pub(super) fn naming_folder(mut self) -> Self {
        let names = self.sheet.rows.iter().map(|row| row[0].text.as_str());
        let folder = shared_folder(names).to_owned();
        if !folder.is_empty() {
            self.title += &format!(" (instances in {folder})");
            // Every name begins with the folder, so the cut is within bounds and at a character
            // boundary.
            for row in &mut self.sheet.rows {
                row[0].text.drain(..folder.len());
            }
        }
        self
    }

    /// Adds a paragraph.
    pub(super) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }
}

impl ReportDocument {
    /// Returns the report without the section of this name.
    #[must_use]
    pub fn without_section(mut self, id: &str) -> Self {
        self.sections.retain(|section| section.id != id);
        self
    }
}

/// Returns the report: its conclusions, then sections, disagreements first, then answers, times,
/// the virtual best solver, spreads, pairs and counters. Sections without content are left out.
#[must_use]
pub fn report_document(analysis: &StudyAnalysis) -> ReportDocument {
    let sections: [Option<ReportSection>; 9] = [
        sections::disagreement_section(analysis),
        sections::answer_section(analysis),
        sections::time_section(analysis),
        sections::cost_section(analysis),
        sections::front_section(analysis),
        sections::best_section(analysis),
        sections::pair_section(analysis),
        sections::spread_section(analysis),
        sections::counter_section(analysis),
    ];
    ReportDocument {
        title: study_title(&analysis.study),
        conclusions: sections::conclusion_sentences(analysis),
        facts: study_facts(&analysis.study),
        warnings: study_warnings(analysis),
        sections: sections.into_iter().flatten().collect(),
    }
}
