//! The files and the names of Latin squares.

use parallax_instance::{InputError, Instance, LineReader};

use super::{LatinPuzzle, read};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::line_fields::{LineField, is_idle, split_words};
use crate::name::parse_number;
use crate::recognise::is_number;
use crate::stream::{InstanceIterator, at_most_one};

/// Latin squares (quasigroups) with holes.
pub(crate) struct LatinFamily;

impl PuzzleFamily for LatinFamily {
    const EXPECTED_CONTENT: &'static str = super::EXPECTED;

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

    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_> {
        let is_between = |text: &str| is_idle(text, &['#']);
        let step = |lines: &mut LineReader<'_>| at_most_one(read::next(lines)?);
        Box::new(InstanceIterator::new(lines, Self::EXPECTED_CONTENT, is_between, step))
    }

    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let order = parse_number(size, "an order", "latin:4")?;
        Ok(Box::new(LatinPuzzle::without_clues(order)?))
    }

    fn compare_text(
        first: &[String],
        _lines: &mut LineReader<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        let row = split_words(&first[0]);
        if row.len() == 2 && row[0].text.eq_ignore_ascii_case("order") && is_number(row[1].text) {
            return Ok(Some(TextLikeness::Certain));
        }
        Ok(has_holes(first).then_some(TextLikeness::Possible))
    }
}

/// Whether the lines are the order and the number of holes, then a row with `order` cells.
fn has_holes(first: &[String]) -> bool {
    let cell = |field: &LineField<'_>| field.text == "." || is_number(field.text);
    let [order, holes] = split_words(&first[0])[..] else { return false };
    let row = first.get(1).map(|line| split_words(line)).unwrap_or_default();
    is_number(holes.text) && order.text.parse() == Ok(row.len()) && row.iter().all(cell)
}
