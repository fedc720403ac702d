//! Hints for SET: one card, two cards, the set, and the reason why it is one.

use std::collections::HashMap;

use parallax_instance::{PuzzleHint, PuzzleHintKind};
use parallax_model::Value;

use super::super::errors::SetHintError;
use super::{SetBoard, rules};

/// Maximum number of cards whose triples are tried one by one, if two cards do not determine the
/// third.
const MAX_CARDS_FOR_TRIPLES: usize = 400;

/// Returns a hint for a board with some cards chosen, by their numbers from 1.
///
/// # Errors
/// Returns an error if a number is no card or is chosen twice, or the board is too large.
pub(super) fn find_hint(board: &SetBoard, chosen: &[Value]) -> Result<PuzzleHint, SetHintError> {
    let number = board.cards().len();
    for (index, &card) in chosen.iter().enumerate() {
        if !usize::try_from(card).is_ok_and(|card| (1..=number).contains(&card)) {
            return Err(SetHintError::NoCard { card, cards: number });
        }
        if chosen[..index].contains(&card) {
            return Err(SetHintError::CardRepeat { card });
        }
    }
    if chosen.len() > 3 {
        return Err(SetHintError::ChosenCards { cards: chosen.len() });
    }
    let mut chosen = chosen.to_vec();
    chosen.sort_unstable();
    let sets = SetFinder::from_board(board)?;
    if chosen.len() == 3 {
        return Ok(complete_hint(board, &sets, &chosen));
    }
    Ok(match (sets.first_set(&chosen), sets.first_set(&[])) {
        (Some(set), _) => set_hint(board, &chosen, set),
        (None, Some(_)) => wrong_choice_hint(board, &chosen),
        (None, None) => no_set_hint(board),
    })
}

/// Finds sets on a board.
struct SetFinder<'a> {
    board: &'a SetBoard,
    /// The places of equal cards, if two cards determine the third.
    places: Option<HashMap<&'a [u16], Vec<usize>>>,
}

impl<'a> SetFinder<'a> {
    fn from_board(board: &'a SetBoard) -> Result<Self, SetHintError> {
        let of_three = board.attributes().iter().all(|attribute| attribute.values.len() == 3);
        if !of_three && board.cards().len() > MAX_CARDS_FOR_TRIPLES {
            return Err(SetHintError::BoardSize { most: MAX_CARDS_FOR_TRIPLES });
        }
        let places = of_three.then(|| {
            let mut places: HashMap<&[u16], Vec<usize>> = HashMap::new();
            for (place, card) in board.cards().iter().enumerate() {
                places.entry(card).or_default().push(place);
            }
            places
        });
        Ok(SetFinder { board, places })
    }

    /// Returns the first set, by its numbers, that contains the chosen cards.
    fn first_set(&self, chosen: &[Value]) -> Option<[Value; 3]> {
        let number = self.board.cards().len();
        for one in 0..number {
            for other in one + 1..number {
                for third in self.third_places(one, other) {
                    // The third card may come before the other two. Such a set is found from its
                    // own first two cards.
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
    fn third_places(&self, one: usize, other: usize) -> Vec<usize> {
        let cards = self.board.cards();
        match &self.places {
            Some(places) => {
                let third = third_card(&cards[one], &cards[other]);
                places.get(&third[..]).cloned().unwrap_or_default()
            }
            None => {
                let is_set = |third: &usize| {
                    let set = [one, other, *third].map(|place| place as Value + 1);
                    rules::check_rules(self.board, &set).is_ok()
                };
                (other + 1..cards.len()).filter(is_set).collect()
            }
        }
    }
}

/// Returns the card that completes two cards of three values to a set.
fn third_card(one: &[u16], other: &[u16]) -> Vec<u16> {
    // The values 0, 1 and 2 sum to 3, so two different ones determine the third.
    one.iter().zip(other).map(|(&a, &b)| if a == b { a } else { 3 - a - b }).collect()
}

/// Returns a card by its number and values.
fn describe_card(board: &SetBoard, card: Value) -> String {
    format!("card {card} ({})", board.card_text(card as usize - 1))
}

fn list_cards(board: &SetBoard, cards: &[Value]) -> String {
    cards.iter().map(|&card| describe_card(board, card)).collect::<Vec<_>>().join(", ")
}

/// Describes the values of three cards in each attribute: all the same, all different, or neither.
fn describe_attributes(board: &SetBoard, set: &[Value]) -> Vec<String> {
    let line = |(index, attribute): (usize, &super::CardAttribute)| {
        let values: Vec<&str> =
            set.iter().map(|&card| board.value_name(card as usize - 1, index)).collect();
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

/// Returns the hint whose tiers name one card of a set, two, and all; chosen cards come first.
fn set_hint(board: &SetBoard, chosen: &[Value], set: [Value; 3]) -> PuzzleHint {
    let rest = set.into_iter().filter(|card| !chosen.contains(card));
    let order: Vec<Value> = chosen.iter().copied().chain(rest).collect();
    // A tier names at least the chosen cards, of which there are at most two here.
    let some = |number: usize| order[..number.max(chosen.len().min(2))].to_vec();
    let [one, two] = [some(1), some(2)];
    let whole = format!("a set: {}", list_cards(board, &set));
    let mut reason = vec![whole.clone()];
    reason.extend(describe_attributes(board, &set));
    PuzzleHint {
        kind: PuzzleHintKind::Solution,
        tiers: [
            vec![format!("there is a set with {}", list_cards(board, &one))],
            vec![format!("there is a set with {}", list_cards(board, &two))],
            vec![whole],
            reason,
        ],
        choices: [one, two, set.to_vec(), set.to_vec()],
    }
}

/// Returns the hint for three chosen cards: they are a set, or the attribute that fails.
fn complete_hint(board: &SetBoard, sets: &SetFinder<'_>, chosen: &[Value]) -> PuzzleHint {
    let is_set = rules::check_rules(board, chosen).is_ok();
    let kind = match (is_set, sets.first_set(&[])) {
        (true, _) => PuzzleHintKind::Done,
        (false, Some(_)) => PuzzleHintKind::Wrong,
        (false, None) => PuzzleHintKind::None,
    };
    let short = format!(
        "{} {}",
        list_cards(board, chosen),
        if is_set { "are a set" } else { "are no set" }
    );
    let mut reason = vec![short.clone()];
    reason.extend(describe_attributes(board, chosen));
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    PuzzleHint { kind, tiers, choices: std::array::from_fn(|_| chosen.to_vec()) }
}

/// Returns the hint for one or two chosen cards that no set contains together.
fn wrong_choice_hint(board: &SetBoard, chosen: &[Value]) -> PuzzleHint {
    let short = match chosen {
        [one] => format!("no set has {}", describe_card(board, *one)),
        _ => format!("no set has both {}", list_cards(board, chosen)),
    };
    let mut reason = vec![short.clone()];
    match *chosen {
        [one, other] => reason.extend(describe_missing_card(board, one, other)),
        _ => {
            for other in (1..=board.cards().len() as Value).filter(|card| !chosen.contains(card)) {
                reason.extend(
                    chosen.iter().flat_map(|&one| describe_missing_card(board, one, other)),
                );
            }
        }
    }
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    PuzzleHint {
        kind: PuzzleHintKind::Wrong,
        tiers,
        choices: std::array::from_fn(|_| chosen.to_vec()),
    }
}

/// Returns the hint for a board without a set: the third card of every pair is missing.
fn no_set_hint(board: &SetBoard) -> PuzzleHint {
    let short = "there is no set".to_owned();
    let number = board.cards().len() as Value;
    let pairs = (1..=number).flat_map(|one| (one + 1..=number).map(move |other| (one, other)));
    let mut reason = vec![short.clone()];
    reason.extend(pairs.flat_map(|(one, other)| describe_missing_card(board, one, other)));
    let tiers = [vec![short.clone()], vec![short.clone()], vec![short], reason];
    PuzzleHint { kind: PuzzleHintKind::None, tiers, choices: std::array::from_fn(|_| Vec::new()) }
}

/// Describes the card that two cards need and the board does not have.
fn describe_missing_card(board: &SetBoard, one: Value, other: Value) -> Option<String> {
    let pair = [one, other].map(|card| card as usize - 1);
    let of_three = board.attributes().iter().all(|attribute| attribute.values.len() == 3);
    if !of_three {
        return Some(format!("cards {one} and {other}: no third card makes a set with them"));
    }
    let needed = third_card(&board.cards()[pair[0]], &board.cards()[pair[1]]);
    let values = needed.iter().enumerate().map(|(attribute, &value)| {
        board.attributes()[attribute].values[usize::from(value)].as_str()
    });
    let card = match <[u16; 4]>::try_from(&needed[..]) {
        Ok(_) if board.is_standard() => super::words::card_name(&needed),
        _ => values.collect::<Vec<_>>().join(" "),
    };
    Some(format!("cards {one} and {other} need {card}, which is not there"))
}
