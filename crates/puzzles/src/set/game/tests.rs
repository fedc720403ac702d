//! Whole games, claims, buzzers.

use std::collections::HashSet;
use std::time::Duration;

use parallax_model::Value;

use super::super::tests::sets;
use super::*;
use crate::errors::MoveError;
use crate::set::SetBoard;

const START: Duration = Duration::ZERO;

fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

/// A set on the table, if there is one.
fn set(game: &SetGame) -> Option<Vec<Value>> {
    sets(game.board()).first().cloned()
}

/// Three cards that are not a set.
fn no_set(game: &SetGame) -> Vec<Value> {
    let found = sets(game.board());
    let n = game.board().cards().len() as Value;
    let pairs = (1..=n).flat_map(|a| (a + 1..=n).map(move |b| (a, b)));
    let mut triples = pairs.flat_map(|(a, b)| (b + 1..=n).map(move |c| vec![a, b, c]));
    triples.find(|triple| !found.contains(triple)).expect("three cards that are no set")
}

#[test]
fn whole_games_use_every_card_once_and_end_without_a_set() {
    for seed in 0..20 {
        let mut game = SetGame::new(seed, 1).expect("one player");
        let first = SetBoard::deal_cards(12, Some(seed)).expect("twelve cards");
        assert_eq!(game.board(), &first, "the cards of set:12@{seed}");
        let mut gone: HashSet<String> = HashSet::new();
        let mut now = START;
        while game.end_time().is_none() {
            now += seconds(1);
            let before = game.board().cards().len();
            match set(&game) {
                Some(set) => {
                    for &card in &set {
                        assert!(gone.insert(game.board().card_text(card as usize - 1)));
                    }
                    let before = game.players()[0].mistakes;
                    assert_eq!(game.deal_more(0, now), Ok(false), "there is a set");
                    assert_eq!(game.players()[0].mistakes, before + 1);
                    let kind = game.last_event().map(|event| event.kind);
                    assert_eq!(kind, Some(EventKind::SetLeft));
                    assert_eq!(game.claim_set(0, &set, now), Ok(true));
                }
                None => {
                    assert_eq!(game.deal_more(0, now), Ok(true));
                    assert!(game.board().cards().len() <= 21, "21 cards hold a set");
                    assert_eq!(game.board().cards().len(), before + 3);
                }
            }
            let lying = game.board().cards().len();
            assert_eq!(lying + game.deck_size() + gone.len(), 81);
        }
        assert_eq!(game.deck_size(), 0);
        assert_eq!(set(&game), None);
        assert_eq!(game.players()[0].sets as usize * 3, gone.len());
        assert_eq!(game.deal_more(0, now), Err(MoveError::GameEnd));
        assert_eq!(game.end_time(), Some(now));
    }
}

#[test]
fn cards_that_stay_keep_their_places() {
    let mut game = SetGame::new(3, 1).expect("one player");
    let set = set(&game).expect("a set");
    let before: Vec<String> = (0..12).map(|card| game.board().card_text(card)).collect();
    game.claim_set(0, &set, START).expect("a claim");
    for (place, old) in before.iter().enumerate() {
        let taken = set.contains(&(place as Value + 1));
        assert_eq!(game.board().card_text(place) == *old, !taken, "place {place}");
    }
}

#[test]
fn wrong_claims_cost_a_point_and_say_why() {
    let mut game = SetGame::new(1, 1).expect("one player");
    let wrong = no_set(&game);
    let before = game.board().clone();
    assert_eq!(game.claim_set(0, &wrong, START), Ok(false));
    let event = game.last_event().expect("an event");
    assert_eq!(event.kind, EventKind::NoSet);
    assert!(event.lines.iter().any(|line| line.contains("neither all the same")), "{event:?}");
    assert_eq!((game.players()[0].score(), game.turn_count(), game.board()), (-1, 0, &before));
    for strange in
        [vec![], vec![1, 2], vec![1, 1, 2], vec![0, 1, 2], vec![1, 2, 13], vec![1, 2, 3, 4]]
    {
        assert!(game.claim_set(0, &strange, START).is_err(), "{strange:?}");
        assert_eq!(game.players()[0].mistakes, 1, "{strange:?}");
    }
    assert!(game.claim_set(1, &wrong, START).is_err(), "there is one player");
}

#[test]
fn of_two_players_the_one_who_buzzed_claims() {
    let mut game = SetGame::new(5, 2).expect("two players");
    let (found, wrong) = (set(&game).expect("a set"), no_set(&game));
    assert!(game.claim_set(0, &found, START).is_err(), "a claim needs the buzzer");
    assert_eq!(game.press_buzzer(1, START), Ok(()));
    assert!(game.press_buzzer(0, START).is_err() && game.claim_set(0, &found, START).is_err());
    assert_eq!(game.claim_set(1, &wrong, seconds(1)), Ok(false));
    assert_eq!(game.press_buzzer(0, seconds(2)), Ok(()));
    assert_eq!(game.claim_set(0, &found, seconds(10)), Ok(true), "the last moment");
    assert_eq!(game.press_buzzer(1, seconds(11)), Ok(()));
    if let Some(found) = set(&game) {
        assert!(game.claim_set(1, &found, seconds(20)).is_err(), "too late");
    }
    game.expire_buzz(seconds(30));
    let scores: Vec<i64> = game.players().iter().map(|player| player.score()).collect();
    assert_eq!(scores, [1, -2]);
    assert_eq!(game.last_event().map(|event| event.kind), Some(EventKind::Late));
}

#[test]
fn games_are_for_one_or_two() {
    assert!(SetGame::new(0, 0).is_none() && SetGame::new(0, 3).is_none());
    let mut game = SetGame::new(u64::MAX, 2).expect("two players");
    let hint = game.give_hint(1, 1, &[]).expect("a hint");
    assert_eq!(hint.choices[0].len().max(1), 1);
    assert_eq!(game.players().iter().map(|player| player.hints).collect::<Vec<_>>(), [0, 1]);
    assert!(game.give_hint(2, 1, &[]).is_err() && game.give_hint(0, 1, &[99]).is_err());
}

#[test]
fn a_set_that_is_shown_costs_a_point_once() {
    let mut game = SetGame::new(3, 1).expect("one player");
    for tier in [1, 2, 3, 4, 4] {
        game.give_hint(0, tier, &[]).expect("a hint");
    }
    assert_eq!((game.players()[0].shown, game.players()[0].hints), (1, 5));
    let found = set(&game).expect("a set");
    game.claim_set(0, &found, START).expect("a claim");
    assert_eq!(game.players()[0].score(), 0);
    if set(&game).is_some() {
        game.give_hint(0, 4, &[]).expect("a hint");
        assert_eq!(game.players()[0].shown, 2);
    }
}

#[test]
fn of_two_players_the_one_who_buzzed_says_that_there_is_no_set() {
    let mut game = SetGame::new(5, 2).expect("two players");
    assert_eq!(game.deal_more(0, START), Err(MoveError::NoBuzz));
    game.press_buzzer(1, START).expect("a buzz");
    assert!(matches!(game.deal_more(0, START), Err(MoveError::OtherBuzz { player: 1 })));
    let is_right = set(&game).is_none();
    assert_eq!(game.deal_more(1, START), Ok(is_right));
    assert_eq!(game.players()[1].mistakes, u32::from(!is_right));
    assert_eq!(game.current_buzz(), None);
}
