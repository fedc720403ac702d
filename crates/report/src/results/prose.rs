//! A report as text for a terminal, and as Markdown.

use super::sheet::{Document, Kind, Sheet};
use crate::columns::{Cell, Column};
use crate::layout::{Layout, Paint};
use crate::overview::bar;

/// The width of text outside a terminal.
const WIDTH: usize = 100;

/// Returns the report as text. Wide tables are split into parts, one below the other.
#[must_use]
pub fn text(document: &Document, layout: &Layout) -> String {
    let layout = Layout { width: layout.width.or(Some(WIDTH)), ..*layout };
    let mut text = String::new();
    for (name, value) in &document.facts {
        text += &layout.wrap(&format!("{name}: {value}"), 2);
    }
    for warning in &document.warnings {
        text += &painted(&format!("warning: {warning}"), &layout, Paint::Doubtful);
    }
    for section in &document.sections {
        text.push('\n');
        if section.sheet.is_some() {
            text += &painted(&section.title, &layout, Paint::Strong);
        }
        for note in section.notes.iter().filter(|_| section.sheet.is_none()) {
            text += &painted(note, &layout, section.paint);
        }
        if let Some(sheet) = &section.sheet {
            text += &table(sheet, &layout);
        }
        for note in section.notes.iter().filter(|_| section.sheet.is_some()) {
            text += &painted(note, &layout, Paint::Faint);
        }
    }
    text
}

fn painted(words: &str, layout: &Layout, paint: Paint) -> String {
    let wrapped = layout.wrap(words, 2);
    format!("{}\n", layout.paint(wrapped.trim_end(), paint))
}

fn table(sheet: &Sheet, layout: &Layout) -> String {
    let rows: Vec<Vec<Cell>> = sheet
        .rows
        .iter()
        .map(|row| {
            let cells = row.iter().zip(&sheet.heads).map(|(entry, head)| {
                let text = match head.kind {
                    Kind::Bars => bar(entry.number.unwrap_or(0.0), 1.0),
                    Kind::Words | Kind::Prose | Kind::Numbers => entry.text.clone(),
                };
                Cell { text, paint: entry.paint }
            });
            cells.collect()
        })
        .collect();
    let wraps = sheet.heads.iter().any(|head| head.kind == Kind::Prose);
    let columns = columns(sheet);
    if wraps { layout.table(&columns, &rows) } else { layout.tables(&columns, &rows) }
}

pub(super) fn columns(sheet: &Sheet) -> Vec<Column<'_>> {
    let column = |head: &'_ super::sheet::Head| match head.kind {
        Kind::Numbers => Column::numbers("", 0),
        Kind::Prose => Column::prose(""),
        Kind::Words | Kind::Bars => Column::words("", 0),
    };
    sheet.heads.iter().map(|head| column(head).titled(&head.title)).collect()
}

/// Returns the report as Markdown.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n", plain(&document.title));
    for (name, value) in &document.facts {
        text += &format!("- {name}: {}\n", plain(value));
    }
    for warning in &document.warnings {
        text += &format!("- **warning**: {}\n", plain(warning));
    }
    for section in &document.sections {
        text += &format!("\n## {}\n\n", section.title);
        for note in &section.notes {
            text += &format!("{}\n\n", plain(note));
        }
        if let Some(sheet) = &section.sheet {
            let sheet = without_bars(sheet);
            let cell = |entry: &super::sheet::Entry| Cell::from(plain(&entry.text));
            let rows: Vec<Vec<Cell>> =
                sheet.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
            text += &crate::columns::markdown(&columns(&sheet), &rows);
        }
    }
    text
}

/// Escapes the marks of Markdown in a text. Tables escape their own bars.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '<' | '[' | ']' | '#') {
            plain.push('\\');
        }
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain
}

/// Returns a table without its bars.
pub(super) fn without_bars(sheet: &Sheet) -> Sheet {
    let keep: Vec<bool> = sheet.heads.iter().map(|head| head.kind != Kind::Bars).collect();
    let kept = |row: &[super::sheet::Entry]| {
        row.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(e, _)| e.clone()).collect()
    };
    Sheet {
        heads: sheet.heads.iter().zip(&keep).filter(|(_, k)| **k).map(|(h, _)| h.clone()).collect(),
        rows: sheet.rows.iter().map(|row| kept(row)).collect(),
    }
}
