//! SET boards as JSON: an object with an array `cards`, or an array of such
//! objects. Each card is an object from attribute to value (a text or a whole
//! number). Other members may only be notes.

use std::collections::BTreeMap;

use parallax_instance::{InputError, LineReader};
use serde_json::Value as Json;

use super::super::json;
use super::super::json_error::{LocatedPuzzleJsonError, PuzzleJsonError};
use super::{SetBoard, words};
use crate::errors::CardError;

/// An error in the JSON of a board, and its place.
type SetJsonFault = LocatedPuzzleJsonError<SetJsonError>;

/// A value of JSON that makes no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum SetJsonError {
    #[error("expected `cards`, an array of objects")]
    NoCards,
    #[error("it has no cards; expected some")]
    EmptyCards,
    #[error("card {} has the attributes {attributes}, card 1 has {first}", .card + 1)]
    CardAttributes { card: usize, attributes: String, first: String },
    #[error("expected an object from attribute to value")]
    CardObject,
    #[error("'{name}' is {found}; expected a text or a whole number")]
    CardValue { name: String, found: String },
    #[error(transparent)]
    Cards(#[from] CardError),
    #[error(transparent)]
    Json(#[from] PuzzleJsonError),
}

/// Reads the rest of the file.
pub(super) fn read_json(lines: &mut LineReader<'_>) -> Result<Vec<SetBoard>, InputError> {
    let boards = json::read_objects(lines)?;
    let read = |(i, board): (usize, &Json)| {
        self::read_board(board)
            .map_err(|fault| lines.make_error(format!("board {}: {fault}", i + 1)))
    };
    boards.iter().enumerate().map(read).collect()
}

fn read_board(board: &Json) -> Result<SetBoard, SetJsonFault> {
    json::check_members::<SetJsonError>(board, &["cards"])?;
    let cards = board.get("cards").and_then(Json::as_array).ok_or(SetJsonError::NoCards)?;
    let cards: Vec<BTreeMap<&String, String>> = cards
        .iter()
        .enumerate()
        .map(|(i, card)| {
            self::read_card(card)
                .map_err(|error| SetJsonFault::new(format!("card {}", i + 1), error))
        })
        .collect::<Result<_, _>>()?;
    let first = cards.first().ok_or(SetJsonError::EmptyCards)?;
    for (i, card) in cards.iter().enumerate() {
        if !card.keys().eq(first.keys()) {
            let [first, attributes] =
                [first, card].map(|c| c.keys().map(|k| k.as_str()).collect::<Vec<_>>().join(", "));
            return Err(SetJsonError::CardAttributes { card: i, attributes, first }.into());
        }
    }
    if let Some(standard) = standard_cards(&cards) {
        return Ok(SetBoard::from_standard_cards(standard).map_err(SetJsonError::from)?);
    }
    let names: Vec<String> = first.keys().map(|name| (*name).clone()).collect();
    let cards: Vec<Vec<String>> =
        cards.into_iter().map(|card| card.into_values().collect()).collect();
    Ok(SetBoard::from_names(&names, &cards).map_err(SetJsonError::from)?)
}

fn read_card(card: &Json) -> Result<BTreeMap<&String, String>, SetJsonError> {
    let members = card.as_object().ok_or(SetJsonError::CardObject)?;
    let value = |(name, value): (&String, &Json)| match value {
        Json::String(text) => Ok(text.clone()),
        Json::Number(number) if number.is_i64() || number.is_u64() => Ok(number.to_string()),
        _ => Err(SetJsonError::CardValue { name: name.clone(), found: value.to_string() }),
    };
    members.iter().map(|(name, json)| Ok((name, value((name, json))?))).collect()
}

/// Returns the cards as cards of the printed game, if all names are known.
fn standard_cards(cards: &[BTreeMap<&String, String>]) -> Option<Vec<Vec<u16>>> {
    let card = |card: &BTreeMap<&String, String>| {
        let mut places = [None; 4];
        for (name, value) in card {
            let attribute = words::find_attribute(name)?;
            let (found, index) = words::find_word(value)?;
            if found != attribute || places[attribute].replace(index).is_some() {
                return None;
            }
        }
        places.into_iter().collect()
    };
    cards.iter().map(card).collect()
}

/// Writes a board as one object, one card per line.
pub(super) fn write_board(board: &SetBoard) -> String {
    let card = |card: usize| {
        let member = |(i, attribute): (usize, &super::CardAttribute)| {
            format!("{}: {}", quote_text(&attribute.name), quote_text(board.value_name(card, i)))
        };
        let members: Vec<String> = board.attributes().iter().enumerate().map(member).collect();
        format!("  {{{}}}", members.join(", "))
    };
    let cards: Vec<String> = (0..board.cards().len()).map(card).collect();
    format!("{{\"cards\": [\n{}\n]}}\n", cards.join(",\n"))
}

fn quote_text(text: &str) -> String {
    Json::from(text).to_string()
}
