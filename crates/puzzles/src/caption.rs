//! Text below a picture: the parts of a puzzle besides its grid.

use parallax_instance::escape_markup;

use super::svg;

/// The height of a line and the width of a letter in pixels.
const LINE_HEIGHT: usize = 20;
const LETTER_WIDTH: usize = 8;

/// Minimum width of a picture with notes in pixels.
const LEAST_WIDTH: usize = 320;

/// Maximum number of characters of a line in text.
const MAX_LINE_CHARS: usize = 76;

/// Writes notes as lines of text.
pub(super) fn notes_text(notes: &[String]) -> String {
    notes.iter().flat_map(|note| wrap_text(note, MAX_LINE_CHARS)).map(|line| line + "\n").collect()
}

/// Draws notes below a picture of this width and height; returns them with the width and
/// height of the whole.
pub(super) fn notes_svg(
    notes: &[String],
    margin: usize,
    (mut width, mut height): (usize, usize),
) -> (String, usize, usize) {
    if !notes.is_empty() {
        width = width.max(LEAST_WIDTH);
    }
    let mut body = String::new();
    for line in notes.iter().flat_map(|note| wrap_text(note, (width - 2 * margin) / LETTER_WIDTH)) {
        height += LINE_HEIGHT;
        let (base, line, ink) = (height - LINE_HEIGHT / 2, escape_markup(&line), svg::INK_COLOUR);
        body.push_str(&format!(
            "<text x=\"{margin}\" y=\"{base}\" font-size=\"14\" fill=\"{ink}\">{line}</text>\n"
        ));
    }
    (body, width, height)
}

/// Breaks a text between words into lines of at most `width` characters; a longer word gets a line
/// of its own.
fn wrap_text(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
