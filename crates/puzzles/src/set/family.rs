//! The files and the names of SET boards.

use parallax_model::instance::{InputError, Instance, Lines};

use super::{SetBoard, read, words::is_word};
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::errors::PuzzleNameError;
use crate::name::{number, seeded};
use crate::recognise::{is_number, is_row_of_numbers};
use crate::stream::Stream;
use crate::token::{is_idle, words};

/// The card game SET.
pub(crate) struct SetFamily;

impl PuzzleFamily for SetFamily {
    const EXPECTED: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["set"];

    const MEMBERS: &'static [&'static str] = &["\"cards\""];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            include_str!("../../../../instances/set-12.set"),
            include_str!("../../../../instances/set-4-values.set"),
            include_str!("../../../../instances/set-5-attributes.set"),
            include_str!("../../../../instances/set-none.set"),
        ],
        names: &["set:12", "set:9@3"],
    };

    fn read(lines: Lines<'_>) -> InstanceStream<'_> {
        let is_between = |text: &str| is_idle(text, &['#']);
        Box::new(Stream::new(lines, Self::EXPECTED, is_between, read::step))
    }

    fn make(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let (cards, seed) = seeded(size, "set:12@7")?;
        let cards = number(cards, "a number of cards", "set:12 or set:12@7")?;
        Ok(Box::new(SetBoard::dealt(cards, seed)?))
    }

    fn resembles(
        first: &[String],
        _lines: &mut Lines<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        Ok(are_cards(first).then_some(TextLikeness::Likely))
    }
}

/// Whether the lines are SET cards in words or in digits, or the header of such
/// cards.
fn are_cards(first: &[String]) -> bool {
    let row = words(&first[0]);
    let known = first[0].split([' ', '\t', ',']).filter(|word| is_word(word)).count();
    let card = |line: &String, digits: usize| is_number(line) && line.len() == digits;
    match row[..] {
        [digits] if is_number(digits.text) => {
            first.len() >= 3 && first.iter().take(3).all(|line| card(line, digits.text.len()))
        }
        [attributes, _, cards] if is_row_of_numbers(&row) => {
            match (first.get(1), attributes.text.parse()) {
                (Some(line), Ok(attributes)) => card(line, attributes) || are_cards(&first[1..2]),
                _ => cards.text == "0",
            }
        }
        _ => known >= 2,
    }
}
