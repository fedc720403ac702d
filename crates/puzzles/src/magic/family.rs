//! The files and the names of magic squares.

use parallax_instance::{InputError, Instance, LineReader};

use super::{MagicPuzzle, read};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::line_fields::{LineField, is_idle, split_words};
use crate::name::parse_number;
use crate::recognise::{MAX_EXAMINED_LINES, is_row_of_numbers};
use crate::stream::{InstanceIterator, at_most_one};

/// Magic squares.
pub(crate) struct MagicFamily;

impl PuzzleFamily for MagicFamily {
    const EXPECTED_CONTENT: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["dat", "magic"];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            "\
% The empty square of order 3: 8 solutions.
3 0
",
            "\
% 2 solutions.
4 6
1 3 11
1 4 1
2 1 9
3 4 7
4 1 15
4 2 5
",
            "\
% c
3
2
1 1 2
3 3 8
",
        ],
        names: &["magic:4"],
    };

    const EXAMPLE: &'static str = "magic:3";

    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_> {
        let is_between = |text: &str| is_idle(text, &['#', '%']);
        let step = |lines: &mut LineReader<'_>| at_most_one(read::read_magic(lines)?);
        Box::new(InstanceIterator::new(lines, Self::EXPECTED_CONTENT, is_between, step))
    }

    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let order = parse_number(size, "an order", "magic:3")?;
        Ok(Box::new(MagicPuzzle::without_clues(order)?))
    }

    fn compare_text(
        first: &[String],
        _lines: &mut LineReader<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        Ok(are_clues(first).then_some(TextLikeness::Likely))
    }
}

/// Whether the lines are the order and the number of clues, then three numbers
/// for each clue.
fn are_clues(first: &[String]) -> bool {
    let rows: Vec<Vec<LineField<'_>>> = first.iter().map(|line| split_words(line)).collect();
    if !rows.iter().all(|row| is_row_of_numbers(row)) {
        return false;
    }
    let (clues, rest) = match (&rows[0][..], rows.get(1).map(|row| &row[..])) {
        ([_, clues], _) => (clues, &rows[1..]),
        ([_], Some([clues])) => (clues, &rows[2..]),
        // The order and the number of clues are on one line or on two.
        _ => return false,
    };
    let triples = rest.iter().all(|row| row.len() == 3);
    // A long file is cut off after its first lines, so it need not have as many clues as it
    // announces.
    triples && (clues.text.parse() == Ok(rest.len()) || first.len() >= MAX_EXAMINED_LINES / 2)
}
