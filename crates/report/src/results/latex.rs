//! A report as tables for LaTeX.

use super::document::{Document, Section};
use crate::latex::{NEEDS, comment};

/// Writes the tables of a report, each a `tabular` with its title and notes as comments, to include
/// with `\input` or to cut out. They need the package booktabs.
#[must_use]
pub fn latex(document: &Document) -> String {
    let mut text = String::from(NEEDS);
    for conclusion in &document.conclusions {
        text += &comment(&conclusion.text);
    }
    for (name, value) in &document.facts {
        text += &comment(&format!("{name}: {value}"));
    }
    for warning in &document.warnings {
        text += &comment(&format!("warning: {warning}"));
    }
    for section in &document.sections {
        text += &of_section(section);
    }
    text
}

fn of_section(section: &Section) -> String {
    let mut text = format!("\n{}", comment(&section.title));
    for note in &section.notes {
        text += &comment(note);
    }
    text + &section.sheet.latex()
}
