//! Hints for SET: one card, two cards, the set, and the reason why it is one.

use std::collections::HashMap;

use parallax_model::Value;
use parallax_model::instance::{OwnHint, OwnKind};

use super::super::errors::HintError;
use super::{SetBoard, rules};

/// Maximum number of cards whose triples are tried one by one, if two cards do not determine the
/// third.
const MOST_TRIPLES: usize = 400;

/// A hint for a board with some cards chosen, by their numbers from 1.
///
/// # Errors
/// Returns an error if a number is no card or is chosen twice, or the board is too large.
pub(super) fn hint(board: &SetBoard, chosen: &[Value]) -> Result<OwnHint, HintError> {
    let number = board.cards().len();
    for (place, &card) in chosen.iter().enumerate() {
        if !usize::try_from(card).is_ok_and(|card| (1..=number).contains(&card)) {
            return Err(HintError::NoCard { card, cards: number });
        }
        if chosen[..place].contains(&card) {
            return Err(HintError::CardRepeat { card });
        }
    }
    if chosen.len() > 3 {
        return Err(HintError::ChosenCards { cards: chosen.len() });
    }
    let mut chosen = chosen.to_vec();
    chosen.sort_unstable();
    let sets = Sets::of(board)?;
    if chosen.len() == 3 {
        return Ok(three(board, &sets, &chosen));
    }
    Ok(match (sets.first(&chosen), sets.first(&[])) {
        (Some(set), _) => found(board, &chosen, set),
        (None, Some(_)) => wrong(board, &chosen),
        (None, None) => none(board),
    })
}

/// Finds sets on a board.
struct Sets<'a> {
    board: &'a SetBoard,
    /// The places of equal cards, if two cards determine the third.
    places: Option<HashMap<&'a [u16], Vec<usize>>>,
}

impl<'a> Sets<'a> {
    fn of(board: &'a SetBoard) -> Result<Self, HintError> {
        let of_three = board.attributes().iter().all(|attribute| attribute.values.len() == 3);
        if !of_three && board.cards().len() > MOST_TRIPLES {
            return Err(HintError::BoardSize { most: MOST_TRIPLES });
        }
        let places = of_three.then(|| {
            let mut places: HashMap<&[u16], Vec<usize>> = HashMap::new();
            for (place, card) in board.cards().iter().enumerate() {
                places.entry(card).or_default().push(place);
            }
            places
        });
        Ok(Sets { board, places })
    }

    /// Returns the first set, by its numbers, that contains the chosen cards.
    fn first(&self, chosen: &[Value]) -> Option<[Value; 3]> {
        let number = self.board.cards().len();
        for one in 0..number {
            for other in one + 1..number {
                for third in self.thirds(one, other) {
                    let set = [one, other, third].map(|place| place as Value + 1);
                    if third > other && chosen.iter().all(|card| set.contains(card)) {
                        return Some(set);
                    }
                }
            }
        }
        None
    }

    /// Returns the cards that make a set with these two.
    fn thirds(&self, one: usize, other: usize) -> Vec<usize> {
        let cards = self.board.cards();
        match &self.places {
            Some(places) => {
                let third = third(&cards[one], &cards[other]);
                places.get(&third[..]).cloned().unwrap_or_default()
            }
            None => {
                let is_set = |third: &usize| {
                    let set = [one, other, *third].map(|place| place as Value + 1);
                    rules::check(self.board, &set).is_ok()
                };
                (other + 1..cards.len()).filter(is_set).collect()
            }
        }
    }
}

/// Returns the card that completes two cards of three values to a set.
fn third(one: &[u16], other: &[u16]) -> Vec<u16> {
    one.iter().zip(other).map(|(&a, &b)| if a == b { a } else { 3 - a - b }).collect()
}

/// A card by its number and values.
fn words(board: &SetBoard, card: Value) -> String {
    format!("card {card} ({})", board.card(card as usize - 1))
}

fn list(board: &SetBoard, cards: &[Value]) -> String {
    cards.iter().map(|&card| words(board, card)).collect::<Vec<_>>().join(", ")
}

/// Describes the values of three cards in each attribute: all the same, all different, or neither.
fn likeness(board: &SetBoard, set: &[Value]) -> Vec<String> {
    let line = |(place, attribute): (usize, &super::Attribute)| {
        let values: Vec<&str> =
            set.iter().map(|&card| board.value(card as usize - 1, place)).collect();
        let [a, b, c] = values[..] else { return String::new() };
        let how = match (a == b, b == c, a == c) {
            (true, true, _) => format!("all {a}"),
            (false, false, false) => format!("all different: {a}, {b}, {c}"),
            _ => format!("neither all the same nor all different: {a}, {b}, {c}"),
        };
        format!("{}: {how}", attribute.name)
    };
    board.attributes().iter().enumerate().map(line).collect()
}

/// Tiers that choose one card, two, and all of a set; chosen cards come first.
fn found(board: &SetBoard, chosen: &[Value], set: [Value; 3]) -> OwnHint {
    let rest = set.into_iter().filter(|card| !chosen.contains(card));
    let order: Vec<Value> = chosen.iter().copied().chain(rest).collect();
    let some = |number: usize| order[..number.max(chosen.len().min(2))].to_vec();
    let [one, two] = [some(1), some(2)];
    let whole = format!("a set: {}", list(board, &set));
    let mut reason = vec![whole.clone()];
    reason.extend(likeness(board, &set));
    OwnHint {
        kind: OwnKind::Solution,
        tiers: [
            vec![format!("there is a set with {}", list(board, &one))],
            vec![format!("there is a set with {}", list(board, &two))],
            vec![whole],
            reason,
        ],
        choices: [one, two, set.to_vec(), set.to_vec()],
    }
}

/// The hint for three chosen cards: they are a set, or the attribute that fails.
fn three(board: &SetBoard, sets: &Sets<'_>, chosen: &[Value]) -> OwnHint {
    let is_set = rules::check(board, chosen).is_ok();
    let kind = match (is_set, sets.first(&[])) {
        (true, _) => OwnKind::Done,
        (false, Some(_)) => OwnKind::Wrong,
        (false, None) => OwnKind::None,
    };
    let short =
        format!("{} {}", list(board, chosen), if is_set { "are a set" } else { "are no set" });
    let mut reason = vec![short.clone()];
    reason.extend(likeness(board, chosen));
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    OwnHint { kind, tiers, choices: std::array::from_fn(|_| chosen.to_vec()) }
}

/// The hint for one or two chosen cards that no set contains together.
fn wrong(board: &SetBoard, chosen: &[Value]) -> OwnHint {
    let short = match chosen {
        [one] => format!("no set has {}", words(board, *one)),
        _ => format!("no set has both {}", list(board, chosen)),
    };
    let mut reason = vec![short.clone()];
    match *chosen {
        [one, other] => reason.extend(missing(board, one, other)),
        _ => {
            for other in (1..=board.cards().len() as Value).filter(|card| !chosen.contains(card)) {
                reason.extend(chosen.iter().flat_map(|&one| missing(board, one, other)));
            }
        }
    }
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    OwnHint { kind: OwnKind::Wrong, tiers, choices: std::array::from_fn(|_| chosen.to_vec()) }
}

/// The hint without a set: the third card of every pair is missing.
fn none(board: &SetBoard) -> OwnHint {
    let short = "there is no set".to_owned();
    let number = board.cards().len() as Value;
    let pairs = (1..=number).flat_map(|one| (one + 1..=number).map(move |other| (one, other)));
    let mut reason = vec![short.clone()];
    reason.extend(pairs.flat_map(|(one, other)| missing(board, one, other)));
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    OwnHint { kind: OwnKind::None, tiers, choices: std::array::from_fn(|_| Vec::new()) }
}

/// Describes the card that two cards need and the board does not have.
fn missing(board: &SetBoard, one: Value, other: Value) -> Option<String> {
    let pair = [one, other].map(|card| card as usize - 1);
    let of_three = board.attributes().iter().all(|attribute| attribute.values.len() == 3);
    if !of_three {
        return Some(format!("cards {one} and {other}: no third card makes a set with them"));
    }
    let needed = third(&board.cards()[pair[0]], &board.cards()[pair[1]]);
    let values = needed.iter().enumerate().map(|(attribute, &value)| {
        board.attributes()[attribute].values[usize::from(value)].as_str()
    });
    let card = match <[u16; 4]>::try_from(&needed[..]) {
        Ok(_) if board.is_standard() => super::words::card(&needed),
        _ => values.collect::<Vec<_>>().join(" "),
    };
    Some(format!("cards {one} and {other} need {card}, which is not there"))
}
