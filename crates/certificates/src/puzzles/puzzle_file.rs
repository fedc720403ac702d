//! The puzzle files that the checker reads.

use super::fault::PuzzleFault;
use super::grids;
use super::set;
use crate::model::CheckerModel;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleFileKind {
    /// Sudoku: n·n symbols on a line, or n rows of n symbols or numbers.
    Sudoku,
    /// Latin squares: `order n` and rows from 0, or `n holes` and rows from 1.
    Latin,
    /// Magic squares: the order, the number of clues, and row, column and value of each.
    Magic,
    /// SET: one card on each line, in words or digits.
    Set,
}

impl PuzzleFileKind {
    /// All kinds, by their names.
    pub const ALL: [(&str, PuzzleFileKind); 4] = [
        ("sudoku", PuzzleFileKind::Sudoku),
        ("latin", PuzzleFileKind::Latin),
        ("magic", PuzzleFileKind::Magic),
        ("set", PuzzleFileKind::Set),
    ];

    /// The model of the empty puzzle with a name: `sudoku:9`, `latin:5` or `magic:4`.
    ///
    /// # Errors
    /// If the name is not that of an empty puzzle of this kind.
    pub fn empty_model(self, name: &str) -> Result<CheckerModel, PuzzleFault> {
        let own = PuzzleFileKind::ALL
            .into_iter()
            .find(|own| own.1 == self && self != PuzzleFileKind::Set);
        let order = own.and_then(|own| name.strip_prefix(own.0)?.strip_prefix(':'));
        let order = order.ok_or_else(|| PuzzleFault::NoName { name: name.to_owned() })?;
        let order = parse_number(order, 200)?;
        grids::grid_model(self, order, &vec![None; order * order])
    }

    /// The models of all puzzles in a text.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn read_models(self, text: &str) -> Result<Vec<CheckerModel>, PuzzleFault> {
        let lines: Vec<&str> = text.lines().collect();
        match self {
            PuzzleFileKind::Sudoku => grids::read_sudoku(&lines),
            PuzzleFileKind::Latin => grids::read_latin(&lines),
            PuzzleFileKind::Magic => grids::read_magic(&lines),
            PuzzleFileKind::Set => set::read_boards(&lines),
        }
    }
}

/// The words, separated by blanks or tabs, of each line that has some and does not begin with a
/// comment mark.
pub(super) fn content_words<'a>(
    lines: &[&'a str],
    comments: &'static [char],
) -> impl Iterator<Item = impl Iterator<Item = &'a str>> {
    let words = |line: &'a str| line.split([' ', '\t']).filter(|word| !word.is_empty());
    let is_content =
        move |line: &&'a str| words(line).next().is_some_and(|word| !word.starts_with(comments));
    lines.iter().copied().filter(is_content).map(words)
}

/// Parses a number up to `most`, in the form in which numbers print.
pub(super) fn parse_number(word: &str, most: usize) -> Result<usize, PuzzleFault> {
    let number = word.parse().ok().filter(|own: &usize| *own <= most && own.to_string() == word);
    number.ok_or_else(|| PuzzleFault::NoNumber { word: word.to_owned(), most })
}
