//! A report as text for a terminal, and as Markdown.

use super::analysis::Analysis;
use super::document::Document;
use super::fastest::fastest;
use crate::layout::{Layout, Paint};

/// The width of text outside a terminal.
const WIDTH: usize = 100;

/// Returns the fastest engine and the factors by which it was faster, in a sentence; none if there
/// is no other one to compare it with.
#[must_use]
pub fn race(analysis: &Analysis) -> Option<String> {
    fastest(analysis).map(|fastest| fastest.to_string())
}

/// Returns the report as text. Wide tables are split into parts, one below the other.
#[must_use]
pub fn text(document: &Document, layout: &Layout) -> String {
    let layout = Layout { width: layout.width.or(Some(WIDTH)), ..*layout };
    let mut text = String::new();
    for conclusion in &document.conclusions {
        text += &painted(&conclusion.text, &layout, conclusion.paint);
    }
    text.push('\n');
    for (name, value) in &document.facts {
        text += &layout.wrap(&format!("{name}: {value}"), 2);
    }
    for warning in &document.warnings {
        text += &painted(&format!("warning: {warning}"), &layout, Paint::Doubtful);
    }
    for section in &document.sections {
        text.push('\n');
        text += &painted(&section.title, &layout, Paint::Strong);
        text += &section.sheet.text(layout);
        for note in &section.notes {
            text += &painted(note, &layout, Paint::Faint);
        }
    }
    text
}

fn painted(words: &str, layout: &Layout, paint: Paint) -> String {
    let wrapped = layout.wrap(words, 2);
    format!("{}\n", layout.paint(wrapped.trim_end(), paint))
}

/// Returns the report as Markdown.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut text = format!("# {}\n\n", plain(&document.title));
    for conclusion in &document.conclusions {
        text += &format!("{}\n\n", plain(&conclusion.text));
    }
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
        let mut sheet = section.sheet.clone();
        sheet.rows.iter_mut().flatten().for_each(|cell| cell.text = plain(&cell.text));
        text += &sheet.markdown();
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
