//! The files and the names of Sudokus.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{Reader, Sudoku, layout};
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::errors::PuzzleNameError;
use crate::name::{number};
use crate::recognise::is_number;
use crate::stream::Stream;
use crate::token::words;

/// Sudoku.
pub(crate) struct SudokuFamily;

impl PuzzleFamily for SudokuFamily {
    const EXPECTED: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["sudoku", "sdk", "sdm", "ss"];

    const MEMBERS: &'static [&'static str] = &["\"cells\""];

    const NESTED: Option<&'static str> = Some("[[");

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            include_str!("../../../../instances/sudoku-4.sudoku"),
            include_str!("../../../../instances/sudoku-6.sudoku"),
            include_str!("../../../../instances/sudoku-9.sudoku"),
        ],
        names: &["sudoku:4", "sudoku:9"],
    };

    fn read(lines: Lines<'_>) -> InstanceStream<'_> {
        let mut reader = Reader::default();
        let step = move |lines: &mut Lines<'_>| reader.step(lines);
        Box::new(Stream::new(lines, Self::EXPECTED, layout::is_between, step))
    }

    fn make(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let order = number(size, "an order", "sudoku:9")?;
        Ok(Box::new(Sudoku::empty(order)?))
    }

    fn resembles(
        first: &[String],
        lines: &mut Lines<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        if !layout::looks_like(lines)? {
            return Ok(None);
        }
        let line = &first[0];
        // Lines of a few digits are cards, unless they make a whole board. Cards of nine attributes
        // have three values as a rule.
        let is_board = line.len() >= 16
            || line.len() == 9
                && first.iter().any(|line| line.contains(['4', '5', '6', '7', '8', '9']))
            || first.len() == line.len()
            || !first.iter().all(|line| is_number(line));
        let has_header = words(line).len() > 1;
        let is_whole = is_board && !has_header;
        Ok(Some(if is_whole { TextLikeness::Whole } else { TextLikeness::Doubtful }))
    }
}
