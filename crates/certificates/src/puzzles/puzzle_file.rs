//! The puzzle files that the checker reads.

use super::fault::PuzzleFault;
use super::grids;
use super::set;
use crate::model::Model;

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// Sudoku: n·n symbols on a line, or n rows of n symbols or numbers.
    Sudoku,
    /// Latin squares: `order n` and rows from 0, or `n holes` and rows from 1.
    Latin,
    /// Magic squares: the order, the number of clues, and row, column and value of each.
    Magic,
    /// SET: a card a line, in words or digits.
    Set,
}

impl Puzzle {
    /// All kinds, by their names.
    pub const ALL: [(&str, Puzzle); 4] = [
        ("sudoku", Puzzle::Sudoku),
        ("latin", Puzzle::Latin),
        ("magic", Puzzle::Magic),
        ("set", Puzzle::Set),
    ];

    /// The model of the empty puzzle with a name: `sudoku:9`, `latin:5` or `magic:4`.
    ///
    /// # Errors
    /// Another name.
    pub fn empty(self, name: &str) -> Result<Model, PuzzleFault> {
        let own = Puzzle::ALL.into_iter().find(|own| own.1 == self && self != Puzzle::Set);
        let order = own.and_then(|own| name.strip_prefix(own.0)?.strip_prefix(':'));
        let order = order.ok_or_else(|| PuzzleFault::NoName { name: name.to_owned() })?;
        let order = number(order, 200)?;
        grids::model(self, order, &vec![None; order * order])
    }

    /// The models of all puzzles in a text.
    ///
    /// # Errors
    /// The fault of a text that is not as described.
    pub fn models(self, text: &str) -> Result<Vec<Model>, PuzzleFault> {
        let lines: Vec<&str> = text.lines().collect();
        match self {
            Puzzle::Sudoku => grids::sudoku(&lines),
            Puzzle::Latin => grids::latin(&lines),
            Puzzle::Magic => grids::magic(&lines),
            Puzzle::Set => set::boards(&lines),
        }
    }
}

/// The words of lines that hold some and begin with no mark of a comment, with blanks or tabs between
/// them.
pub(super) fn content<'a>(
    lines: &[&'a str],
    comments: &'static [char],
) -> impl Iterator<Item = impl Iterator<Item = &'a str>> {
    let words = |line: &'a str| line.split([' ', '\t']).filter(|word| !word.is_empty());
    let is_content =
        move |line: &&'a str| words(line).next().is_some_and(|word| !word.starts_with(comments));
    lines.iter().copied().filter(is_content).map(words)
}

/// A number up to the greatest one, as numbers print.
pub(super) fn number(word: &str, most: usize) -> Result<usize, PuzzleFault> {
    let number = word.parse().ok().filter(|own: &usize| *own <= most && own.to_string() == word);
    number.ok_or_else(|| PuzzleFault::NoNumber { word: word.to_owned(), most })
}
