//! A sheet of puzzles.

use super::page_space;

/// A sheet of puzzles.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleWorksheet {
    /// The heading of each page.
    pub title: String,
    /// The number of puzzles on a page.
    pub per_page: PerPage,
    /// The rules at the top of the sheet, a sentence each.
    pub rules: Vec<String>,
    /// The puzzles, numbered in this order from 1.
    pub puzzles: Vec<SheetPuzzle>,
    /// Whether the solutions follow.
    pub solutions: bool,
    /// How to make the sheet again, in small print.
    pub again: String,
}

/// A puzzle of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetPuzzle {
    /// The words above the puzzle, after its number; may be empty.
    pub caption: String,
    /// The rules of this puzzle, a sentence each; empty if those at the top of the sheet suffice.
    pub rules: Vec<String>,
    /// The small print below it, such as its seed or its file.
    pub origin: String,
    /// The number of cells of its longer side; 0 for cards.
    pub side: usize,
    /// The puzzle as an SVG document.
    pub picture: String,
    /// The solution as an SVG document; `None` if there is none to print.
    pub solution: Option<String>,
}

/// The number of puzzles on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PerPage {
    /// One, with large cells.
    One,
    /// Two, one above the other.
    Two,
    /// Two rows of two.
    Four,
    /// Three rows of two.
    Six,
}

impl PerPage {
    /// Returns the number.
    #[must_use]
    pub fn number(self) -> usize {
        match self {
            PerPage::One => 1,
            PerPage::Two => 2,
            PerPage::Four => 4,
            PerPage::Six => 6,
        }
    }

    const ALL: [PerPage; 4] = [PerPage::One, PerPage::Two, PerPage::Four, PerPage::Six];

    /// Returns the maximum number of puzzles, up to four, that stay legible on a page with the
    /// rules below them.
    #[must_use]
    pub fn fitting_number(puzzles: &[SheetPuzzle]) -> PerPage {
        let side = puzzles.iter().map(|puzzle| puzzle.side).max().unwrap_or(0);
        let max_per_page = match side {
            0..=9 => PerPage::Four,
            10..=16 => PerPage::Two,
            _ => PerPage::One,
        };
        let numbers = PerPage::ALL.into_iter().rev();
        let smaller = numbers.filter(|choice| choice.number() <= max_per_page.number());
        let has_room =
            |choice: &PerPage| puzzles.iter().all(|puzzle| page_space::has_room(puzzle, *choice));
        // Tries the most puzzles first. One per page is the answer even if the rules do not fit
        // below it: they then have pages of their own.
        smaller.into_iter().find(has_room).unwrap_or(PerPage::One)
    }
}
