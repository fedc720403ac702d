//! Instances without a file, by their names: `latin:4`, `set:12@7`.

use parallax_instance::Instance;

use super::Puzzle;
use super::errors::PuzzleNameError;

impl Puzzle {
    /// Builds the instance of a name like `latin:4`: the name of the puzzle, a colon, and the size
    /// of an empty board, or the size and, after `@`, the seed of an instance that is drawn (0 if
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

    /// Returns a name for each puzzle, which help shows: those with a seed last.
    #[must_use]
    pub fn example_names() -> Vec<&'static str> {
        let mut names = Puzzle::ALL.map(|puzzle| puzzle.entry().example).to_vec();
        names.sort_by_key(|name| (name.contains('@'), *name));
        names
    }

    /// Returns a short name for each puzzle: first of whole boards, then of what is drawn.
    #[must_use]
    pub fn short_names() -> Vec<&'static str> {
        let mut puzzles = Puzzle::ALL.map(Puzzle::entry);
        puzzles.sort_by_key(|entry| entry.drawn_example.is_some());
        puzzles.map(|entry| entry.drawn_example.unwrap_or(entry.example)).to_vec()
    }
}
