//! A report as tables for LaTeX.

use super::document::{ReportDocument, ReportSection};
use crate::latex::{REQUIRED_PACKAGE_COMMENT, comment_line};

/// Writes the tables of a report, each a `tabular` with its title and notes as comments, to include
/// with `\input` or to cut out. They need the package booktabs.
#[must_use]
pub fn latex_tables(document: &ReportDocument) -> String {
    let mut text = String::from(REQUIRED_PACKAGE_COMMENT);
    for conclusion in &document.conclusions {
        text += &comment_line(&conclusion.text);
    }
    for (name, value) in &document.facts {
        text += &comment_line(&format!("{name}: {value}"));
    }
    for warning in &document.warnings {
        text += &comment_line(&format!("warning: {warning}"));
    }
    for section in &document.sections {
        text += &of_section(section);
    }
    text
}

fn of_section(section: &ReportSection) -> String {
    let mut text = format!("\n{}", comment_line(&section.title));
    for note in &section.notes {
        text += &comment_line(note);
    }
    text + &section.sheet.render_latex()
}
