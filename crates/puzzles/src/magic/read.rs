//! Reads magic squares in the form of CSPLib 019: the order, the number of
//! clues, and row, column and value of each, all counted from 1. Line breaks
//! are free; lines that start with `%` or `#` are comments.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use parallax_instance::{InputError, LineReader};
use parallax_model::Value;

use super::super::line_fields::{LineField, LinePlace, count_noun, next_content_line, split_words};
use super::{EXPECTED, MAX_ORDER, MagicPuzzle};

/// Maximum number of clues in a file, repetitions included.
const MAX_CLUES: Value = 100_000;

/// Reads the square of a file; `None` if the file has no number.
pub(crate) fn read_magic(lines: &mut LineReader<'_>) -> Result<Option<MagicPuzzle>, InputError> {
    let mut numbers = MagicNumberReader::default();
    let Some(order) = numbers.next(lines, "an order", 1..=MAX_ORDER as Value)? else {
        return Ok(None);
    };
    let missing = |lines: &LineReader<'_>, after: String| {
        lines.make_error(format!("the file ends {after}; expected {EXPECTED}"))
    };
    let Some(count) = numbers.next(lines, "a number of clues", 0..=MAX_CLUES)? else {
        return Err(missing(lines, "after the order".to_owned()));
    };
    let mut clues = Vec::new();
    for done in 0..count {
        let mut part = |what, largest| match numbers.next(lines, what, 1..=largest)? {
            Some(number) => Ok(number),
            None => Err(missing(
                lines,
                format!("after {done} of {}", count_noun(count as usize, "clue", "clues")),
            )),
        };
        let (row, column) = (part("a row", order)?, part("a column", order)?);
        let value = part("a value", order * order)?;
        clues.push((((row - 1) * order + column - 1) as usize, value));
    }
    numbers.expect_end(lines, count)?;
    MagicPuzzle::new(order as usize, clues)
        .map(Some)
        .map_err(|error| lines.make_error(error.to_string()))
}

/// Reads numbers across line breaks.
#[derive(Default)]
struct MagicNumberReader {
    line: usize,
    /// The rest of the line, as columns and words.
    left: VecDeque<(usize, String)>,
}

impl MagicNumberReader {
    fn next(
        &mut self,
        lines: &mut LineReader<'_>,
        what: &str,
        range: RangeInclusive<Value>,
    ) -> Result<Option<Value>, InputError> {
        self.next_word(lines)?;
        let Some((column, text)) = self.left.pop_front() else { return Ok(None) };
        let place = LinePlace { source: lines.source_name(), line: self.line };
        place.parse_integer(LineField { column, text: &text }, what, range).map(Some)
    }

    /// Moves to the next word, or to the end of the input.
    fn next_word(&mut self, lines: &mut LineReader<'_>) -> Result<(), InputError> {
        while self.left.is_empty() {
            let Some(line) = next_content_line(lines, &['#', '%'])? else { break };
            self.line = line.number;
            self.left = split_words(&line.text)
                .iter()
                .map(|word| (word.column, word.text.to_owned()))
                .collect();
        }
        Ok(())
    }

    fn expect_end(&mut self, lines: &mut LineReader<'_>, count: Value) -> Result<(), InputError> {
        self.next_word(lines)?;
        let Some((column, _)) = self.left.front() else { return Ok(()) };
        let place = LinePlace { source: lines.source_name(), line: self.line };
        let clues = count_noun(count as usize, "clue", "clues");
        let message = format!("the file announces {clues}, but more follows; expected the end");
        Err(place.column_error(*column, message))
    }
}
