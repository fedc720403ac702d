//! Reads magic squares in the form of CSPLib 019: the order, the number of
//! clues, and row, column and value of each, all counted from 1. Line breaks
//! are free; lines that start with `%` or `#` are comments.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use parallax_model::Value;
use parallax_model::instance::{InputError, Lines};

use super::super::token::{Field, Place, content, counted, words};
use super::{EXPECTED, MAX_ORDER, Magic};

/// Maximum number of clues in a file, repetitions included.
const MAX_CLUES: Value = 100_000;

/// Reads the square of a file; `None` if the file has no number.
pub(crate) fn read(lines: &mut Lines<'_>) -> Result<Option<Magic>, InputError> {
    let mut numbers = Numbers::default();
    let Some(order) = numbers.next(lines, "an order", 1..=MAX_ORDER as Value)? else {
        return Ok(None);
    };
    let missing = |lines: &Lines<'_>, after: String| {
        lines.error(format!("the file ends {after}; expected {EXPECTED}"))
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
                format!("after {done} of {}", counted(count as usize, "clue", "clues")),
            )),
        };
        let (row, column) = (part("a row", order)?, part("a column", order)?);
        let value = part("a value", order * order)?;
        clues.push((((row - 1) * order + column - 1) as usize, value));
    }
    numbers.end(lines, count)?;
    Magic::new(order as usize, clues).map(Some).map_err(|error| lines.error(error.to_string()))
}

/// Reads numbers across line breaks.
#[derive(Default)]
struct Numbers {
    line: usize,
    /// The rest of the line, as columns and words.
    left: VecDeque<(usize, String)>,
}

impl Numbers {
    fn next(
        &mut self,
        lines: &mut Lines<'_>,
        what: &str,
        range: RangeInclusive<Value>,
    ) -> Result<Option<Value>, InputError> {
        self.advance(lines)?;
        let Some((column, text)) = self.left.pop_front() else { return Ok(None) };
        let place = Place { source: lines.source(), line: self.line };
        place.integer(Field { column, text: &text }, what, range).map(Some)
    }

    /// Moves to the next word, or to the end of the input.
    fn advance(&mut self, lines: &mut Lines<'_>) -> Result<(), InputError> {
        while self.left.is_empty() {
            let Some(line) = content(lines, &['#', '%'])? else { break };
            self.line = line.number;
            self.left =
                words(&line.text).iter().map(|word| (word.column, word.text.to_owned())).collect();
        }
        Ok(())
    }

    fn end(&mut self, lines: &mut Lines<'_>, count: Value) -> Result<(), InputError> {
        self.advance(lines)?;
        let Some((column, _)) = self.left.front() else { return Ok(()) };
        let place = Place { source: lines.source(), line: self.line };
        let clues = counted(count as usize, "clue", "clues");
        let message = format!("the file announces {clues}, but more follows; expected the end");
        Err(place.column(*column, message))
    }
}
