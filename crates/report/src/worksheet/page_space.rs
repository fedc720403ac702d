//! The room of rules on a page: how many lines they take, and how high the pictures are then.
//!
//! Lengths are in millimetres. The letters are those of `style.css`, estimated so that real lines
//! are not longer.

use super::{PerPage, PuzzleWorksheet, SheetPuzzle};

/// The height of a line of rules, and the width of a letter.
const LINE_HEIGHT: f64 = 3.6;
const LETTER_WIDTH: f64 = 1.65;

/// The width of a page, and the height of its puzzles with all that belongs to them.
const PAGE_WIDTH: f64 = 180.0;
const PUZZLES_HEIGHT: f64 = 226.0;

/// The height of a caption, of the small print, and of the gap between two rows of puzzles.
const CAPTION_AND_GAP_HEIGHT: f64 = 16.0;

/// Minimum side of a cell that one can write in.
const MIN_CELL_SIDE: f64 = 5.0;

/// The lines of a page that has rules alone.
pub(super) const LINES_OF_PAGE: usize = 58;

/// Returns how many puzzles are side by side, and the width of each.
fn puzzles_across(per_page: PerPage) -> (usize, f64) {
    match per_page {
        PerPage::One | PerPage::Two => (1, PAGE_WIDTH),
        PerPage::Four | PerPage::Six => (2, 85.0),
    }
}

/// Returns the height of each of some puzzles on a page, below these rules at its top.
fn height_each(number: usize, per_page: PerPage, top: &[String]) -> f64 {
    let rows = number.div_ceil(puzzles_across(per_page).0).max(1);
    (PUZZLES_HEIGHT - height_across(top)) / rows as f64 - CAPTION_AND_GAP_HEIGHT
}

/// Returns the maximum height of the picture of one of some puzzles on a page, with rules below
/// it, and others at the top of the page.
pub(super) fn picture_height(
    below: &[String],
    (number, per_page): (usize, PerPage),
    top: &[String],
) -> f64 {
    // A page with fewer puzzles than usual has more room for each; the maximum keeps their usual
    // size.
    let rules_height = line_count(below, puzzles_across(per_page).1) as f64 * LINE_HEIGHT;
    let max_height = match per_page {
        PerPage::One => 196.0,
        PerPage::Two => 92.0,
        PerPage::Four => 88.0,
        PerPage::Six => 56.0,
    };
    (height_each(number, per_page, top) - rules_height).min(max_height)
}

/// Returns the height of a picture that one can write in.
fn min_picture_height(side: usize, number: usize, per_page: PerPage) -> f64 {
    // A large board cannot have cells of full size in any layout; for it half of the room is
    // enough.
    (side as f64 * MIN_CELL_SIDE).min(height_each(number, per_page, &[]) / 2.0)
}

/// Whether the rules of a puzzle fit below it on a full page, and leave a picture that one can
/// write in.
pub(super) fn has_room(puzzle: &SheetPuzzle, per_page: PerPage) -> bool {
    let number = per_page.number();
    let height = picture_height(&puzzle.rules, (number, per_page), &[]);
    puzzle.rules.is_empty() || height >= min_picture_height(puzzle.side, number, per_page)
}

/// Whether the rules of a sheet fit above the puzzles of its first page.
pub(super) fn has_room_at_top(sheet: &PuzzleWorksheet) -> bool {
    let number = sheet.per_page.number().min(sheet.puzzles.len());
    let first = sheet.puzzles.iter().take(number);
    let side = first.map(|puzzle| puzzle.side).max().unwrap_or(0);
    // Only the first page has the rules of the sheet, and it may hold fewer puzzles than a full
    // one.
    let least = min_picture_height(side, number, sheet.per_page);
    height_each(number, sheet.per_page, &sheet.rules) >= least
}

/// Returns the height of texts across a whole page.
fn height_across(texts: &[String]) -> f64 {
    line_count(texts, PAGE_WIDTH) as f64 * (LINE_HEIGHT + 1.0)
}

/// Returns the number of lines of texts, each of which begins a line.
fn line_count(texts: &[String], width: f64) -> usize {
    // A line ends before a word that does not fit, on average half of a word earlier.
    let letters = ((width / LETTER_WIDTH) as usize).saturating_sub(5).max(1);
    texts.iter().map(|text| text.chars().count().div_ceil(letters).max(1)).sum()
}

/// Returns the number of lines of texts across a whole page.
pub(super) fn lines_across(texts: &[String]) -> usize {
    line_count(texts, PAGE_WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(side: usize, rules: &[usize]) -> SheetPuzzle {
        SheetPuzzle {
            caption: String::new(),
            rules: rules.iter().map(|&letters| "x".repeat(letters)).collect(),
            origin: String::new(),
            side,
            picture: String::new(),
            solution: None,
        }
    }

    #[test]
    fn rules_take_room_from_the_puzzles() {
        let fitting = |own: SheetPuzzle| PerPage::fitting_number(&[own]).number();
        assert_eq!(fitting(puzzle(9, &[])), 4);
        assert_eq!(fitting(puzzle(9, &[90, 60, 70])), 4);
        assert_eq!(fitting(puzzle(9, &[90; 12])), 2);
        assert_eq!(fitting(puzzle(9, &[90; 30])), 1);
        assert_eq!(fitting(puzzle(16, &[90])), 2);
        assert_eq!(fitting(puzzle(25, &[])), 1);
        assert!(!has_room(&puzzle(9, &[900; 30]), PerPage::One));
    }
}
