//! The files and the names of Sudokus.

use parallax_instance::{InputError, Instance, LineReader};

use super::{SudokuPuzzle, SudokuReader, layout};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::line_fields::split_words;
use crate::name::parse_number;
use crate::recognise::is_number;
use crate::stream::InstanceIterator;

/// Sudoku.
pub(crate) struct SudokuFamily;

impl PuzzleFamily for SudokuFamily {
    const EXPECTED_CONTENT: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["sudoku", "sdk", "sdm", "ss"];

    const JSON_MEMBERS: &'static [&'static str] = &["\"cells\""];

    const NESTED_JSON_START: Option<&'static str> = Some("[[");

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            "\
# Sudokus of order 4, one board a line.
# One solution each.
...2...32...4...
.3.....2...1.4..
...3.....4..1.2.
# Two solutions.
14.......1.4....
# No solution, although no two clues contradict each other.
..1..2..3......2
",
            "\
# Sudokus of order 6, one board a line.
# One solution each.
...1..1.2.3...1..42.5...5........3..
....6...41..3...25...6..54.....3....
# Two solutions.
6..45....2............2.4.3....2..1.
# No solution, although no two clues contradict each other.
..1.4..2.......5.25....1..61..3.....
",
            "\
# Sudokus of order 9, one board a line.
# One solution each.
..56..8..3.....51974.....2.1.........3..1..76.9.24..5...39.1.6..7..8.4.5.897...32
.8..3.....27..9.35.6....7..8...16.....24...5.6.3..7...7...6.1.....3.124....8.45..
..359.....1.2.....24...3.5..6.4..........27....9.1.5....1...63.62.....1....8..4..
# Two solutions.
.........4.78...1..5...9..71........76...12..2.4.6..8.8..64......3....2........39
# No solution, although no two clues contradict each other.
1..7..........1.8.3...6...1..6.54......1....4.849..52.6..2.7.........2...5..4...9
",
            "\
Grid 01
12|34
..|..
--+--
..|..
43|21
",
            r#"[{"order": 4, "cells": [1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4]}]"#,
        ],
        names: &["sudoku:4", "sudoku:9"],
    };

    const EXAMPLE: &'static str = "sudoku:9";

    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_> {
        let mut reader = SudokuReader::default();
        let step = move |lines: &mut LineReader<'_>| reader.read_next(lines);
        Box::new(InstanceIterator::new(lines, Self::EXPECTED_CONTENT, layout::is_between, step))
    }

    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let order = parse_number(size, "an order", "sudoku:9")?;
        Ok(Box::new(SudokuPuzzle::without_clues(order)?))
    }

    fn compare_text(
        first: &[String],
        lines: &mut LineReader<'_>,
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
        let has_header = split_words(line).len() > 1;
        let is_whole = is_board && !has_header;
        Ok(Some(if is_whole { TextLikeness::Whole } else { TextLikeness::Doubtful }))
    }
}
