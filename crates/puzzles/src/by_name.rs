//! Instances without a file: `sudoku:9`, `latin:4`, `magic:3`, `set:81`,
//! `set:12@7`, `keisuke:5@7`.

use parallax_model::instance::Instance;

use super::Puzzle;
use super::errors::PuzzleNameError;

impl Puzzle {
    /// Builds the instance of a name like `latin:4`. For Sudoku, Latin and magic squares this is
    /// the empty board of an order. For SET it is a number of cards, dealt with the seed after `@`
    /// (0 if omitted), or the full deck in order if there is no seed and the number is the size of
    /// a deck. For Keisuke it is the size of a random puzzle, with the seed after `@` (0 if
    /// omitted). Returns `None` if the text does not start with the name of a puzzle and a colon.
    ///
    /// # Errors
    /// The `Some` holds the fault if the number or the seed is wrong.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Result<Box<dyn Instance>, PuzzleNameError>> {
        let (name, size) = text.split_once(':')?;
        let puzzle: Puzzle = name.parse().ok()?;
        Some((puzzle.entry().make)(size))
    }
}
