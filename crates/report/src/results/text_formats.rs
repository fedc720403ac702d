//! A report as text for a terminal, and as Markdown.

use super::analysis::StudyAnalysis;
use super::document::ReportDocument;
use super::fastest::fastest_engine;
use crate::layout::{TextLayout, TextStyle};

/// The width of text outside a terminal.
const DEFAULT_TEXT_WIDTH: usize = 100;

/// Returns the fastest engine and the factors by which it was faster, in a sentence; none if there
/// is no other one to compare it with.
#[must_use]
pub fn describe_race(analysis: &StudyAnalysis) -> Option<String> {
    fastest_engine(analysis).map(|fastest| fastest.to_string())
}

/// Returns the report as text. Wide tables are split into parts, one below the other.
#[must_use]
pub fn render_text(document: &ReportDocument, layout: &TextLayout) -> String {
    // A file has no width; lines longer than this are hard to read in an editor.
    let layout = TextLayout { width: layout.width.or(Some(DEFAULT_TEXT_WIDTH)), ..*layout };
    let mut text = String::new();
    for conclusion in &document.conclusions {
        text += &style_lines(&conclusion.text, &layout, conclusion.paint);
    }
    text.push('\n');
    for (name, value) in &document.facts {
        text += &layout.wrap_text(&format!("{name}: {value}"), 2);
    }
    for warning in &document.warnings {
        text += &style_lines(&format!("warning: {warning}"), &layout, TextStyle::Doubtful);
    }
    for section in &document.sections {
        text.push('\n');
        text += &style_lines(&section.title, &layout, TextStyle::Strong);
        text += &section.sheet.render_text(layout);
        for note in &section.notes {
            text += &style_lines(note, &layout, TextStyle::Faint);
        }
    }
    text
}

fn style_lines(words: &str, layout: &TextLayout, paint: TextStyle) -> String {
    let wrapped = layout.wrap_text(words, 2);
    format!("{}\n", layout.style_text(wrapped.trim_end(), paint))
}

/// Returns the report as Markdown.
#[must_use]
pub fn render_markdown(document: &ReportDocument) -> String {
    let mut text = format!("# {}\n\n", escape_markdown(&document.title));
    for conclusion in &document.conclusions {
        text += &format!("{}\n\n", escape_markdown(&conclusion.text));
    }
    for (name, value) in &document.facts {
        text += &format!("- {name}: {}\n", escape_markdown(value));
    }
    for warning in &document.warnings {
        text += &format!("- **warning**: {}\n", escape_markdown(warning));
    }
    for section in &document.sections {
        text += &format!("\n## {}\n\n", section.title);
        for note in &section.notes {
            text += &format!("{}\n\n", escape_markdown(note));
        }
        let mut sheet = section.sheet.clone();
        sheet.rows.iter_mut().flatten().for_each(|cell| cell.text = escape_markdown(&cell.text));
        text += &sheet.render_markdown();
    }
    text
}

/// Escapes the marks of Markdown in a text. Tables escape their own bars.
fn escape_markdown(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '<' | '[' | ']' | '#') {
            plain.push('\\');
        }
        plain.push(if letter.is_control() { ' ' } else { letter });
    }
    plain
}
