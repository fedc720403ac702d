//! SET boards as JSON: an object with an array `cards`, or an array of such
//! objects. Each card is an object from attribute to value (a text or a whole
//! number). Other members may only be notes.

use std::collections::BTreeMap;

use parallax_model::instance::{InputError, Lines};
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{JsonError, JsonFault};
use super::{SetBoard, words};

/// Reads the rest of the file.
pub(super) fn read(lines: &mut Lines<'_>) -> Result<Vec<SetBoard>, InputError> {
    let boards = json::objects(lines)?;
    let read = |(i, board): (usize, &Json)| {
        self::board(board).map_err(|fault| lines.error(format!("board {}: {fault}", i + 1)))
    };
    boards.iter().enumerate().map(read).collect()
}

fn board(board: &Json) -> Result<SetBoard, JsonFault> {
    json::check_members(board, &["cards"])?;
    let cards = board.get("cards").and_then(Json::as_array).ok_or(JsonError::NoCards)?;
    let cards: Vec<BTreeMap<&String, String>> = cards
        .iter()
        .enumerate()
        .map(|(i, card)| self::card(card).map_err(|error| error.at(format!("card {}", i + 1))))
        .collect::<Result<_, _>>()?;
    let first = cards.first().ok_or(JsonError::EmptyCards)?;
    for (i, card) in cards.iter().enumerate() {
        if !card.keys().eq(first.keys()) {
            let [first, attributes] =
                [first, card].map(|c| c.keys().map(|k| k.as_str()).collect::<Vec<_>>().join(", "));
            return Err(JsonError::CardAttributes { card: i, attributes, first }.into());
        }
    }
    if let Some(standard) = standard(&cards) {
        return Ok(SetBoard::standard(standard)?);
    }
    let names: Vec<String> = first.keys().map(|name| (*name).clone()).collect();
    let cards: Vec<Vec<String>> =
        cards.into_iter().map(|card| card.into_values().collect()).collect();
    Ok(SetBoard::named(&names, &cards)?)
}

fn card(card: &Json) -> Result<BTreeMap<&String, String>, JsonError> {
    let members = card.as_object().ok_or(JsonError::CardObject)?;
    let value = |(name, value): (&String, &Json)| match value {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        _ => Err(JsonError::CardValue { name: name.clone(), found: value.to_string() }),
    };
    members.iter().map(|(name, json)| Ok((name, value((name, json))?))).collect()
}

/// The cards as cards of the printed game, if all names are known.
fn standard(cards: &[BTreeMap<&String, String>]) -> Option<Vec<Vec<u16>>> {
    let card = |card: &BTreeMap<&String, String>| {
        let mut places = [None; 4];
        for (name, value) in card {
            let attribute = words::find_attribute(name)?;
            let (found, place) = words::find(value)?;
            if found != attribute || places[attribute].replace(place).is_some() {
                return None;
            }
        }
        places.into_iter().collect()
    };
    cards.iter().map(card).collect()
}

/// Writes a board as one object, one card per line.
pub(super) fn write(board: &SetBoard) -> String {
    let card = |card: usize| {
        let member = |(i, attribute): (usize, &super::Attribute)| {
            format!("{}: {}", quoted(&attribute.name), quoted(board.value(card, i)))
        };
        let members: Vec<String> = board.attributes().iter().enumerate().map(member).collect();
        format!("  {{{}}}", members.join(", "))
    };
    let cards: Vec<String> = (0..board.cards().len()).map(card).collect();
    format!("{{\"cards\": [\n{}\n]}}\n", cards.join(",\n"))
}

fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}
