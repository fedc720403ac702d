//! Instances without a file: `sudoku:9`, `latin:4`, `magic:3`, `set:81`,
//! `set:12@7`, `keisuke:5@7`.

use parallax_model::instance::Instance;

use super::errors::BoardError;
use super::latin::Latin;
use super::magic::Magic;
use super::name::{number, seeded};
use super::set::SetBoard;
use super::sudoku::Sudoku;
use super::{Puzzle, keisuke};

impl Puzzle {
    /// Builds the instance of a name like `latin:4`. For Sudoku, Latin and magic squares this is
    /// the empty board of an order. For SET it is a number of cards, dealt with the seed after `@`
    /// (0 if omitted), or the full deck in order if there is no seed and the number is the size of
    /// a deck. For Keisuke it is the size of a random puzzle, with the seed after `@` (0 if
    /// omitted). Returns `None` if the text does not start with the name of a puzzle and a colon.
    ///
    /// # Errors
    /// The `Some` holds a message if the number or the seed is wrong. The message does not repeat
    /// the text.
    #[must_use]
    pub fn from_name(text: &str) -> Option<Result<Box<dyn Instance>, String>> {
        let (name, size) = text.split_once(':')?;
        let puzzle: Puzzle = name.parse().ok()?;
        Some(puzzle.of_size(size))
    }

    fn of_size(self, size: &str) -> Result<Box<dyn Instance>, String> {
        let (what, example) = match self {
            Puzzle::Set => ("a number of cards", "set:12 or set:12@7"),
            Puzzle::Sudoku => ("an order", "sudoku:9"),
            Puzzle::Latin => ("an order", "latin:4"),
            Puzzle::Magic => ("an order", "magic:3"),
            Puzzle::Keisuke => ("a size", "keisuke:5 or keisuke:5@7"),
        };
        let (count, seed) = match self {
            Puzzle::Set | Puzzle::Keisuke => {
                seeded(size, &format!("{self}:12@7")).map_err(|error| error.to_string())?
            }
            Puzzle::Sudoku | Puzzle::Latin | Puzzle::Magic => (size, None),
        };
        let number = number(count, what, example).map_err(|error| error.to_string())?;
        let board = |error: BoardError| error.to_string();
        Ok(match self {
            Puzzle::Set => {
                Box::new(SetBoard::dealt(number, seed).map_err(|error| error.to_string())?)
            }
            Puzzle::Sudoku => Box::new(Sudoku::empty(number).map_err(board)?),
            Puzzle::Latin => Box::new(Latin::empty(number).map_err(board)?),
            Puzzle::Magic => Box::new(Magic::empty(number).map_err(board)?),
            Puzzle::Keisuke => {
                let sized = keisuke::sized(number, seed.unwrap_or(0));
                Box::new(sized.map_err(|error| error.to_string())?)
            }
        })
    }
}
