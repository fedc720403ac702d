//! Reads SET boards in text: one card per line, in words or in digits, after an
//! optional header `attributes values cards`.

use std::collections::HashMap;

use parallax_instance::{InputError, Instance, LineReader, PuzzleSolution, TextLine};
use parallax_model::Value;

use super::super::json as any_json;
use super::super::line_fields::{
    LineField, LinePlace, count_noun, is_idle, next_content_line, shorten_text, split_fields,
    split_words as split,
};
use super::super::stream::Batch;
use super::{EXPECTED, MAX_ATTRIBUTES, MAX_CARDS, SetBoard, json, words};

/// Reads the next board of a text, or all boards of a JSON file.
pub(crate) fn read_next(lines: &mut LineReader<'_>) -> Batch {
    let boards = if any_json::starts_json(lines)? {
        json::read_json(lines)?
    } else {
        read_text(lines)?.into_iter().collect()
    };
    Ok(boards.into_iter().map(|board| Box::new(board) as Box<dyn Instance>).collect())
}

/// The header `attributes values cards`, and its line, from 1.
#[derive(Clone, Copy)]
struct SetHeader {
    attributes: usize,
    values: usize,
    cards: usize,
    line: usize,
}

/// The cards read so far.
#[derive(Default)]
struct SetCardReader {
    header: Option<SetHeader>,
    in_words: bool,
    cards: Vec<Vec<u16>>,
    /// The line of each card, from 1.
    seen: HashMap<Vec<u16>, usize>,
}

pub(super) fn read_text(lines: &mut LineReader<'_>) -> Result<Option<SetBoard>, InputError> {
    let mut cards = SetCardReader::default();
    if let Some(first) = skip_idle(lines)? {
        cards.header = read_header(
            LinePlace { source: lines.source_name(), line: first.number },
            &first.text,
        )?;
        if cards.header.is_some() {
            lines.next_line()?;
        }
    }
    loop {
        let is_full = cards.header.is_some_and(|header| header.cards == cards.cards.len());
        // A board that is complete does not wait for the next one.
        let line = if is_full { lines.look_ahead(skip_idle)? } else { skip_idle(lines)? };
        let Some(line) = line else { break };
        let place = LinePlace { source: lines.source_name(), line: line.number };
        if is_full {
            // Another board may follow.
            if !is_header(&line.text) {
                let count = count_noun(cards.cards.len(), "card", "cards");
                return Err(
                    place.line_error(format!("the header announces {count}, but more follow"))
                );
            }
            break;
        }
        cards.add_card(place, &line.text)?;
        lines.next_line()?;
    }
    if cards.cards.is_empty() && cards.header.is_none() {
        return Ok(None);
    }
    cards.finish_board(lines).map(Some)
}

/// Skips blank lines and comments, and returns the next line without consuming
/// it.
fn skip_idle(lines: &mut LineReader<'_>) -> Result<Option<TextLine>, InputError> {
    while let Some(line) = lines.peek_line(0)? {
        if !is_idle(&line.text, &['#']) {
            return Ok(Some(line.clone()));
        }
        lines.next_line()?;
    }
    Ok(None)
}

fn is_header(text: &str) -> bool {
    let words = split(text);
    words.len() == 3 && words.iter().all(|word| is_digits(word.text))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

fn read_header(place: LinePlace<'_>, text: &str) -> Result<Option<SetHeader>, InputError> {
    let [attributes, values, cards] = split(text)[..] else { return Ok(None) };
    if !is_header(text) {
        return Ok(None);
    }
    let number = |field, what, low: usize, high: usize| {
        place.parse_integer(field, what, low as Value..=high as Value).map(|number| number as usize)
    };
    Ok(Some(SetHeader {
        attributes: number(attributes, "a number of attributes", 1, MAX_ATTRIBUTES)?,
        values: number(values, "a number of values", 1, 10)?,
        cards: number(cards, "a number of cards", 0, MAX_CARDS)?,
        line: place.line,
    }))
}

impl SetCardReader {
    fn add_card(&mut self, place: LinePlace<'_>, text: &str) -> Result<(), InputError> {
        let mut fields = split_fields(text, |c| c.is_whitespace() || c == ',');
        self.drop_number(place, &mut fields)?;
        let digits = matches!(fields[..], [only] if is_digits(only.text));
        if self.cards.is_empty() {
            self.in_words = !digits;
        }
        // Digits with blanks between them would otherwise be taken for words.
        if fields.len() > 1 && fields.iter().all(|field| is_digits(field.text)) {
            let message = format!(
                "'{}'; expected the digits of a card without spaces, or words",
                shorten_text(text)
            );
            return Err(place.line_error(message));
        }
        let card = match (self.in_words, &fields[..]) {
            (false, [only]) if digits => self.card_in_digits(place, *only)?,
            (false, _) => {
                let found = shorten_text(text);
                return Err(place.line_error(format!(
                    "'{found}' among cards in digits; expected a digit for each attribute"
                )));
            }
            (true, _) => self.card_in_words(place, text, &fields)?,
        };
        if let Some(first) = self.seen.insert(card.clone(), place.line) {
            return Err(place.line_error(format!(
                "the same card as on line {first}; expected different cards"
            )));
        }
        if self.cards.len() == MAX_CARDS {
            return Err(
                place.line_error(format!("more than {MAX_CARDS} cards, the most that are read"))
            );
        }
        self.cards.push(card);
        Ok(())
    }

    /// Removes the number of the card, `3.` or `3:`, if there is one.
    fn drop_number(
        &self,
        place: LinePlace<'_>,
        fields: &mut Vec<LineField<'_>>,
    ) -> Result<(), InputError> {
        let [first, _, ..] = fields[..] else { return Ok(()) };
        let Some(number) =
            first.text.strip_suffix(['.', ':']).filter(|n| is_digits(n) && !n.is_empty())
        else {
            return Ok(());
        };
        let expected = self.cards.len() + 1;
        if number.parse() != Ok(expected) {
            return Err(place
                .column_error(first.column, format!("card number {number}; expected {expected}")));
        }
        fields.remove(0);
        Ok(())
    }

    fn card_in_digits(
        &self,
        place: LinePlace<'_>,
        field: LineField<'_>,
    ) -> Result<Vec<u16>, InputError> {
        let expected = match (self.header, self.cards.first()) {
            (Some(header), _) => header.attributes,
            (None, Some(card)) => card.len(),
            // The first card decides how many attributes there are. One beyond the limit has
            // another length than expected.
            (None, None) => field.text.len().clamp(1, MAX_ATTRIBUTES),
        };
        if field.text.len() != expected {
            let found = count_noun(field.text.len(), "digit", "digits");
            let message = format!("{found}; expected {expected}, one for each attribute");
            return Err(place.column_error(field.column, message));
        }
        let values = self.header.map_or(10, |header| header.values);
        let digit = |(i, b): (usize, u8)| match u16::from(b - b'0') {
            digit if usize::from(digit) < values => Ok(digit),
            digit => {
                let message =
                    format!("digit {digit}; expected 0 to {} for {values} values", values - 1);
                Err(place.column_error(field.column + i, message))
            }
        };
        field.text.bytes().enumerate().map(digit).collect()
    }

    fn card_in_words(
        &self,
        place: LinePlace<'_>,
        text: &str,
        fields: &[LineField<'_>],
    ) -> Result<Vec<u16>, InputError> {
        if let Some(header) =
            self.header.filter(|header| (header.attributes, header.values) != (4, 3))
        {
            let (attributes, values) = (header.attributes, header.values);
            let message = format!(
                "a card that is not {attributes} digits; the header says {attributes} attributes of {values} values"
            );
            return Err(place.line_error(message));
        }
        if !fields.iter().any(|field| words::find_word(field.text).is_some()) {
            let expected =
                if self.cards.is_empty() { EXPECTED } else { "a card in words, as before" };
            return Err(place.line_error(format!("'{}'; expected {expected}", shorten_text(text))));
        }
        let mut card: [Option<u16>; 4] = [None; 4];
        for field in fields {
            let Some((attribute, value)) = words::find_word(field.text) else {
                let message = format!(
                    "unknown word '{}'; expected {}",
                    shorten_text(field.text),
                    words::list_attributes()
                );
                return Err(place.column_error(field.column, message));
            };
            if card[attribute].replace(value).is_some() {
                let name = &words::standard_attributes()[attribute].name;
                return Err(place.column_error(
                    field.column,
                    format!("'{}' is a second {name}; expected one", field.text),
                ));
            }
        }
        let missing: Vec<String> = words::standard_attributes()
            .into_iter()
            .zip(card)
            .filter_map(|(attribute, value)| {
                value
                    .is_none()
                    .then(|| format!("{} ({})", attribute.name, attribute.values.join(", ")))
            })
            .collect();
        if missing.is_empty() {
            Ok(card.into_iter().flatten().collect())
        } else {
            Err(place.line_error(format!("the card has no {}", missing.join(" and no "))))
        }
    }

    fn finish_board(self, lines: &LineReader<'_>) -> Result<SetBoard, InputError> {
        if let Some(header) = self.header.filter(|header| header.cards != self.cards.len()) {
            let (announced, found) = (count_noun(header.cards, "card", "cards"), self.cards.len());
            return Err(lines
                .make_error(format!("the header announces {announced}, but the board has {found}"))
                .at_line(header.line));
        }
        let largest = self.cards.iter().flatten().max().map_or(0, |&digit| usize::from(digit));
        let (attributes, values) = match (self.header, self.in_words) {
            (Some(header), _) => (header.attributes, header.values),
            (None, true) => (4, 3),
            // Without a header, a board has three values, or as many as its digits need.
            (None, false) => (self.cards.first().map_or(1, Vec::len), (largest + 1).max(3)),
        };
        SetBoard::from_digits(attributes, values, self.cards)
            .map_err(|error| lines.make_error(error.to_string()))
    }
}

/// Reads solutions: three card numbers per line, separated by spaces, commas or
/// semicolons, with or without brackets of any kind.
pub(super) fn read_solutions(
    cards: usize,
    source: &str,
    text: &str,
) -> Result<Vec<PuzzleSolution>, InputError> {
    let mut lines = LineReader::new(source, text.as_bytes());
    let mut found = Vec::new();
    while let Some(line) = next_content_line(&mut lines, &['#'])? {
        let place = LinePlace { source, line: line.number };
        let numbers = split_fields(&line.text, |c| c.is_whitespace() || ",;{}()[]".contains(c));
        let number = |&field: &LineField<'_>| {
            place.parse_integer(field, "a card number", 1..=cards as Value)
        };
        let mut set = numbers.iter().map(number).collect::<Result<PuzzleSolution, _>>()?;
        if set.len() != 3 {
            return Err(place.line_error(format!(
                "{}, expected 3 card numbers",
                count_noun(set.len(), "number", "numbers")
            )));
        }
        set.sort_unstable();
        found.push(set);
    }
    if found.is_empty() {
        Err(lines.make_error("no solution; expected three card numbers a line"))
    } else {
        Ok(found)
    }
}
