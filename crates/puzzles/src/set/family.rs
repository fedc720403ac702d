//! The files and the names of SET boards.

use parallax_instance::{InputError, Instance, LineReader};

use super::{SetBoard, read, words::is_word};
use crate::errors::PuzzleNameError;
use crate::family::{InstanceStream, PuzzleFamily, PuzzleSamples, TextLikeness};
use crate::line_fields::{is_idle, split_words};
use crate::name::{parse_number, split_seed};
use crate::recognise::{is_number, is_row_of_numbers};
use crate::stream::InstanceIterator;

/// The card game SET.
pub(crate) struct SetFamily;

impl PuzzleFamily for SetFamily {
    const EXPECTED_CONTENT: &'static str = super::EXPECTED;

    const EXTENSIONS: &'static [&'static str] = &["set"];

    const JSON_MEMBERS: &'static [&'static str] = &["\"cards\""];

    const SAMPLES: PuzzleSamples = PuzzleSamples {
        texts: &[
            "\
# Twelve cards with 4 sets.
two purple open squiggles
three green solid squiggles
one red open diamond
one purple open oval
one purple solid oval
two green striped diamonds
three green solid ovals
three red striped ovals
two red solid diamonds
one red striped squiggle
one purple striped oval
one green striped squiggle
",
            "\
# Cards of three attributes of four values: 33 sets.
3 4 14
210
201
231
330
220
313
310
013
100
311
123
001
030
102
",
            "\
# Cards of five attributes of three values: 3 sets.
5 3 18
21002
21220
21121
01210
21011
11111
01002
10220
00022
12110
22122
21110
02211
22000
01122
20202
20101
10011
",
            "\
# Fifteen cards without a set.
4 3 15
1210
0000
0010
0110
0022
1212
1021
0111
2112
0100
0102
1200
1201
1000
1011
",
            "\
two red striped diamonds
one green open oval
3 purple solid squiggles
",
            r#"{"cards": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}]}"#,
        ],
        names: &["set:12", "set:9@3"],
    };

    const EXAMPLE: &'static str = "set:81";

    const DRAWN_EXAMPLE: Option<&'static str> = Some("set:12");

    fn read_instances(lines: LineReader<'_>) -> InstanceStream<'_> {
        let is_between = |text: &str| is_idle(text, &['#']);
        Box::new(InstanceIterator::new(lines, Self::EXPECTED_CONTENT, is_between, read::read_next))
    }

    fn make_instance(size: &str) -> Result<Box<dyn Instance>, PuzzleNameError> {
        let (cards, seed) = split_seed(size, "set:12@7")?;
        let cards = parse_number(cards, "a number of cards", "set:12 or set:12@7")?;
        Ok(Box::new(SetBoard::deal_cards(cards, seed)?))
    }

    fn compare_text(
        first: &[String],
        _lines: &mut LineReader<'_>,
    ) -> Result<Option<TextLikeness>, InputError> {
        Ok(are_cards(first).then_some(TextLikeness::Likely))
    }
}

/// Whether the lines are SET cards in words or in digits, or the header of such
/// cards.
fn are_cards(first: &[String]) -> bool {
    let row = split_words(&first[0]);
    let known = first[0].split([' ', '\t', ',']).filter(|word| is_word(word)).count();
    let card = |line: &String, digits: usize| is_number(line) && line.len() == digits;
    match row[..] {
        [digits] if is_number(digits.text) => {
            first.len() >= 3 && first.iter().take(3).all(|line| card(line, digits.text.len()))
        }
        [attributes, _, cards] if is_row_of_numbers(&row) => {
            // After a header comes a card, in digits or in words.
            match (first.get(1), attributes.text.parse()) {
                (Some(line), Ok(attributes)) => card(line, attributes) || are_cards(&first[1..2]),
                _ => cards.text == "0",
            }
        }
        _ => known >= 2,
    }
}
