//! Text for a terminal or a pipe: colours, and lines wrapped at words.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// A colour, if colours are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextStyle {
    /// The colour of the terminal.
    #[default]
    Plain,
    /// Text to be noticed first.
    Strong,
    /// Text of less importance.
    Faint,
    /// No fault.
    Good,
    /// A missing or unconfirmed result.
    Doubtful,
    /// A wrong result.
    Bad,
}

impl TextStyle {
    /// Returns the number in the escape sequence.
    fn escape_code(self) -> Option<u8> {
        match self {
            TextStyle::Plain => None,
            TextStyle::Strong => Some(1),
            TextStyle::Faint => Some(2),
            TextStyle::Good => Some(32),
            TextStyle::Doubtful => Some(33),
            TextStyle::Bad => Some(31),
        }
    }
}

/// The layout of text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextLayout {
    /// The width of a line in columns of the terminal; `None` in a pipe.
    pub width: Option<usize>,
    /// Whether colours are on.
    pub colour: bool,
}

impl TextLayout {
    /// Returns a text in a colour.
    #[must_use]
    pub fn style_text<'t>(&self, text: &'t str, paint: TextStyle) -> Cow<'t, str> {
        match paint.escape_code().filter(|_| self.colour && !text.is_empty()) {
            Some(code) => Cow::Owned(format!("\x1b[{code}m{text}\x1b[0m")),
            None => Cow::Borrowed(text),
        }
    }

    /// Returns a picture if it fits. A wider one becomes lines without frames, each row wrapped at
    /// its cells, since a terminal would cut the rows anywhere.
    #[must_use]
    pub fn fit_picture<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let fits = |most| text.lines().all(|line| line.width() <= most);
        if self.width.is_none_or(fits) {
            return Cow::Borrowed(text);
        }
        let is_frame = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
        let mut lines = String::new();
        for line in text.lines() {
            let cells = line.replace(is_frame, " ");
            if !cells.trim().is_empty() {
                lines += &self.wrap_text(&cells, 2);
            } else if line.is_empty() {
                lines.push('\n');
            }
        }
        Cow::Owned(lines)
    }

    /// Wraps words into lines that fit, the first one without indentation.
    #[must_use]
    pub fn wrap_text(&self, text: &str, indent: usize) -> String {
        let mut lines = String::new();
        let mut column = 0;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let width = word.width();
            // A word that is wider than the line stands alone on it; words are never broken.
            if column > 0 && self.width.is_some_and(|most| column + 1 + width > most) {
                lines.push('\n');
                lines.extend(std::iter::repeat_n(' ', indent));
                column = indent;
            } else if column > 0 {
                lines.push(' ');
                column += 1;
            }
            lines.push_str(word);
            column += width;
        }
        lines.push('\n');
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_wrapped_and_never_broken() {
        let layout = TextLayout { width: Some(12), colour: false };
        assert_eq!(
            layout.wrap_text("one two three fourteen-letters x", 2),
            "one two\n  three\n  fourteen-letters\n  x\n"
        );
        assert_eq!(TextLayout::default().wrap_text("one two three", 2), "one two three\n");
    }

    #[test]
    fn pictures_that_are_too_wide_are_wrapped_at_cells() {
        let picture = "┌───────────┐\n│  1  12  3 │\n│ 14   5  6 │\n└───────────┘\n\nend\n";
        let layout = |width| TextLayout { width, colour: false };
        assert_eq!(layout(None).fit_picture(picture), picture);
        assert_eq!(layout(Some(13)).fit_picture(picture), picture);
        assert_eq!(layout(Some(12)).fit_picture(picture), "1 12 3\n14 5 6\n\nend\n");
        assert_eq!(layout(Some(5)).fit_picture(picture), "1 12\n  3\n14 5\n  6\n\nend\n");
    }
}
