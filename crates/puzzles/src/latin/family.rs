//! The files and the names of Latin squares.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{Latin, read};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::name::number;
use crate::recognise::is_number;
use crate::stream::{Stream, at_most_one};
use crate::token::{Field, is_idle, words};

/// Latin squares (quasigroups) with holes.
pub(crate) struct LatinFamily;

impl PuzzleFamily for LatinFamily {
    const EXPECTED: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["pls", "latin"];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            "\
# No solution, although no two clues contradict each other.
order 4
-1 -1 -1  3
-1  3  2 -1
 2 -1  1 -1
 3 -1 -1 -1
",
            "\
# One solution.
order 5
-1 -1  1 -1 -1
 3 -1 -1 -1 -1
-1  3  2 -1 -1
 0 -1 -1 -1  2
 2 -1 -1  4 -1
",
            "\
3 2
1 . 3
2 3 1
. 1 2
",
        ],
        names: &["latin:5"],
    };

    const EXAMPLE: &'static str = "latin:4";

    fn read(lines: Lines<'_>) -> InstanceStream<'_> {
        let is_between = |text: &str| is_idle(text, &['#']);
        let step = |lines: &mut Lines<'_>| at_most_one(read::next(lines)?);
        Box::new(Stream::new(lines, Self::EXPECTED, is_between, step))
    }

    fn make(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let order = number(size, "an order", "latin:4")?;
        Ok(Box::new(Latin::empty(order)?))
    }

    fn resembles(
        first: &[String],
        _lines: &mut Lines<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        let row = words(&first[0]);
        if row.len() == 2 && row[0].text.eq_ignore_ascii_case("order") && is_number(row[1].text) {
            return Ok(Some(TextLikeness::Certain));
        }
        Ok(has_holes(first).then_some(TextLikeness::Possible))
    }
}

/// Whether the lines are the order and the number of holes, then a row with `order` cells.
fn has_holes(first: &[String]) -> bool {
    let cell = |field: &Field<'_>| field.text == "." || is_number(field.text);
    let [order, holes] = words(&first[0])[..] else { return false };
    let row = first.get(1).map(|line| words(line)).unwrap_or_default();
    is_number(holes.text) && order.text.parse() == Ok(row.len()) && row.iter().all(cell)
}
