//! Colour for the cells of a picture that differ between solutions.

use std::borrow::Cow;

use super::layout::{Layout, Paint};

/// Returns the picture with its marked cells, `7*`, in a colour.
pub(super) fn painted<'t>(picture: &'t str, layout: &Layout) -> Cow<'t, str> {
    if !layout.colour || !picture.contains('*') {
        return Cow::Borrowed(picture);
    }
    let cells = picture.split_inclusive([' ', '\n']).map(|piece| {
        let cell = piece.trim_end();
        if cell.len() > 1 && cell.ends_with('*') {
            format!("{}{}", layout.paint(cell, Paint::Doubtful), &piece[cell.len()..])
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
        let colour = Layout { width: None, colour: true };
        assert_eq!(painted("│ 1  2* │\n", &colour), "│ 1  \x1b[33m2*\x1b[0m │\n");
        assert_eq!(painted("│ 1  2* │\n", &Layout::default()), "│ 1  2* │\n");
    }
}
