//! Colour for the cells of a picture that differ between solutions.

use std::borrow::Cow;

use super::layout::{TextLayout, TextStyle};

/// Returns the picture with its marked cells, `7*`, in a colour.
pub(super) fn style_marks<'t>(picture: &'t str, layout: &TextLayout) -> Cow<'t, str> {
    if !layout.colour || !picture.contains('*') {
        return Cow::Borrowed(picture);
    }
    let cells = picture.split_inclusive([' ', '\n']).map(|piece| {
        let cell = piece.trim_end();
        // A single `*` is a cell of the picture, not a marked value.
        if cell.len() > 1 && cell.ends_with('*') {
            format!("{}{}", layout.style_text(cell, TextStyle::Doubtful), &piece[cell.len()..])
        } else {
            piece.to_owned()
        }
    });
    Cow::Owned(cells.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marked_cells_are_painted() {
        let colour = TextLayout { width: None, colour: true };
        assert_eq!(style_marks("│ 1  2* │\n", &colour), "│ 1  \x1b[33m2*\x1b[0m │\n");
        assert_eq!(style_marks("│ 1  2* │\n", &TextLayout::default()), "│ 1  2* │\n");
    }
}
