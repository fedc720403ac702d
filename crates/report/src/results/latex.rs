//! A report as tables for LaTeX.

use super::prose::{columns, without_bars};
use super::sheet::{Document, Section};
use crate::columns::Cell;
use crate::latex::{NEEDS, comment, tabular};

/// Writes the tables of a report, each a `tabular` with its title and notes as comments, to include
/// with `\input` or to cut out. They need the package booktabs.
#[must_use]
pub fn latex(document: &Document) -> String {
    let mut text = String::from(NEEDS);
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
    if let Some(sheet) = &section.sheet {
        let sheet = without_bars(sheet);
        let row = |row: &Vec<super::sheet::Entry>| {
            row.iter().map(|entry| Cell::from(&*entry.text)).collect()
        };
        let rows: Vec<Vec<Cell>> = sheet.rows.iter().map(row).collect();
        text += &tabular(&columns(&sheet), &rows);
    }
    text
}
